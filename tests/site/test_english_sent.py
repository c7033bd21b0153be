"""No mail, push message or message to a messenger says anything in English to a reader of another language."""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client, override_settings
from django.utils import translation

from accounts.models import User
from accounts.security.safety_mails import CHANGES, send_safety_mail
from foundation.language import read_by
from notifications.channels.by_messenger import text_of
from notifications.channels.by_push import payload_of
from notifications.channels.letters import digest_mail, notice_mail, turns_mail
from notifications.kinds import NOTICE_SPECS, Kind
from notifications.models import Channel, Notice
from tests.accounts.people import person, show_password
from tests.accounts.times import NOW
from tests.site.english_left import OFFERED, WORD, Page, left_in, names_kept, reading_pseudo
from tests.site.matrix.asking import addresses, cases, path_of, said_on, small_world, undone
from tests.site.matrix.forms import form_of
from tests.site.matrix.states import bring_about
from tests.site.matrix.table import Case
from tests.site.matrix.world import World
from tests.support.pseudo import LEFT_TO_RIGHT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pseudo_languages")]
NAME = "Аня"
"""A name without a Latin letter, which would look like English."""
WRITTEN = re.compile(r"Be kind|Seen\.|Autumn|Steep|The lair|The other cup|player-#|\b(?:mine|All|none)\b")
"""What the forms of the test have in them, or the small world has named."""
ROLES = ("host", "organiser", "senior")


@pytest.fixture(autouse=True)
def _offered() -> Iterator[None]:
    """A worker's own language is English."""
    with override_settings(LANGUAGES=OFFERED), reading_pseudo(), translation.override("en-gb"):
        yield


def texts_of(letter: Any) -> list[str]:
    """What people read of a mail: its subject, and its two forms."""
    assert isinstance(letter, EmailMultiAlternatives)
    return [str(letter.subject), *str(letter.body).splitlines(), *Page(str(letter.alternatives[0][0])).texts]


def left(texts: Iterable[str]) -> set[str]:
    return set(left_in(texts, names_kept()))


def notice(user: User, kind: str, **more: Any) -> Notice:
    """A notice as its kind words it, about something with a name."""
    context = {"title": NAME, "text": "", "path": "/", "deadline": (NOW + timedelta(days=1)).isoformat(), **more}
    return Notice(pk=1, user=user, kind=kind, topic="match:1", context=context, due_at=NOW, made_at=NOW)


def sent_of(one: Notice) -> list[str]:
    """Everything that any channel would say of a notice."""
    with read_by(one.user):
        words = text_of(one)
        return [*texts_of(notice_mail(notice=one, address="a@example.org")), payload_of(one)["title"], *words[:2]]


@pytest.mark.parametrize("more", [{}, {"no_hurry": True}, {"deadline": ""}], ids=["timed", "no hurry", "no deadline"])
def test_no_kind_of_notice_has_english(more: dict[str, Any]) -> None:
    ana = person("ana")
    assert left([text for kind in NOTICE_SPECS for text in sent_of(notice(ana, kind, **more))]) == set()


@pytest.mark.parametrize("count", [1, 2])
def test_mails_about_several_things_have_no_english(count: int) -> None:
    ana = person("ana")
    turns, news = ([notice(ana, kind) for _ in range(count)] for kind in (Kind.TURN, Kind.NEWS))
    with read_by(ana):
        letters = [turns_mail(notices=turns, address="a@example.org")]
        for notices in (turns, news, turns + news):
            letters += [digest_mail(notices=notices, user=ana, address="a@example.org")]
    assert left([text for letter in letters for text in texts_of(letter)]) == set()


def test_no_mail_about_safety_has_english() -> None:
    ana = person("ana")
    assert all(send_safety_mail(user=ana, change=change) for change in CHANGES)
    assert left([text for letter in mail.outbox for text in texts_of(letter)]) == set()


def test_mails_about_accounts_have_no_english() -> None:
    person("ana")
    browser, headers = Client(), {"Accept-Language": LEFT_TO_RIGHT}
    for address in ("zoe@example.org", "ana@example.org"):
        fresh = {"username": f"new-{address[:3]}", "email": address, "password1": "sealing-wax-9"}
        Client().post("/accounts/signup/", fresh, headers=headers)
        Client().post("/accounts/password/reset/", {"email": address}, headers=headers)
    browser.force_login(person("ben"))
    show_password(browser)
    browser.post("/accounts/email/", {"email": "b@example.org", "action_add": ""}, headers=headers)
    assert {letter.to[0] for letter in mail.outbox} == {"zoe@example.org", "ana@example.org", "b@example.org"}
    assert left([text for letter in mail.outbox for text in texts_of(letter)]) == set()


@pytest.mark.exhaustive("every form in every state, sent by three roles")
def test_what_forms_lead_to_has_no_english() -> None:
    with small_world() as world:
        told, names = list(_texts_and_kinds(world)), names_kept()
        found = set(left_in({text for texts, _ in told for text in texts}, names))
    assert {text for text in found if WORD.search(WRITTEN.sub("", text))} == set()
    assert {kind for _, kind in told} > {"", Kind.OVER, Kind.CHAT, Kind.PAUSED, Kind.INVITATION}


def _texts_and_kinds(world: World) -> Iterator[tuple[list[str], str]]:
    """The texts and kind of each notice, and without a kind what pages say, that any form leads to."""
    yield from _notices_after(0)
    for address in addresses():
        if address.for_programs:
            continue
        for case in cases(address):
            if case.method != "POST":
                continue
            with undone():
                before = _last_notice()
                bring_about(world, case.route, case.state)
                yield from _notices_after(before)
                for role in ROLES:
                    with undone():
                        yield from _texts_after(world, path_of(world, address, case.state), case, role)


def _texts_after(world: World, path: str, case: Case, role: str) -> Iterator[tuple[list[str], str]]:
    """What one form leads to, for one role."""
    client, last = world.client(), _last_notice()
    client.cookies.load(world.cookies[role])
    reply = client.post(path, form_of(world, case.route, case.state), headers={"Accept-Language": LEFT_TO_RIGHT})
    with translation.override(LEFT_TO_RIGHT):
        yield [str(one.message) for one in said_on(reply)], ""
    if "html" in reply.headers.get("Content-Type", "") and not reply.streaming:
        yield Page(reply.content.decode()).texts, ""
    yield from _notices_after(last)


def _last_notice() -> int:
    return Notice.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _notices_after(last: int) -> Iterator[tuple[list[str], str]]:
    for one in Notice.objects.filter(pk__gt=last, channel=Channel.PAGE).select_related("user"):
        yield sent_of(one), one.kind
