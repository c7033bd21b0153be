"""No page shows English to a reader of another language."""

import pytest

from tests.site.english_left import Page, left_by_app, texts_of


@pytest.mark.django_db
@pytest.mark.exhaustive("every page in every state, as five roles; the texts in the code are counted in `make test`")
def test_no_page_shows_english_in_another_language():
    assert left_by_app() == {}


@pytest.mark.django_db
def test_no_feed_and_no_calendar_has_english():
    assert left_by_app(r"\.(atom|ics)") == {}


def test_what_people_read_of_feeds_and_calendars_is_found():
    feed = "<feed><id>tag:turns</id><title>Your turns</title><updated>Mon</updated></feed>"
    assert texts_of(feed, "application/atom+xml") == ["Your turns"]
    event = "BEGIN:VEVENT\r\nUID:turn-of-ana\r\nSUMMARY:Your turn\r\nEND:VEVENT\r\n"
    alarm = f"BEGIN:VCALENDAR\r\n{event}END:VCALENDAR\r\n"
    assert texts_of(alarm, "text/calendar") == ["Your turn"]


def test_what_people_read_or_hear_is_found():
    page = '<p title="A hint">Log in <code>curl</code></p><script>let word;</script><input placeholder="A name">'
    page += '<button data-busy="Sealing …"></button><meta name="robots" content="no">'
    page += '<meta property="og:description" content="Ana won">'
    assert [text.strip() for text in Page(page).texts] == ["A hint", "Log in", "A name", "Sealing …", "Ana won"]
