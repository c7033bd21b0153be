"""What a picture that stands alone needs of the site's style sheets: paint, in light colours, without variables.

Programs that show a pasted SVG know no `var()` and no `light-dark()`, so both are worked out here.
"""

import re
from functools import cache

from django.contrib.staticfiles import finders

SHEETS = ("pieces", "plaques", "hexes")
PAINT = {
    "color",
    "fill",
    "fill-opacity",
    "font-family",
    "font-size",
    "font-weight",
    "opacity",
    "paint-order",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
}
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DECLARED = re.compile(r"(--[\w-]+|[\w-]+):\s*([^;]+);")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
VARIABLE = re.compile(r"var\((--[\w-]+)[^()]*\)")
LIGHT_DARK = "light-dark("


@cache
def style() -> str:
    """The style sheet of a picture."""
    known = tokens()
    rules = [rule for name in SHEETS for rule in _paint_of(_read(name), known)]
    return "".join([_own(known), *rules])


def _own(known: dict[str, str]) -> str:
    """The rules for what is not a piece."""
    ink, quiet, paper, rule = (known[name] for name in ("--ink", "--ink-2", "--paper", "--rule"))
    return (
        f"svg{{color:{ink};font-family:{known['--sans']}}}text{{fill:{ink}}}"
        f".picture-title{{font-family:{known['--serif']};font-size:26px;font-weight:600}}"
        f".picture-words{{font-size:15px;font-weight:600}}.picture-quiet{{font-size:14px;fill:{quiet}}}"
        f".picture-paper{{fill:{paper}}}.picture-rule{{stroke:{rule}}}"
    )


def _read(name: str) -> str:
    """The text of a style sheet, without comments."""
    path = finders.find(f"css/{name}.css")
    if not isinstance(path, str):
        raise FileNotFoundError(f"There is no style sheet {name}.css.")
    with open(path, encoding="utf-8") as file:
        return COMMENT.sub("", file.read())


@cache
def tokens() -> dict[str, str]:
    """Colours and fonts by name."""
    return {name: _light(value) for name, value in DECLARED.findall(_read("tokens")) if name.startswith("--")}


def _paint_of(sheet: str, known: dict[str, str]) -> list[str]:
    """The rules of a sheet that paint, each in one line."""
    rules = []
    for selector, body in RULE.findall(sheet):
        painted = [(name, _known(value, known)) for name, value in DECLARED.findall(body) if name in PAINT]
        declared = [f"{name}:{value}" for name, value in painted if "var(" not in value]
        if declared:
            rules.append(f"{' '.join(selector.split())}{{{';'.join(declared)}}}")
    return rules


def _known(value: str, known: dict[str, str]) -> str:
    """A value with its variables worked out, as far as they are the site's."""
    return _light(VARIABLE.sub(lambda found: known.get(found[1], found[0]), value))


def _light(value: str) -> str:
    """A value as it is by day."""
    start = value.find(LIGHT_DARK)
    if start < 0:
        return " ".join(value.split())
    depth, begin = 0, start + len(LIGHT_DARK)
    for at, letter in enumerate(value[begin:], start=begin):
        if letter == "," and not depth:
            return " ".join(value[begin:at].split())
        depth += {"(": 1, ")": -1}.get(letter, 0)
    raise ValueError(f"This colour has no second value: {value}")
