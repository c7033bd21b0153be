"""No page shows English to a reader of another language."""

import pytest

from tests.site.english_left import Page, left_by_app


@pytest.mark.django_db
@pytest.mark.exhaustive("every page in every state, as five roles; the texts in the code are counted in `make test`")
def test_no_page_shows_english_in_another_language():
    assert left_by_app() == {}


def test_what_people_read_or_hear_is_found():
    page = '<p title="A hint">Log in <code>curl</code></p><script>let word;</script><input placeholder="A name">'
    page += '<button data-busy="Sealing …"></button><meta name="robots" content="no">'
    page += '<meta property="og:description" content="Ana won">'
    assert [text.strip() for text in Page(page).texts] == ["A hint", "Log in", "A name", "Sealing …", "Ana won"]
