"""Records brought to the site as people run it: the process for checks starts there too."""

from contextlib import closing
from typing import Any

import httpx
import pytest

from games.registry import GAMES
from tests.support.players import TOKEN
from tests.support.records import Writer
from tests.support.site import eventually
from tests.support.tiers import but_for

OK = httpx.codes.OK
LATE = httpx.codes.SERVICE_UNAVAILABLE


def guest(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, trust_env=False, follow_redirects=True, timeout=120)
    token = TOKEN.search(client.get("/accounts/login/").text)
    assert token
    assert client.post("/people/guest/", data={"csrfmiddlewaretoken": token[1]}).status_code == OK
    return client


def brought(client: httpx.Client, data: bytes) -> httpx.Response:
    """The reply to a file, sent until its check is done."""
    token = TOKEN.search(client.get("/replays/").text)
    assert token

    def sent() -> httpx.Response | None:
        form = {"csrfmiddlewaretoken": token[1]}
        reply = client.post("/replays/", data=form, files={"file": ("match.json", data)})
        return None if reply.status_code == LATE else reply

    return eventually(sent, 120) or pytest.fail("The check has no end.")


@pytest.mark.parametrize("kind", but_for(["embedded_site", "server_site"], ["embedded_site"], "a server too"))
def test_a_record_is_brought_and_shown(kind: str, request: pytest.FixtureRequest) -> None:
    site: Any = request.getfixturevalue(kind)
    record = Writer(next(iter(GAMES.values())), 3).play(1000).file()
    with closing(guest(site.url)) as client:
        reply = brought(client, record)
        assert (reply.status_code, reply.url.path.count("/replays/")) == (OK, 1) and "player 2" in reply.text
        reply = brought(client, record.replace(b'"draws":[', b'"draws":[5,', 1))
        assert reply.status_code == httpx.codes.BAD_REQUEST and "does not fit the chain" in reply.text
