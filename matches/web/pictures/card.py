"""The card that other sites show for a link to a table: game, players and places, as a PNG.

Few of these sites accept SVG, so the card is drawn as pixels, with the site's own fonts.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from math import sin
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.translation import gettext, pgettext
from PIL import Image, ImageDraw, ImageFont

from engine.view import MatchView, SeatView
from engine.words import place_among
from foundation.templatetags.pieces import mark_of
from matches.view.ending import by_place
from matches.web.pictures.styles import tokens

SIZE = 1200, 630
LEFT = 84
SEATS_SHOWN = 5
SUIT_TOKENS = {"S": "--suns", "M": "--moons", "C": "--crowns", "A": "--arms"}
SERIF = "fraunces"
SANS = "source-sans-3"
SCRIPTS = {"greek": range(0x370, 0x400), "cyrillic": range(0x400, 0x530), "latin-ext": range(0x100, 0x2000)}
"""The characters in the other files of each font; the first that has one counts."""
OF_SANS = ("greek", "cyrillic")
"""What only this font has: names are in it."""

Ink = tuple[int, int]
Font = ImageFont.FreeTypeFont


class Words(NamedTuple):
    """Text to draw: its position, size, font, colour and maximum width."""

    at: Ink
    text: str
    size: int
    font: str = SANS
    colour: str = "--ink"
    widest: int = SIZE[0] - 2 * LEFT


def card(view: MatchView) -> bytes:
    """Draw a card of everything a visitor may know."""
    image = Image.new("RGB", SIZE, tokens()["--paper"])
    draw = ImageDraw.Draw(image)
    draw.rectangle((28, 28, SIZE[0] - 29, SIZE[1] - 29), outline=tokens()["--rule"], width=3)
    _postmark(draw, view)
    _write(draw, _title(view.title))
    _write(draw, Words((LEFT, 208), _line_of(view), 34, colour="--ink-2", widest=700))
    for number, seat in enumerate(by_place(view.seats)[:SEATS_SHOWN]):
        _seat(draw, seat, view.places, 290 + 48 * number)
    if (more := len(view.seats) - SEATS_SHOWN) > 0:
        _write(
            draw,
            Words(
                (LEFT + 46, 290 + 48 * SEATS_SHOWN),
                gettext("and {count} more").format(count=more),
                30,
                colour="--ink-2",
            ),
        )
    _write(draw, Words((LEFT, SIZE[1] - 56), settings.SITE_NAME, 28, SERIF, "--wax-ink"))
    data = BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def _title(text: str) -> Words:
    """Return the name of the game, smaller if it is long: it is never cut."""
    sizes = (Words((LEFT, 150), text, size, SERIF, widest=700) for size in range(92, 40, -4))
    return next((words for words in sizes if _width(text, words) <= words.widest), Words((LEFT, 150), text, 40, SERIF))


def _line_of(view: MatchView) -> str:
    """Return the state of the match in a line."""
    return view.result or view.stage or gettext("Waiting for players")


def _seat(draw: ImageDraw.ImageDraw, seat: SeatView, places: Sequence[int | None], y: int) -> None:
    """Draw a seat's colour, player and place."""
    colour = tokens()[SUIT_TOKENS[mark_of(seat.player).suit]]
    draw.ellipse((LEFT, y - 26, LEFT + 24, y - 2), fill=colour)
    _write(draw, Words((LEFT + 46, y), seat.name, 36, widest=640))
    if seat.place:
        place = Words((0, y), place_among(seat.place, places), 36, SERIF)
        _write(draw, place._replace(at=(SIZE[0] - LEFT - round(_width(place.text, place)), y)))


def _postmark(draw: ImageDraw.ImageDraw, view: MatchView) -> None:
    """Draw a postmark with the table's number."""
    x, y, red = 960, 160, tokens()["--wax-ink"]
    for radius, width in ((92, 5), (68, 2)):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=red, width=width)
    for line in range(4):
        wave = [(x + 92 + step, y - 36 + 24 * line + 5 * sin(step / 8)) for step in range(0, 108, 4)]
        draw.line(wave, fill=red, width=4)
    for text, size, down in ((pgettext("postmark", "table"), 26, -12), (str(view.number), 46, 34)):
        font = _font(SERIF, size)
        draw.text((x, y + down), text, font=font, fill=red, anchor="ms")


def _write(draw: ImageDraw.ImageDraw, words: Words) -> None:
    """Draw text, truncated if it is too wide."""
    text = words.text
    while text and _width(text, words) > words.widest:
        text = text[:-2].rstrip(" …") + "…" if len(text) > 2 else ""
    x, y = words.at
    for run, font in _runs(text, words):
        draw.text((x, y), run, font=font, fill=tokens()[words.colour], anchor="ls")
        x += round(font.getlength(run))


def _width(text: str, words: Words) -> float:
    return sum(font.getlength(run) for run, font in _runs(text, words))


def _runs(text: str, words: Words) -> list[tuple[str, Font]]:
    """Split a text into runs that a single font file can show."""
    found = groupby(text, key=_script)
    return [("".join(letters), _font(words.font, words.size, script)) for script, letters in found]


def _script(letter: str) -> str:
    return next((script for script, letters in SCRIPTS.items() if ord(letter) in letters), "latin")


@cache
def _font(name: str, size: int, script: str = "latin") -> Font:
    """Load one of the site's fonts at its heading or text weight."""
    path = str(finders.find(f"fonts/{SANS if script in OF_SANS else name}-{script}-normal.woff2"))
    font = ImageFont.truetype(path, size)
    wanted = {b"Weight": 600 if name == SERIF else 450, b"Optical Size": 72}
    axes = font.get_variation_axes()
    font.set_variation_by_axes(
        [min(wanted.get(axis["name"], 0), axis["maximum"] or 0) or axis["minimum"] or 0 for axis in axes]
    )
    return font
