"""The score track of Bid!: every score and the target are on it, and it says them in words."""

from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from games.bid.page.score_track import flags_of, scale_of, ticks_of

SEATS = [SimpleNamespace(name=name) for name in ("Marek", "Odile", "Yuki")]


def drawn(arguments: str) -> ElementTree.Element:
    """Draw a track, and read it as XML, which fails if it is not well-formed."""
    html = Template(f"{{% load bid %}}{{% score_track {arguments} %}}").render(
        Context({"scores": (41, -12, 104), "seats": SEATS})
    )
    return ElementTree.fromstring(html.strip())


@pytest.mark.parametrize("arguments", ["scores 100 seats=seats me=1", "scores"])
def test_well_formed_without_inline_style(arguments: str) -> None:
    for element in drawn(arguments).iter():
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_the_alternative_has_the_target_and_the_scores() -> None:
    assert drawn("scores 100 seats=seats").get("aria-label") == "Scores, target 100: Marek 41, Odile -12, Yuki 104"
    assert drawn("scores").get("aria-label")


def test_names_are_escaped() -> None:
    seats = [SimpleNamespace(name='<b>"')] * 3
    source = "{% load bid %}{% score_track scores seats=seats %}"
    html = Template(source).render(Context({"scores": (1, 2, 3), "seats": seats}))
    assert "<b>" not in html
    assert "&lt;b&gt;&quot; 1" in html


def test_track_holds_every_score_and_the_target() -> None:
    assert scale_of((41, 34), 100) == (0, 100)
    assert scale_of((-12, 104), 100) == (-20, 110)
    assert scale_of((0, 0), None) == (0, 10)


def test_equal_scores_do_not_cover_each_other() -> None:
    flags = flags_of((30, 30, 31, 80), 0, 100)
    assert [flag.level for flag in flags] == [0, 1, 2, 0]


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-20, 110), (0, 200), (0, 10), (-30, 240)])
def test_ticks_are_few_and_on_the_line(low: int, high: int) -> None:
    ticks = ticks_of(low, high, 50)
    assert 2 <= len([tick for tick in ticks if tick.label]) <= 13
    assert all(0 <= float(tick.at) <= 100 for tick in ticks)
