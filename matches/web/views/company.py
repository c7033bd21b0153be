"""The first questions of the form that opens a table: who plays, how many, how fast."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext, gettext_lazy

from accounts.values.names import LONGEST
from engine import AnyGame
from engine.language import say
from foundation.errors import Refused
from foundation.language import Words, with_more
from foundation.spans import span_words
from games.levels import LEVELS, USUAL, levels_of
from matches.clocks.stand_in_level import stand_in_level
from matches.clocks.thinking_time import most_sharp_seconds
from matches.clocks.time_controls import usual_paces
from matches.lobby.tables import SeatSpec
from matches.policy import DAY

BOTS, FRIENDS, ANYONE, SEAT_BY_SEAT = "bots", "friends", "open", "seats"
COMPANY: dict[str, tuple[Words, Words]] = {
    BOTS: (gettext_lazy("Play bots"), gettext_lazy("Starts at once.")),
    FRIENDS: (gettext_lazy("Invite friends"), gettext_lazy("You get a link to send.")),
    ANYONE: (gettext_lazy("Open to all"), gettext_lazy("Starts when it is full.")),
    SEAT_BY_SEAT: (gettext_lazy("Seat by seat"), gettext_lazy("Choose each player.")),
}
"""Who plays: title and help text of each choice."""
OFFERED = (1, 5, 10)
"""Seconds for *sharp* besides the usual."""
OTHER_PACE = ""
USUAL_PACE = str(3 * DAY)
NO_SEAT = ""


class PickedField(forms.Field):
    """Names ticked in a list that the page makes. They are looked up like those that are typed."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> list[str]:
        """Return the names."""
        return [str(name)[:LONGEST] for name in value or []]


class Chip(NamedTuple):
    """A radio button with its title and help text."""

    radio: BoundWidget
    title: Words
    help_text: Words


def company_fields(game: AnyGame, company: str) -> dict[str, forms.Field]:
    """Return the fields for who plays and how many. Seats are needed one by one only where the host chose that."""
    counts = [(str(count), str(count)) for count in game.players]
    return {
        "company": _radios(gettext("Who plays?"), [(key, title) for key, (title, _) in COMPANY.items()], ANYONE),
        "players": _radios(gettext("Seats, yours included"), counts, counts[0][0]),
        "level": _radios(gettext("How well they play"), [(name, name.capitalize()) for name in levels_of(game)], USUAL),
        "picked": PickedField(required=False),
        "friends": forms.CharField(
            label=gettext("Friends who play here, by name"),
            required=False,
            max_length=400,
            help_text=gettext("With commas between them. Leave it empty to send a link instead."),
        ),
        **seat_fields(game, needed=company in ("", SEAT_BY_SEAT)),
    }


def seat_fields(game: AnyGame, *, needed: bool) -> dict[str, forms.Field]:
    """Return the fields of each seat except the host's: who gets it, and the name of a certain player."""
    fields: dict[str, forms.Field] = {}
    for number in range(1, game.players[-1]):
        must = number < game.players[0]
        fields[f"seat_{number}"] = _seat_field(game, number, must=must, needed=needed and must)
        fields[f"name_{number}"] = forms.CharField(label=gettext("Player’s name"), required=False, max_length=30)
    return fields


def stand_in_field(game: AnyGame) -> forms.Field:
    """Return the field for the bots that play for absent players, with the site's choice chosen."""
    texts = {level: say(about.in_short) for level, about in LEVELS.items()}
    return forms.ChoiceField(
        label=gettext("Bot for absent players"),
        choices=[(name, with_more(name.capitalize(), texts.get(name, ""))) for name in levels_of(game)],
        initial=stand_in_level(game.slug),
        required=False,
        help_text=gettext("It plays on for a player who misses turns, and sees only what that seat may see."),
    )


def sharp_seconds_field() -> forms.Field:
    """Return the field for the time of *sharp*, with those times that the operator allows."""
    usual = gettext("As usual: {seconds} s").format(seconds=f"{settings.BOT_SECONDS['sharp']:g}")
    return forms.TypedChoiceField(
        label=gettext("Time of Sharp for an answer"),
        choices=[("", usual), *((number, span_words(number)) for number in OFFERED if number <= most_sharp_seconds())],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext(
            "With more time it plays a little better in some games, and you may wait longer. Only if nothing is rated."
        ),
    )


def pace_field() -> forms.Field:
    """Return the field for the usual paces, and one choice that leads to all."""
    return _radios(
        gettext("Time for each answer"), [(key, title) for key, (title, _) in _offered_paces().items()], USUAL_PACE
    )


def chips(form: forms.Form, name: str) -> Iterator[Chip]:
    """Yield the radio buttons of a field with titles and help texts."""
    levels = {level: (level, say(about.in_short)) for level, about in LEVELS.items()}
    texts: Mapping[str, Mapping[str, tuple[Words, Words]]]
    texts = {"company": COMPANY, "pace": _offered_paces(), "level": levels}
    for radio in form[name].subwidgets:
        value = str(radio.data["value"])
        yield Chip(radio, radio.choice_label, texts.get(name, {}).get(value, ("", ""))[1])


def chosen_seats(game: AnyGame, cleaned: Mapping[str, Any]) -> list[SeatSpec]:
    """Return the seats besides the host's, in order. Raises `Refused` if more friends are named than fit."""
    company, others = cleaned["company"], int(cleaned["players"] or game.players[0]) - 1
    if company == BOTS:
        return [SeatSpec("bot", cleaned["level"] or USUAL)] * others
    if company == FRIENDS:
        typed = filter(None, map(str.strip, cleaned["friends"].split(",")))
        named = [SeatSpec("named", name) for name in dict.fromkeys([*cleaned["picked"], *typed])]
        if len(named) > others:
            raise Refused(
                "too_many_named",
                gettext("You named more than {others}. Choose more seats, or name fewer players.").format(
                    others=others
                ),
            )
        return named + [SeatSpec("link")] * (others - len(named))
    if company == ANYONE:
        return [SeatSpec("open")] * others
    pairs = [(cleaned[f"seat_{number}"], cleaned[f"name_{number}"]) for number in range(1, game.players[-1])]
    return [_seat_spec(kind, name) for kind, name in pairs if kind != NO_SEAT]


def _radios(label: str, choices: Sequence[tuple[str, Words]], initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=initial, required=False, widget=forms.RadioSelect)


def _offered_paces() -> Mapping[str, tuple[Words, Words]]:
    return {**usual_paces(), OTHER_PACE: (gettext("Another pace"), "")}


def _seat_spec(kind: str, name: str) -> SeatSpec:
    if kind.startswith("bot:"):
        return SeatSpec("bot", kind.removeprefix("bot:"))
    return SeatSpec(kind, name)


def _seat_field(game: AnyGame, number: int, *, must: bool, needed: bool) -> forms.ChoiceField:
    bots = [
        (f"bot:{brain}", gettext("A bot: {brain}").format(brain=brain)) for brain in reversed(list(levels_of(game)))
    ]
    people = [
        ("open", gettext("Anyone")),
        ("link", gettext("By invitation link")),
        ("named", gettext("A player by name")),
    ]
    nobody = [] if must else [(NO_SEAT, gettext("No seat"))]
    return forms.ChoiceField(
        label=gettext("Seat {number}").format(number=number + 1),
        required=needed,
        choices=[*nobody, *people, *bots],
        initial="open" if must else NO_SEAT,
    )
