"""Fewer and fewer pages show English to a reader of another language."""

import pytest

from tests.site.english_left import Page, left_by_app

MOST = {
    "matches": 17,
    "notifications": 12,
}
"""The texts left on the pages of each app. Lower them when a room is wrapped: `python -m bench languages` counts."""


@pytest.mark.django_db
@pytest.mark.exhaustive("every page in every state, as five roles; the texts in the code are counted in `make test`")
def test_pages_show_less_english_in_another_language():
    found = left_by_app()
    assert {app: texts for app, texts in found.items() if len(texts) > MOST.get(app, 0)} == {}


def test_what_people_read_or_hear_is_found():
    page = '<p title="A hint">Log in <code>curl</code></p><script>let word;</script><input placeholder="A name">'
    assert [text.strip() for text in Page(page).texts] == ["A hint", "Log in", "A name"]
