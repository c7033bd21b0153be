"""The fifty plaques: five realms of nine offices, the Elf, the Dwarf, the Thief and two Dragons.

A plaque of a realm is its letter and its rank: `C5` is the 5 of Corvane, its Marshal. The others
have names: `elf`, `dwarf`, `thief`, `dragon1`, `dragon2`. Sorted as strings, plaques are ordered by
realm and rank, the others last.
"""

Tableau = tuple[str, ...]

REALMS = ("A", "B", "C", "D", "E")
REALM_NAMES = {"A": "Aldmere", "B": "Brannoch", "C": "Corvane", "D": "Dunhallow", "E": "Estreth"}
EMBLEMS = {"A": "oak", "B": "tower", "C": "raven", "D": "bell", "E": "star"}
"""The emblem on each realm's plaques, next to its colour."""

OFFICES = {
    1: "Sentry",
    2: "Archer",
    3: "Knight",
    4: "Captain",
    5: "Marshal",
    6: "Reeve",
    7: "Justice",
    8: "Chancellor",
    9: "Sovereign",
}
"""The offices of every realm by rank: 1 to 5 are Military, 6 to 9 Civic."""  # P1
HIGHEST_MILITARY = 5

DRAGONS = ("dragon1", "dragon2")
LONERS = ("dwarf", "elf", "thief")
"""The three plaques of rank 0, without a suit."""
NAMED = {"dragon1": "Ash Dragon", "dragon2": "Ember Dragon", "dwarf": "Dwarf", "elf": "Elf", "thief": "Thief"}

SUITED = tuple(f"{realm}{rank}" for realm in REALMS for rank in OFFICES)
"""The 45 plaques of the realms, which a Dragon may stand for."""
PLAQUES = (*SUITED, *DRAGONS, *LONERS)
"""All fifty plaques, in order."""
TABLEAU_SIZE = 7

RANK = {plaque: int(plaque[1]) for plaque in SUITED} | dict.fromkeys(LONERS, 0)
"""The ranks of all plaques except the Dragons, which have none."""


def is_military(plaque: str) -> bool:
    """Return True if this is a Military office of a realm."""
    return plaque in SUITED and RANK[plaque] <= HIGHEST_MILITARY


def plaque_words(plaque: str) -> str:
    """Return a plaque by rank and realm: "5 of Corvane", "Elf", "Ash Dragon"."""
    return NAMED.get(plaque) or f"{RANK[plaque]} of {REALM_NAMES[plaque[0]]}"


def plaque_title(plaque: str) -> str:
    """Return a plaque with its office: "5 of Corvane (Marshal)", "Elf", "Ash Dragon"."""
    return NAMED.get(plaque) or f"{plaque_words(plaque)} ({OFFICES[RANK[plaque]]})"
