"""After a form that needed a log-in, the log-in leads to a page that can be shown, and says that nothing was sent."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from tests.accounts.people import PASSWORD, person

pytestmark = pytest.mark.django_db
ANSWER = "/table/2/answer/"


@pytest.mark.parametrize(
    ("form", "page", "back"),
    [
        (ANSWER, "http://testserver/table/2/?conditional_form=1", "/table/2/?conditional_form=1"),
        (ANSWER, "", "/table/2/"),
        (ANSWER, "https://evil.example/table/3/", "/table/2/"),
        (ANSWER, f"http://testserver{ANSWER}", "/table/2/"),
        ("/table/2/chat/say/", "http://testserver/table/2/chat/", "/table/2/chat/"),
        ("/tables/new/bid/", "http://testserver/tables/new/bid/", "/tables/new/bid/"),
        ("/tables/new/bid/", "", "/turns/"),
    ],
)
def test_a_log_in_leads_back_to_the_page_of_the_form(form, page, back):
    person("ana")
    client = Client()
    reply = client.post(form, {"step": "1"}, headers={"referer": page} if page else {})
    assert not Session.objects.exists(), "strangers leave no rows"
    asked = client.get(reply["Location"])
    assert b"the site did not take what you sent" in asked.content
    assert f'name="next" value="{back}"'.encode() in asked.content
    done = client.post("/accounts/login/", {"login": "ana", "password": PASSWORD, "next": back})
    assert done["Location"] == back


def test_a_page_that_needs_a_log_in_leads_to_itself():
    assert Client().get("/turns/")["Location"] == "/accounts/login/?next=/turns/"
