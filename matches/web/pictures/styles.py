"""The styles of a standalone picture, taken from the site's style sheets: light colours, without variables.

Programs that show a pasted SVG may not support `var()` and `light-dark()`, so both are resolved here.
"""

import re
from functools import cache

from django.contrib.staticfiles import finders

from foundation.drawings import KINDS

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
    """Return the style sheet of a picture."""
    known = tokens()
    sheets = dict.fromkeys(kind.sheet for kind in KINDS.values())
    rules = [rule for name in sheets for rule in _paint_of(_read(name), known)]
    return "".join([_own(known), *rules])


def _own(known: dict[str, str]) -> str:
    """Return the rules for everything except pieces."""
    ink, quiet, paper, rule = (known[name] for name in ("--ink", "--ink-2", "--paper", "--rule"))
    return (
        f"svg{{color:{ink};font-family:{known['--sans']}}}text{{fill:{ink}}}"
        f".picture-title{{font-family:{known['--serif']};font-size:26px;font-weight:600}}"
        f".picture-words{{font-size:15px;font-weight:600}}.picture-quiet{{font-size:14px;fill:{quiet}}}"
        f".picture-paper{{fill:{paper}}}.picture-rule{{stroke:{rule}}}"
    )


def _read(name: str) -> str:
    """Read a style sheet without its comments."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"There is no style sheet {name}.")
    with open(path, encoding="utf-8") as file:
        return COMMENT.sub("", file.read())


@cache
def tokens() -> dict[str, str]:
    """Return colours and fonts by name."""
    return {name: _light(value) for name, value in DECLARED.findall(_read("css/tokens.css")) if name.startswith("--")}


def _paint_of(sheet: str, known: dict[str, str]) -> list[str]:
    """Return the paint rules of a style sheet, each on one line."""
    rules = []
    for selector, body in RULE.findall(sheet):
        painted = [(name, _known(value, known)) for name, value in DECLARED.findall(body) if name in PAINT]
        declared = [f"{name}:{value}" for name, value in painted if "var(" not in value]
        if declared:
            rules.append(f"{' '.join(selector.split())}{{{';'.join(declared)}}}")
    return rules


def _known(value: str, known: dict[str, str]) -> str:
    """Replace the site's variables in a value."""
    return _light(VARIABLE.sub(lambda found: known.get(found[1], found[0]), value))


def _light(value: str) -> str:
    """Return a value with its light colours."""
    start = value.find(LIGHT_DARK)
    if start < 0:
        return " ".join(value.split())
    depth, begin = 0, start + len(LIGHT_DARK)
    for at, letter in enumerate(value[begin:], start=begin):
        if letter == "," and not depth:
            return " ".join(value[begin:at].split())
        depth += {"(": 1, ")": -1}.get(letter, 0)
    raise ValueError(f"This colour has no second value: {value}")
