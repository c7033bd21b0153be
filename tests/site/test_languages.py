"""Pages, mails and the API speak the language of their reader, if it is offered."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import caches
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.identity.services import change_preferences, create_guest
from accounts.models import User
from accounts.security.reset_mails import send_reset_mail
from accounts.security.safety_mails import send_safety_mail
from accounts.web.languages import visitor_language
from engine.language import YOU, Person, plural, say
from engine.names import ReaderNames
from engine.quick_chance import RandomChance
from examples.goofspiel.rules import GOOFSPIEL
from foundation.language import language_of, read_by
from tests.accounts.people import person
from tests.matches.tables import NOON
from tests.support.html import squeezed
from tests.support.pseudo import LEFT_TO_RIGHT, RIGHT_TO_LEFT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pseudo_languages")]
OFFERED = [("en-gb", "English"), ("de", "Deutsch"), (LEFT_TO_RIGHT, "⟦qps⟧"), (RIGHT_TO_LEFT, "⟦qpr⟧")]
MANY = override_settings(LANGUAGES=OFFERED)
LOGIN = "/accounts/login/"
SEEN = {"en": ">Log in</h1>", "de": ">Anmelden</h1>", LEFT_TO_RIGHT: "⟦Ļöĝ îñ··⟧</h1>"}


def heading(client: Client, path: str = LOGIN, **headers: str) -> str:
    page = client.get(path, headers=headers).content.decode()
    return next((language for language, words in SEEN.items() if words in page), "none")


def test_visitors_read_the_language_of_their_browser():
    with MANY:
        assert heading(Client()) == "en"
        assert heading(Client(), accept_language="de-AT,de;q=0.9,en;q=0.5") == "de"
        assert heading(Client(), accept_language="tlh,en-US;q=0.5") == "en"
        assert "Accept-Language" in Client().get(LOGIN)["Vary"]


def test_a_language_that_is_not_offered_is_read_by_nobody():
    user = person("ana", language="de")
    with override_settings(LANGUAGES=OFFERED[:1]):
        reply = Client().get(f"{LOGIN}?lang=de", headers={"accept-language": "de"})
        assert SEEN["en"] in reply.content.decode() and "Accept-Language" not in reply["Vary"]
        assert language_of(user) == "en-gb"
    with MANY:
        assert heading(Client(), f"{LOGIN}?lang=tlh") == "en"
        assert language_of(user) == "de"


def test_a_shared_link_names_the_language_and_the_browser_keeps_it():
    client = Client()
    with MANY:
        assert heading(client, f"{LOGIN}?lang=de") == "de"
        assert heading(client) == "de"
        page = client.get(LOGIN).content.decode()
    assert '<html lang="de"' in page


def test_a_page_names_its_versions_in_all_languages_and_the_one_for_everybody_else():
    with MANY:
        page = Client().get(f"{LOGIN}?lang=de").content.decode()
        address = f"{settings.SITE_URL}{LOGIN}"
    versions = {code: f"{address}?lang={code}" for code, _ in OFFERED} | {"x-default": address}
    assert dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page)) == versions
    assert re.findall(r'<a href="\?lang=([^"]+)" hreflang="([^"]+)"', squeezed(page)) == [
        (code, code) for code, _ in OFFERED
    ]


def test_those_who_have_an_account_find_the_choice_at_the_foot_too():
    link = '<a href="/people/me/#id_language">Language</a>'
    client = Client()
    assert link not in squeezed(client.get("/").text)
    client.force_login(person("ana"))
    with MANY:
        assert link in squeezed(client.get("/").text)
        assert 'id="id_language"' in client.get("/people/me/").text
    with override_settings(LANGUAGES=OFFERED[:1]):
        assert link not in squeezed(client.get("/").text)


def test_other_versions_of_a_page_keep_what_its_address_asks_for():
    with MANY:
        page = squeezed(Client().get("/tables/?show=running&lang=de&q=a%26b").content.decode())
    asked = "?show=running&amp;q=a%26b"
    versions = {code: f"{settings.SITE_URL}/tables/{asked}&amp;lang={code}" for code, _ in OFFERED}
    versions["x-default"] = f"{settings.SITE_URL}/tables/{asked}"
    assert dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page)) == versions
    assert re.findall(r'<a href="([^"]+)" hreflang=', page) == [f"{asked}&amp;lang={code}" for code, _ in OFFERED]


def test_what_caches_keep_for_everyone_and_programs_get_sets_no_cookie():
    with MANY:
        keys = Client().get("/.well-known/piecepack-keys.json?lang=de")
        assert "public" in keys["Cache-Control"]
        for reply in (keys, Client().get("/api/v1/version?lang=de"), Client().get("/worker.js?lang=de")):
            assert not reply.cookies, reply.request["PATH_INFO"]


def test_an_account_has_a_language_of_its_own():
    client, ana = Client(), person("ana")
    client.force_login(ana)
    with MANY:
        chosen = {"language": "de", "time_zone": "UTC", "date_language": "en-gb"}
        said = client.post("/people/me/", chosen, follow=True).content.decode()
        assert "Deine Einstellungen sind gespeichert." in said
        assert User.objects.get(pk=ana.pk).language == "de"
        assert heading(client, accept_language=LEFT_TO_RIGHT) == "de"
        client.post("/accounts/logout/")
        assert heading(client) == "de"
        refused = client.post("/people/me/", chosen | {"language": "tlh"})
    assert refused.status_code in (200, 302)


CHOICE = {"time_zone": "UTC", "date_language": "en-gb"}


@pytest.mark.parametrize(
    ("chosen", "first", "later"),
    [("de", "de", "de"), ("", LEFT_TO_RIGHT, LEFT_TO_RIGHT), ("tlh", LEFT_TO_RIGHT, LEFT_TO_RIGHT)],
)
def test_a_link_in_another_language_is_remembered_unless_the_account_decides(chosen: str, first: str, later: str):
    client = Client(headers={"accept-language": "de"})
    client.force_login(person("ana", language=chosen))
    with MANY:
        page = client.get(f"/turns/?lang={LEFT_TO_RIGHT}").content.decode()
        assert f'<html lang="{first}"' in page
        client.post("/accounts/logout/")
        assert heading(client) == later


def test_as_in_my_browser_ends_another_choice():
    client = Client(headers={"accept-language": "de"})
    client.force_login(person("ana"))
    with MANY:
        client.post("/people/me/?lang=de", CHOICE | {"language": LEFT_TO_RIGHT})
        assert heading(client) == LEFT_TO_RIGHT
        said = client.post("/people/me/", CHOICE | {"language": ""}, follow=True).content.decode()
        assert '<html lang="de"' in said and "Deine Einstellungen sind gespeichert." in said
        client.post("/accounts/logout/")
        assert heading(client) == "de"


def test_a_choice_holds_also_where_the_address_of_the_page_names_another():
    client = Client()
    client.force_login(person("ana"))
    with MANY:
        client.post("/people/me/?lang=de", CHOICE | {"language": LEFT_TO_RIGHT})
        client.post("/accounts/logout/")
        assert heading(client) == LEFT_TO_RIGHT


def test_who_reads_as_in_the_browser_gets_mails_in_the_language_read_last():
    client, ana = Client(headers={"accept-language": "de"}), person("ana")
    client.force_login(ana)
    with MANY, CaptureQueriesContext(connection) as asked:
        for _ in range(3):
            client.get("/people/me/")
        client.get("/people/me/", headers={"accept-language": "en"})
        client.get("/people/me/", headers={"accept-language": "de"})
        send_safety_mail(user=User.objects.get(pk=ana.pk), change="new_device")
    assert [letter.subject for letter in mail.outbox] == ["Eine Anmeldung von einem neuen Gerät"]
    noted = [query["sql"] for query in asked if query["sql"].startswith("UPDATE") and "language_seen" in query["sql"]]
    assert len(noted) == 1, "two browsers in two languages do not take turns at writing"
    caches["near"].delete(f"language-noted:{ana.pk}")
    with MANY:
        client.get("/people/no-such-page/", headers={"accept-language": "en"})
        assert User.objects.get(pk=ana.pk).language_seen == "de", "a page that is not there is not read"
        client.get("/people/me/", headers={"accept-language": "en"})
    assert User.objects.get(pk=ana.pk).language_seen == "en-gb"


def test_what_was_read_counts_less_than_a_choice_and_only_if_it_is_offered():
    chosen, read = person("ana", language=LEFT_TO_RIGHT, language_seen="de"), person("ben", language_seen="tlh")
    with MANY:
        assert [language_of(chosen), language_of(read)] == [LEFT_TO_RIGHT, "en-gb"]
        client = Client(headers={"accept-language": "de"})
        client.force_login(chosen)
        client.get("/people/me/")
    assert User.objects.get(pk=chosen.pk).language_seen == "de"


def test_what_a_form_says_is_in_the_language_of_the_account_not_of_the_browser():
    client, _ = Client(headers={"accept-language": "en"}), person("ben")
    client.force_login(person("ana", language="de"))
    with MANY:
        sent = {"category": "abuse", "words": "Er beleidigt mich."}
        said = client.post("/report/?player=ben", sent, follow=True).content.decode()
    assert "Danke. Die Moderation" in said


def of_suspended(client: Client, ana: User) -> Any:
    User.objects.filter(pk=ana.pk).update(suspended_until=NOON + timedelta(days=9_000), suspended_why="abuse")
    return client.get("/turns/")


def of_too_many_writes(client: Client, ana: User) -> Any:
    with override_settings(WRITES_PER_MINUTE=1):
        return [client.post("/notices/read/") for _ in range(2)][-1]


def of_nul(client: Client, ana: User) -> Any:
    return client.get("/turns/?q=%00")


@pytest.mark.parametrize(("refused", "status"), [(of_suspended, 403), (of_too_many_writes, 429), (of_nul, 400)])
def test_a_page_of_a_middleware_is_in_the_language_of_the_account(
    refused: Callable[[Client, User], Any], status: int
) -> None:
    client, ana = Client(headers={"accept-language": "en"}), person("ana", language="de")
    client.force_login(ana)
    with MANY:
        reply = refused(client, ana)
    assert reply.status_code == status
    assert '<html lang="de"' in reply.content.decode()


def test_guests_and_people_keep_the_language_in_which_they_come():
    with MANY:
        Client().post("/people/guest/", headers={"accept-language": "de"})
        assert User.objects.get(kind="guest").language == "de"
    assert create_guest(zone="", now=NOON).language == ""


def queries(client: Client) -> list[str]:
    """The queries of one page."""
    with CaptureQueriesContext(connection) as asked:
        client.get("/people/me/")
    return [query["sql"] for query in asked]


def test_another_language_costs_no_query():
    client, ana = Client(), person("ana")
    client.force_login(ana)
    queries(client)
    before = queries(client)
    change_preferences(user=ana, changes={"language": "de"})
    with MANY:
        assert len(queries(client)) == len(before) > 0


def test_a_mail_is_in_the_language_of_its_reader():
    ana, ben = person("ana", language="de"), person("ben")
    with MANY, translation.override(LEFT_TO_RIGHT):
        for user in (ana, ben):
            send_safety_mail(user=user, change="new_device")
            send_reset_mail(user=user)
    assert [letter.subject for letter in mail.outbox] == [
        "Eine Anmeldung von einem neuen Gerät",
        "Neues Passwort wählen",
        "A log-in from a new device",
        "Choose a new password",
    ]
    letter = mail.outbox[0]
    assert isinstance(letter, EmailMultiAlternatives)
    assert "Hallo ana," in letter.body and '<html lang="de"' in str(letter.alternatives[0][0])


def test_the_games_speak_as_the_site_does():
    refusal = "You are not asked for an answer now."
    with MANY, translation.override(LEFT_TO_RIGHT):
        assert say(refusal) == "⟦Ýöû áŕé ñöţ ášķéð ƒöŕ áñ áñšŵéŕ ñöŵ.···········⟧"
        with read_by(person("ben", language="de")):
            assert say(refusal) == "Du bist gerade nicht gefragt."
        assert translation.get_language() == LEFT_TO_RIGHT
    assert say(refusal) == refusal


def test_a_new_game_without_translations_reads_in_english():
    def sentences() -> list[str]:
        who, coins = Person.called("Ben"), plural(3, "{count} unheard-of coin", "{count} unheard-of coins")
        mine = say("{who} juggled {coins}", you="you juggled {coins}", who=Person.called("Ana", YOU), coins=coins)
        step: Any = GOOFSPIEL.initial_state(2, GOOFSPIEL.Options(), RandomChance(1))
        seen = GOOFSPIEL.observation(step.state, 0)
        names = ReaderNames(("Ana", "Ben"), None)
        return [
            mine,
            say("{who} juggled {coins}", who=who, coins=coins),
            GOOFSPIEL.wording.task(seen, 0),
            GOOFSPIEL.wording.stage(seen),
            *GOOFSPIEL.wording.events(step.events, names),
        ]

    with MANY, translation.override("de"):
        read = sentences()
    assert read[:2] == ["you juggled 3 unheard-of coins", "Ben juggled 3 unheard-of coins"]
    assert read == sentences()
    assert len(read) > 4


def test_a_page_from_right_to_left_says_so():
    with MANY:
        page = Client().get(f"{LOGIN}?lang={RIGHT_TO_LEFT}").content.decode()
    assert f'<html lang="{RIGHT_TO_LEFT}" dir="rtl"' in squeezed(page)


@pytest.mark.parametrize(("cached", "kept"), [("private", "de"), ("public, max-age=60", "")])
async def test_views_that_are_asynchronous_answer_in_the_language_of_the_link(cached: str, kept: str):
    """And a page that caches keep for everyone sets no cookie."""
    read: list[str | None] = []

    async def view(request: HttpRequest) -> HttpResponse:
        read.append(translation.get_language())
        return HttpResponse("", headers={"Cache-Control": cached})

    with MANY:
        reply = await visitor_language(view)(RequestFactory().get(f"{LOGIN}?lang=de"))
    assert read == ["de"]
    assert {cookie.value for cookie in reply.cookies.values()} == ({kept} if kept else set())
    assert reply["Vary"] == "Accept-Language, Cookie"
    with override_settings(LANGUAGES=OFFERED[:1]):
        alone = await visitor_language(view)(RequestFactory().get(f"{LOGIN}?lang=de"))
    assert read[1] != "de" and not alone.cookies and "Vary" not in alone
