"""Wrong tokens: sent without end, they leave nothing in the memory of the site."""

import gc
from collections.abc import Callable
from datetime import timedelta
from types import TracebackType

import pytest
from django.test import Client

from accounts.models import Token, User
from accounts.security.tokens import PREFIX, TokenRefused, create_token, open_token
from tests.accounts.people import person
from tests.accounts.times import NOW

pytestmark = pytest.mark.django_db


def unknown(user: User) -> str:
    return f"{PREFIX}nobody"


def revoked(user: User) -> str:
    token, text = create_token(user=user, name="a", scopes=[], days=30, now=NOW)
    Token.objects.filter(pk=token.pk).update(revoked_at=NOW)
    return text


def expired(user: User) -> str:
    return create_token(user=user, name="b", scopes=[], days=30, now=NOW - timedelta(days=31))[1]


def closed(user: User) -> str:
    text = create_token(user=user, name="c", scopes=[], days=30, now=NOW)[1]
    User.objects.filter(pk=user.pk).update(is_active=False)
    return text


def depth(trace: TracebackType | None) -> int:
    return 0 if trace is None else 1 + depth(trace.tb_next)


@pytest.mark.parametrize("kind", [unknown, revoked, expired, closed])
def test_each_refusal_is_another_object(kind: Callable[[User], str]) -> None:
    text = kind(person("ana"))
    refusals = []
    for _ in range(2):
        with pytest.raises(TokenRefused) as refused:
            open_token(text=text, now=NOW)
        refusals.append(refused.value)
    assert refusals[0] is not refusals[1]
    assert depth(refusals[0].__traceback__) == depth(refusals[1].__traceback__)


def test_no_request_with_a_wrong_token_is_kept() -> None:
    mark, client = "kept for ever ", Client()
    for number in range(20):
        bearer = {"Authorization": f"Bearer {mark}{number}"}
        assert client.get("/api/v1/me", headers=bearer).status_code == 401
    gc.collect()
    found = [one for one in gc.get_objects() if type(one) is dict and mark in str(one.get("HTTP_AUTHORIZATION"))]
    assert len(found) <= 2
