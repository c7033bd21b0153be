"""The fifty plaques: five realms of nine offices, the Elf, the Dwarf, the Thief and two Dragons.

A plaque of a realm is its letter and its rank: `C5` is the 5 of Corvane, its Marshal. The others
have names: `elf`, `dwarf`, `thief`, `dragon1`, `dragon2`. Sorted as strings, plaques are ordered by
realm and rank, the others last.
"""

from engine.language import cached_by_language, mark, say

Tableau = tuple[str, ...]

REALMS = ("A", "B", "C", "D", "E")
REALM_NAMES = {
    "A": mark("Aldmere"),
    "B": mark("Brannoch"),
    "C": mark("Corvane"),
    "D": mark("Dunhallow"),
    "E": mark("Estreth"),
}
EMBLEMS = {"A": mark("oak"), "B": mark("tower"), "C": mark("raven"), "D": mark("bell"), "E": mark("star")}
"""The emblem on each realm's plaques, next to its colour."""

OFFICES = {
    1: mark("Sentry"),
    2: mark("Archer"),
    3: mark("Knight"),
    4: mark("Captain"),
    5: mark("Marshal"),
    6: mark("Reeve"),
    7: mark("Justice"),
    8: mark("Chancellor"),
    9: mark("Sovereign"),
}
"""The offices of every realm by rank: 1 to 5 are Military, 6 to 9 Civic."""  # P1
HIGHEST_MILITARY = 5

DRAGONS = ("dragon1", "dragon2")
LONERS = ("dwarf", "elf", "thief")
"""The three plaques of rank 0, without a suit."""
NAMED = {
    "dragon1": mark("Ash Dragon"),
    "dragon2": mark("Ember Dragon"),
    "dwarf": mark("Dwarf"),
    "elf": mark("Elf"),
    "thief": mark("Thief"),
}
_THE_NAMED = {
    "dragon1": mark("the Ash Dragon"),
    "dragon2": mark("the Ember Dragon"),
    "dwarf": mark("the Dwarf"),
    "elf": mark("the Elf"),
    "thief": mark("the Thief"),
}

SUITED = tuple(f"{realm}{rank}" for realm in REALMS for rank in OFFICES)
"""The 45 plaques of the realms, which a Dragon may stand for."""
PLAQUES = (*SUITED, *DRAGONS, *LONERS)
"""All fifty plaques, in order."""
TABLEAU_SIZE = 7

RANK = {plaque: int(plaque[1]) for plaque in SUITED} | dict.fromkeys(LONERS, 0)
"""The ranks of all plaques except the Dragons, which have none."""


def is_military(plaque: str) -> bool:
    """True if this is a Military office of a realm."""
    return plaque in SUITED and RANK[plaque] <= HIGHEST_MILITARY


@cached_by_language
def realm_words(realm: str) -> str:
    """Name a realm: "Corvane"."""
    return say(REALM_NAMES[realm])


@cached_by_language
def plaque_words(plaque: str) -> str:
    """Return a plaque by rank and realm: "5 of Corvane", "Elf", "Ash Dragon"."""
    if plaque in NAMED:
        return say(NAMED[plaque])
    return say("{rank} of {realm}", rank=RANK[plaque], realm=realm_words(plaque[0]))


@cached_by_language
def the_plaque(plaque: str) -> str:
    """Return a plaque within a sentence: "the 5 of Corvane", "the Elf"."""
    if plaque in NAMED:
        return say(_THE_NAMED[plaque])
    return say("the {rank} of {realm}", rank=RANK[plaque], realm=realm_words(plaque[0]))


def office_words(plaque: str) -> str:
    """Return the office of a plaque of a realm: "Marshal"."""
    return say(OFFICES[RANK[plaque]])


@cached_by_language
def plaque_title(plaque: str) -> str:
    """Return a plaque with its office: "5 of Corvane (Marshal)", "Elf", "Ash Dragon"."""
    return _with_office(plaque, plaque_words(plaque))


@cached_by_language
def the_plaque_title(plaque: str) -> str:
    """Return a plaque within a sentence, with its office: "the 5 of Corvane (Marshal)", "the Elf"."""
    return _with_office(plaque, the_plaque(plaque))


def _with_office(plaque: str, words: str) -> str:
    return words if plaque in NAMED else say("{plaque} ({office})", plaque=words, office=office_words(plaque))
