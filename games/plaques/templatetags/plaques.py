"""Plaques as SVG: upright plates with a figure, a rank and the emblem of a realm."""

from typing import NamedTuple

from django import template

from engine.language import mark, say
from engine.words import upper_first
from foundation.kept_drawings import Drawn, draws
from games.plaques.rules.pieces import (
    DRAGONS,
    EMBLEMS,
    NAMED,
    RANK,
    REALMS,
    is_military,
    office_words,
    plaque_words,
    realm_words,
)

register = template.Library()

FACE_DOWN = mark("Plaque face down")


class Mount(NamedTuple):
    """The frame of a figure, on a normal and a small plaque, and the figure's position in it."""

    frame: str
    small_frame: str
    x: int
    y: int
    size: int


# The shape of the frame distinguishes the kinds: a shield, an arched window, a roundel, a lozenge.
SHIELD = Mount(
    "M15 43h70v52c0 8-6 12-15 14l-20 7-20-7c-9-2-15-6-15-14z",
    "M9 31h42v29c0 7-4 10-10 12l-11 5-11-5c-6-2-10-5-10-12z",
    20,
    46,
    60,
)
ARCH = Mount("M15 116V76c0-21 14-35 35-35s35 14 35 35v40z", "M9 77V54c0-14 8-23 21-23s21 9 21 23v23z", 20, 55, 60)
ROUNDEL = Mount(
    "M50 41a37.5 37.5 0 1 1 0 75 37.5 37.5 0 0 1 0-75z", "M30 31a23 23 0 1 1 0 46 23 23 0 0 1 0-46z", 22, 49, 56
)
LOZENGE = Mount("M50 38 90 78.5 50 119 10 78.5z", "M30 28 55 53 30 78 5 53z", 27, 55, 46)


class Face(NamedTuple):
    """Everything drawn on one plaque."""

    title: str
    corner: str
    realm: str
    figure: str
    wild: bool
    military: bool
    frame: str
    small_frame: str
    x: int
    y: int
    size: int


def face_of(plaque: str) -> Face:
    """Return the drawing data of a plaque."""
    if plaque in DRAGONS:
        return Face(plaque_words(plaque), say("any", context="rank"), "", f"face-{plaque}", True, False, *LOZENGE)
    if plaque in NAMED:
        return Face(plaque_words(plaque), "0", "", f"face-{plaque}", False, False, *ROUNDEL)
    rank, military = RANK[plaque], is_military(plaque)
    mount = SHIELD if military else ARCH
    return Face(office_words(plaque), str(rank), plaque[0], f"office-{rank}", False, military, *mount)


@register.filter
def plaque_name(plaque: str) -> str:
    """Return a plaque as a label: "5 of Corvane", "Elf"."""
    return upper_first(plaque_words(plaque))


def plaque_alternative(plaque: str) -> str:
    """Return the text alternative of a drawn plaque: "5 of Corvane, Marshal"."""
    if plaque in NAMED:
        return plaque_words(plaque)
    return say("{plaque}, {office}", plaque=plaque_words(plaque), office=office_words(plaque))


@draws(register, "plaques/pieces/plaque.svg")
def plaque(face: str, allowed: bool = True, decorative: bool = False) -> Drawn:
    """Draw a plaque with its figure."""
    return _drawn(face, allowed, decorative)


@draws(register, "plaques/pieces/plaque_small.svg")
def small_plaque(face: str, allowed: bool = True, decorative: bool = False) -> Drawn:
    """Draw a small plaque for a long row: only emblem and rank."""
    return _drawn(face, allowed, decorative)


def _drawn(face: str, allowed: bool, decorative: bool) -> Drawn:
    words = plaque_alternative(face)
    name = words if allowed else say("{plaque}, not allowed", plaque=words)
    return {
        "face": face_of(face),
        "classes": "" if allowed else " plaque-barred",
        "name": "" if decorative else name,
    }


@draws(register, "plaques/pieces/plaque_back.svg")
def plaque_back(decorative: bool = False) -> Drawn:
    """Draw a plaque face down."""
    return {"name": "" if decorative else say(FACE_DOWN)}


@draws(register, "plaques/pieces/plaque_small_back.svg")
def small_plaque_back(decorative: bool = False) -> Drawn:
    """Draw a small plaque face down."""
    return {"name": "" if decorative else say(FACE_DOWN)}


@register.simple_tag
def realms() -> list[tuple[str, str, str]]:
    """Return the realms: letter, name and emblem in words."""
    return [(letter, realm_words(letter), say(EMBLEMS[letter])) for letter in REALMS]
