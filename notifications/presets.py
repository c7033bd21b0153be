"""Ready-made choices of notices: quiet, normal, everything."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from django.utils.translation import gettext_lazy

from notifications.enums import Channel
from notifications.kinds import NoticeSpec, specs_to_choose
from notifications.readers import Reader

Chosen = Mapping[str, frozenset[Channel]]


class Preset(StrEnum):
    """A ready-made choice, or the reader's own."""

    QUIET = "quiet"
    NORMAL = "normal"
    EVERYTHING = "everything"
    CUSTOM = "custom"


WORDS = {
    Preset.QUIET: (
        gettext_lazy("Quiet"),
        gettext_lazy(
            "Notices wait on the site, and one mail a day lists your turns. "
            "Only what the site cannot show comes by mail."
        ),
    ),
    Preset.NORMAL: (
        gettext_lazy("Normal"),
        gettext_lazy("Your turns and what needs you soon by mail and push, the rest on the site or by mail."),
    ),
    Preset.EVERYTHING: (
        gettext_lazy("Everything"),
        gettext_lazy("All notices at once, by every way that you have set up."),
    ),
    Preset.CUSTOM: (gettext_lazy("Custom"), gettext_lazy("Choose the way for each kind of notice.")),
}
"""The title of each choice, and what it means."""


def channels_of(preset: Preset) -> Chosen:
    """Return the channels of each kind under a ready-made choice. Raises `KeyError` for the reader's own."""
    make = {Preset.QUIET: _quiet, Preset.NORMAL: _normal, Preset.EVERYTHING: _everything}[preset]
    return {spec.slug: make(spec) - spec.never for spec in specs_to_choose()}


def preset_of(reader: Reader) -> Preset:
    """Return the choice that the reader's preferences amount to."""
    wanted = {spec.slug: frozenset(_wanted(reader, spec)) for spec in specs_to_choose()}
    ready = (Preset.NORMAL, Preset.QUIET, Preset.EVERYTHING)
    return next((preset for preset in ready if channels_of(preset) == wanted), Preset.CUSTOM)


def _wanted(reader: Reader, spec: NoticeSpec) -> Iterator[Channel]:
    return (channel for channel in Channel if reader.wants(spec.slug, channel))


def _quiet(spec: NoticeSpec) -> frozenset[Channel]:
    """A turn waits for the daily mail; what the site cannot show keeps its mail, or it would be lost."""
    if Channel.PAGE in spec.never:
        return frozenset({Channel.MAIL})
    return frozenset({Channel.PAGE, Channel.DIGEST} if spec.timely else {Channel.PAGE})


def _normal(spec: NoticeSpec) -> frozenset[Channel]:
    return spec.defaults


def _everything(spec: NoticeSpec) -> frozenset[Channel]:
    """All but the daily mail, which would repeat what came at once."""
    return frozenset(Channel) - {Channel.DIGEST}
