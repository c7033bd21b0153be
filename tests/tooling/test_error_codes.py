"""The page of error codes lists what the source raises, and a program can rely on each code."""

from collections import defaultdict

import pytest

from engine import IllegalAction
from foundation.errors import Refused
from tests.support.processes import ROOT
from tests.tooling.error_codes import STATUS, checks, page, rows, rows_in, source_in


def raised(source: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """The codes in a text, each with its status and its sentences."""
    return [(row.code, row.status, row.sentences) for row in rows_in(source_in("one.py", source))]


def test_the_page_lists_every_code():
    assert (ROOT / "docs/error-codes.md").read_text() == page()
    assert len(rows()) > 400
    assert "chain" in checks()


def test_a_code_has_one_status():
    found = defaultdict(set)
    for row in rows():
        found[row.code].add(row.status)
    assert {code: statuses for code, statuses in found.items() if len(statuses) > 1} == {}


def test_what_refuses_is_known_with_its_status():
    assert {kind.__name__ for kind in (*Refused.__subclasses__(), *IllegalAction.__subclasses__())} <= STATUS.keys()
    for kind in (Refused, *Refused.__subclasses__()):
        assert STATUS[kind.__name__] == kind.status


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise Refused("full", gettext("No."))', ("full", 400, ("No.",))),
        ('raise Busy("full", gettext("No."), wait=2)', ("full", 503, ("No.",))),
        ('raise Refusal(409, "full", gettext("No."), field="/seat")', ("full", 409, ("No.",))),
        ('raise AuthenticationFailed(gettext("No."), "full")', ("full", 401, ("No.",))),
        ('WORDS = gettext_lazy("No.")\nraise Stale("full", WORDS)', ("full", 409, ("No.",))),
        ('raise Refused("full", gettext("{n}").format(n=gettext("one")))', ("full", 400, ("{n}",))),
        ('raise Refused("full", ngettext("One.", "{n}.", n))', ("full", 400, ("{n}.",))),
        ('def say_no(): return say("No.")\nraise Refused("full", say_no())', ("full", 400, ("No.",))),
        ('raise Refused("full", str(error))', ("full", 400, ())),
    ],
)
def test_sentences_are_found_wherever_they_are(source: str, found: tuple[str, int, tuple[str, ...]]):
    assert raised(source) == [found]


def test_a_variable_has_the_sentence_that_it_was_given_last():
    source = """
def check():
    if one:
        words = gettext("One.")
        raise Refused("one", words)
    words = gettext("Two.") if two else gettext("Three.")
    raise Forbidden("two", words.format(name=name))
"""
    assert raised(source) == [("one", 400, ("One.",)), ("two", 403, ("Two.", "Three."))]


def test_a_class_may_have_its_code():
    source = """
class NotAsked(IllegalAction):
    def __init__(self):
        super().__init__("not_asked", say("Not now."))
"""
    assert raised(source) == [("not_asked", 409, ("Not now.",))]


def test_a_code_is_written_out_where_it_is_raised_first():
    assert raised("raise Refused(error.code, error.message)") == []
    with pytest.raises(TypeError, match="Write out the code"):
        raised('raise Refused(f"no_{what}", gettext("No."))')
