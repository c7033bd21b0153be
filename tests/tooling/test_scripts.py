"""Scripts say nothing of their own: what people read comes with the page, in the reader's language."""

import re

from babel.messages.jslexer import tokenize

from foundation.catalogues import ROOT
from tests.tooling.spoken_attributes import FOR_SCRIPTS, SAID_BY_SCRIPTS, attributes_in, scripts

WORDS = re.compile(r"[A-Z][a-z’']+,? [a-z]|^\W*[a-z’']+ [a-z’' ]+[.?!…]$|^ [a-z]+ $|[a-z] …|\ben-(GB|US)\b")
"""A sentence, its end, a word that joins two others, and a language that the reader may not read."""


def said_by(script: str) -> list[str]:
    """The texts of a script that people would read in English."""
    tokens = tokenize(script, template_string=True)
    texts = [token.value[1:-1] for token in tokens if token.type in ("string", "template_string")]
    return [text for text in texts if WORDS.search(text)]


def test_no_script_says_anything_in_english():
    found = {str(path.relative_to(ROOT)): said_by(path.read_text()) for path in scripts()}
    assert len(found) > 20
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_what_a_script_says_is_found():
    script = """"use strict"; const tab = place.querySelector(".tab-row a"); // A note, not a text
    say("The site did not take it. Send it again."); say(short ? ". choose one more." : ".");
    chosen.join(" and "); button.textContent = `${act} sealing …`; new Intl.DateTimeFormat("en-GB");"""
    assert said_by(script) == [
        "The site did not take it. Send it again.",
        ". choose one more.",
        " and ",
        "${act} sealing …",
        "en-GB",
    ]


def test_every_attribute_that_a_script_reads_is_known_to_be_spoken_or_not():
    assert attributes_in(["say(live().dataset.stays); form.dataset.seedHash"]) == {"data-stays", "data-seed-hash"}
    read = attributes_in(path.read_text() for path in scripts())
    assert read - SAID_BY_SCRIPTS - FOR_SCRIPTS == set(), "add them to one of the two"
    assert (SAID_BY_SCRIPTS | FOR_SCRIPTS) - read == set(), "no script reads these any more"
    assert SAID_BY_SCRIPTS.isdisjoint(FOR_SCRIPTS)
