"""People who play over plain HTTP, as a browser without JavaScript does."""

import html
import random
import re
from dataclasses import dataclass, field

import httpx

STEP = re.compile(r'name="step" value="(\d+)"')
ACTION = re.compile(r'<input[^>]*name="action"[^>]*>')
VALUE = re.compile(r'value="([^"]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


SHORT_LIVED = httpx.Limits(keepalive_expiry=2)
"""An idle connection is given up before the server closes it after 5 s, perhaps while a request is on its way."""


@dataclass
class Player:
    """Someone with a session of their own."""

    url: str
    name: str
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx.Client(
            base_url=self.url, trust_env=False, follow_redirects=True, timeout=30, limits=SHORT_LIVED
        )

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def log_in(self, password: str = "piecepack") -> None:
        """Log in by the site's form."""
        page = self.client.get("/accounts/login/")
        reply = self.post("/accounts/login/", page, login=self.name, password=password)
        assert reply.url.path == "/turns/", reply.text[:2000]

    def post(self, path: str, page: httpx.Response, **fields: str) -> httpx.Response:
        """Send a form of a page that was fetched before."""
        found = TOKEN.search(page.text)
        assert found is not None, page.text[:2000]
        return self.client.post(path, data={"csrfmiddlewaretoken": found[1], **fields}, headers={"Referer": self.url})

    def open_table(self, slug: str, **fields: str) -> str:
        """Open a table; return its path."""
        path = f"/tables/new/{slug}/"
        page = self.client.get(path)
        reply = self.post(path, page, **{"turn_seconds": "86400", **fields})
        assert reply.status_code == httpx.codes.OK, reply.text[:3000]
        return reply.url.path

    def join(self, path: str) -> None:
        """Take a free seat."""
        assert self.post(f"{path}join/", self.client.get(path)).status_code == httpx.codes.OK

    def answer(self, path: str) -> bool:
        """Seal any listed answer if one is asked for and none is sealed. Return True if one was sealed."""
        page = self.client.get(path)
        step, choices = STEP.search(page.text), ACTION.findall(page.text)
        if step is None or not choices or "envelope-large" in page.text:
            return False
        found = VALUE.search(self.dice.choice(choices))
        assert found is not None
        reply = self.post(f"{path}answer/", page, step=step[1], action=html.unescape(found[1]))
        return reply.status_code == httpx.codes.OK

    def sees_the_end(self, path: str) -> bool:
        """True if the table shows final places."""
        return 'id="result-title"' in self.client.get(path).text
