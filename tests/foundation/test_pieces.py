"""Every drawn piece is well-formed, says what it is, and carries no inline style."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import timezone

from engine.piecepack import SUITS, TILES
from foundation.templatetags.pieces import mark_of
from foundation.templatetags.post import short_left, shortest_left, state_of, time_left

WHEN = datetime(2030, 11, 21, 20, 0, tzinfo=UTC)
PIECES = [
    *(f"{{% suit '{suit}' %}}" for suit in SUITS),
    *(f"{{% tile '{tile}' %}}" for tile in TILES),
    *(f"{{% die '{tile}' %}}" for tile in TILES),
    *(f"{{% seat_mark {seat} %}}" for seat in range(12)),
    *(f"{{% pawn {seat} %}}" for seat in range(12)),
    "{% tile %}",
    "{% tile 'S4' chosen=True %}",
    "{% tile 'S4' allowed=False %}",
    "{% pawn 'M' given_up=True %}",
    *(f"{{% coins {count} %}}" for count in (0, 1, 9, 40)),
    *(f"{{% bid_coin {count} %}}" for count in (0, 1, 6)),
    *(f"{{% envelope '{state}' %}}" for state in ("sealed", "awaited", "not_asked")),
    "{% envelope 'sealed' 'Sealed, Thu 21:14' %}",
    *(f"{{% postmark when state='{state}' %}}" for state in ("calm", "urgent", "paused", "passed")),
    *(f"{{% small_postmark when state='{state}' %}}" for state in ("calm", "urgent", "paused", "passed")),
    "{% plain_time when 'short' %}",
    "{% include 'pieces/sprite.svg' %}",
]


def drawn(source: str) -> str:
    """Render one tag."""
    context = Context({"when": WHEN})
    return Template("{% load pieces post %}" + source).render(context).strip()


def parsed(source: str) -> ElementTree.Element:
    """Read one drawn tag as XML, which fails when it is not well-formed."""
    return ElementTree.fromstring(drawn(source))


def alternative(source: str) -> str:
    """Return what a reader hears of a piece: labels and visible words."""
    words: list[str] = []

    def hear(element: ElementTree.Element) -> None:
        if element.get("aria-label") or element.get("aria-hidden"):
            words.append(element.get("aria-label", ""))
        else:
            words.append(element.text or "")
            for child in element:
                hear(child)
                words.append(child.tail or "")

    hear(parsed(source))
    return " ".join(" ".join(words).split())


@pytest.mark.parametrize("source", PIECES)
def test_well_formed_without_inline_style(source: str) -> None:
    for element in parsed(source).iter():
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("source", PIECES[:-1])
def test_has_a_text_alternative(source: str) -> None:
    assert alternative(source)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{% tile 'Cn' %}", "Null of Crowns"),
        ("{% tile 'Ma' chosen=True %}", "Ace of Moons, chosen"),
        ("{% tile %}", "Tile face down"),
        ("{% die 'A5' %}", "Arms 5"),
        ("{% coins 1 %}", "1 coin"),
        ("{% coins 3 %}", "3 coins"),
        ("{% bid_coin 0 'token' %}", "0 tokens"),
        ("{% pawn 'M' given_up=True %}", "Pawn of Moons, given up"),
        ("{% seat_mark 5 %}", "Moons ringed"),
        ("{% envelope 'awaited' %}", "Not yet answered"),
        ("{% envelope 'sealed' 'Sealed, Thu 21:14' %}", "Sealed, Thu 21:14"),
    ],
)
def test_the_alternative_names_the_piece(source: str, words: str) -> None:
    assert alternative(source) == words


def test_decorative_pieces_are_silent() -> None:
    assert 'aria-hidden="true"' in drawn("{% tile 'S5' decorative=True %}")
    assert "aria-label" not in drawn("{% tile 'S5' decorative=True %}")


def test_twelve_seats_have_twelve_marks() -> None:
    assert len({mark_of(seat) for seat in range(12)}) == 12
    assert len({drawn(f"{{% seat_mark {seat} decorative=True %}}").split(">", 1)[1] for seat in range(12)}) == 12


def test_coins_draw_no_more_than_nine() -> None:
    assert drawn("{% coins 40 %}").count("<use") == 9
    assert drawn("{% coins 3 %}").count("<use") == 3
    assert "<svg" not in drawn("{% coins 0 %}")


@pytest.mark.parametrize(
    ("zone", "day", "hour", "city"),
    [
        ("Europe/Lisbon", "THU 21 NOV", "20:00", "LISBON"),
        ("America/New_York", "THU 21 NOV", "15:00", "NEW YORK"),
        ("Pacific/Auckland", "FRI 22 NOV", "09:00", "AUCKLAND"),
        ("UTC", "THU 21 NOV", "20:00", "UTC"),
    ],
)
def test_postmark_shows_the_readers_time(zone: str, day: str, hour: str, city: str) -> None:
    with timezone.override(zone):
        words = "".join(parsed("{% postmark when 'Answer by' %}").itertext())
    assert all(part in words for part in ("ANSWER BY", day, hour, city))


def test_postmark_turns_to_wax_under_a_fifth_of_the_turn() -> None:
    day = timedelta(days=1).total_seconds()
    now = timezone.now()
    assert state_of(now + timedelta(hours=5), day) == "calm"
    assert state_of(now + timedelta(hours=4), day) == "urgent"
    assert state_of(now + timedelta(hours=4), None) == "calm"
    assert state_of(now - timedelta(seconds=1), day) == "passed"


@pytest.mark.parametrize(
    ("left", "full", "short", "shortest"),
    [
        (timedelta(days=1, hours=1), "1 day and 1 hour", "1 day 1 h", "1 day"),
        (timedelta(days=2), "2 days", "2 days", "2 days"),
        (timedelta(hours=1), "1 hour", "1 hour", "1 h"),
        (timedelta(hours=2, minutes=5), "2 hours and 5 minutes", "2 h 5 min", "2 h"),
        (timedelta(minutes=35), "35 minutes", "35 min", "35 min"),
        (timedelta(seconds=-5), "less than a minute", "under a minute", "1 min"),
    ],
)
def test_time_left_in_words(left: timedelta, full: str, short: str, shortest: str) -> None:
    when = timezone.now() + left
    assert (time_left(when), short_left(when), shortest_left(when)) == (full, short, shortest)
