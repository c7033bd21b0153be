"""Bot accounts and tokens: their pages, and what neither can do."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.test import Client
from django.utils import timezone

from accounts.identity.bot_accounts import MOST, close_bot_account
from accounts.identity.selectors import selves, selves_of, with_selves
from accounts.models import BotAccount, Token, User, UserKind
from accounts.security.tokens import MOST as MOST_TOKENS
from accounts.security.tokens import TokenRefused, digest_of, open_token
from tests.accounts.people import show_password
from tests.matches.tables import person
from tests.tooling.error_codes import rows

pytestmark = pytest.mark.django_db
TEXT = re.compile(r"pbp_[\w-]{43}")
TOKEN = {"name": "laptop", "scopes": ["read", "play"], "days": "30"}
ADA = {"username": "ada-bot", "about": "Bids low.", "link": "https://example.org/ada"}


@pytest.fixture
def ana() -> Client:
    """The browser of ana, who has just shown her password."""
    client = Client()
    client.force_login(person("ana"))
    return show_password(client, "piecepack")


def made(client: Client, **fields: str) -> Any:
    return client.post("/people/me/bots/", ADA | fields)


def test_all_accounts_of_a_person_are_found_from_each_of_them_at_once(django_assert_num_queries: Any):
    owner, stranger = person("ana"), person("ben")
    bots = [User.objects.create(username=name, name_key=name, kind=UserKind.BOT) for name in ("bid", "tell")]
    for bot in bots:
        BotAccount.objects.create(user=bot, owner=owner)
    everyone = {owner.pk, *(bot.pk for bot in bots)}
    expected = {owner: everyone, bots[0]: everyone, bots[1]: everyone, stranger: {stranger.pk}}
    with django_assert_num_queries(1):
        assert with_selves(User.objects.filter(pk__in=[user.pk for user in expected])) == expected
    assert [selves(user) for user in expected] == list(expected.values())
    assert selves_of([0]) == {0: {0}}, "nobody has this number"


def test_a_person_makes_a_bot_account_and_gives_it_a_token(ana: Client):
    assert made(ana).headers["Location"] == "/people/me/bots/ada-bot/"
    bot_account = BotAccount.objects.get()
    assert (bot_account.user.kind, bot_account.owner) == (UserKind.BOT, person("ana"))
    reply = ana.post("/people/me/bots/ada-bot/token/", TOKEN)
    text = TEXT.findall(reply.content.decode())[0]
    assert "no-store" in reply.headers["Cache-Control"]
    token = open_token(text=text, now=timezone.now())
    assert (token.user, token.scopes, token.name) == (bot_account.user, ["read", "play"], "laptop")
    assert token.expires_at - token.made_at == timedelta(days=30)


def test_a_token_is_shown_once_and_kept_as_a_hash(ana: Client):
    text = TEXT.findall(ana.post("/people/me/tokens/new/", TOKEN).content.decode())[0]
    page = ana.get("/people/me/tokens/").content.decode()
    assert "laptop" in page and text not in page
    assert Token.objects.get().digest == digest_of(text)
    assert text not in str(list(Token.objects.values_list()))


def test_a_token_is_revoked_and_its_last_use_is_shown(ana: Client):
    text = TEXT.findall(ana.post("/people/me/tokens/new/", TOKEN).content.decode())[0]
    assert "not used yet" in ana.get("/people/me/tokens/").content.decode()
    open_token(text=text, now=timezone.now())
    assert "last used" in ana.get("/people/me/tokens/").content.decode()
    ana.post(f"/people/me/tokens/{Token.objects.get().pk}/revoke/")
    with pytest.raises(TokenRefused, match="revoked"):
        open_token(text=text, now=timezone.now())


def test_what_others_read_of_a_bot_account(ana: Client):
    made(ana)
    page = Client().get("/people/ada-bot/").content.decode()
    assert "Bids low." in page and 'href="https://example.org/ada"' in page and 'href="/people/ana/"' in page
    ana.post("/people/me/bots/ada-bot/", {"about": "Bids high.", "link": ""})
    page = Client().get("/people/ada-bot/").content.decode()
    assert "Bids high." in page and "example.org" not in page


BAD = [{"username": name} for name in ("a", "ana", "house-9")] + [{"link": "javascript:alert(1)"}, {"about": "x" * 501}]


@pytest.mark.parametrize("fields", BAD)
def test_bot_accounts_that_cannot_be(ana: Client, fields: dict[str, str]):
    assert made(ana, **fields).status_code == 200
    assert not BotAccount.objects.exists() and not User.objects.filter(kind=UserKind.BOT).exists()


def test_a_person_has_so_many_bot_accounts_and_tokens_at_most(ana: Client):
    for number in range(MOST):
        assert made(ana, username=f"ada-{number}").status_code == 302
    assert b"You can have 5 bot accounts" in made(ana).content
    for _ in range(MOST_TOKENS):
        assert ana.post("/people/me/tokens/new/", TOKEN).status_code == 200
    refused = ana.post("/people/me/tokens/new/", TOKEN)
    assert refused.status_code == 400 and b"There can be 10 tokens" in refused.content
    assert Token.objects.count() == MOST_TOKENS


def test_a_bot_account_cannot_log_in(ana: Client):
    made(ana)
    for password in ("", "!", "piecepack"):
        assert authenticate(username="ada-bot", password=password) is None
    reply = Client().post("/accounts/login/", {"login": "ada-bot", "password": "!"})
    assert "_auth_user_id" not in reply.client.session


def test_nobody_reaches_the_bot_accounts_and_tokens_of_others(ana: Client):
    made(ana)
    ana.post("/people/me/bots/ada-bot/token/", TOKEN)
    number = Token.objects.get().pk
    ben = Client()
    ben.force_login(person("ben"))
    show_password(ben, "piecepack")
    assert ben.get("/people/me/bots/ada-bot/").status_code == 404
    for path in ("bots/ada-bot/", "bots/ada-bot/token/", "bots/ada-bot/close/", f"tokens/{number}/revoke/"):
        assert ben.post(f"/people/me/{path}", TOKEN).status_code == 404
    assert Token.objects.get().revoked_at is None and BotAccount.objects.get().user.is_active


@pytest.mark.parametrize("kind", [UserKind.GUEST, UserKind.BOT])
def test_guests_and_bot_accounts_make_neither(kind: UserKind):
    user = User.objects.create_user(username="zoe", kind=kind)
    client = Client()
    client.force_login(user)
    for path in ("bots/", "tokens/", "tokens/new/"):
        reply = client.post(f"/people/me/{path}", ADA | TOKEN)
        assert reply.status_code in (404, 405) or reply.headers["Location"].startswith("/people/keep/")
    assert not Token.objects.exists() and not BotAccount.objects.exists()


def test_a_bot_account_that_is_closed_or_whose_owner_is_can_do_nothing(ana: Client):
    texts = []
    for name in ("ada-bot", "bea-bot"):
        made(ana, username=name)
        texts.append(TEXT.findall(ana.post(f"/people/me/bots/{name}/token/", TOKEN).content.decode())[0])
    ana.post("/people/me/bots/ada-bot/close/")
    User.objects.filter(username="ana").update(is_active=False)
    for text, code in zip(texts, ("token_revoked", "account_closed"), strict=True):
        with pytest.raises(TokenRefused) as refused:
            open_token(text=text, now=timezone.now())
        assert refused.value.code == code
    close_bot_account(bot_account=BotAccount.objects.get(user__username="ada-bot"), now=timezone.now())


@pytest.mark.parametrize("place", ["page", "docs"])
def test_a_sample_program_is_begun_in_an_environment_of_its_own(place: str):
    """Debian installs no packages into its own Python, and has no command named `python`."""
    docs = (settings.BASE_DIR / "docs/bot-authors.md").read_text()
    text = docs if place == "docs" else Client().get("/api/").content.decode()
    lines = [line.partition("<code>")[2] or line.strip() for line in text.splitlines()]
    begun = lines[lines.index("python3 -m venv bots") :][:4]
    assert begun[1:3] == ["bots/bin/pip install httpx", "export PIECEPACK_TOKEN=pbp_…"]
    assert begun[3].startswith("bots/bin/python client.py http")


@pytest.mark.parametrize("language", ["", "de/", "es/", "fr/"])
def test_the_help_names_every_reason_for_which_a_token_is_refused(language: str):
    lines = (settings.BASE_DIR / f"docs/{language}bot-authors.md").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("  | 401 |")]
    assert {row.code for row in rows() if row.status == 401} == set(re.findall("`(.*?)`", line))


def test_a_sample_program_is_taken_home():
    assert Client().get("/api/examples/client.py").content.startswith(b'"""Plays any game')
    assert Client().get("/api/examples/settings.py").status_code == 404
    assert Client().get("/api/").status_code == Client().get("/api/v1/try").status_code == 200
