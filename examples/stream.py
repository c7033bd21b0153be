"""Follows the WebSocket of Piecepack by Post and answers as soon as it is asked.

Needs httpx, websockets, and client.py beside it.

export PIECEPACK_TOKEN=pbp_…
python examples/stream.py http://127.0.0.1:8000                # play wherever it is asked, for ever
python examples/stream.py http://127.0.0.1:8000 --until-over   # until none of its matches runs
python examples/stream.py http://127.0.0.1:8000 --socket       # and answer by a WebSocket too
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
from client import answer, call, decide
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

TOKEN_REFUSED = 4401
LONGEST_WAIT = 20


def follow(address: str, token: dict[str, str]) -> Iterator[Any]:
    """The same as `GET turns`, sent again whenever it changes. Connects again when the site was restarted."""
    while True:
        try:
            with connect(address, additional_headers=token, proxy=None) as stream:
                yield from map(json.loads, stream)
        except ConnectionClosedError as closed:
            if closed.rcvd is not None and closed.rcvd.code == TOKEN_REFUSED:
                raise
        except (OSError, InvalidHandshake) as away:
            print(f"The site is away: {away}", flush=True)
        time.sleep(2)


class Answers:
    """Answers by a WebSocket that stays open, and over HTTP while there is none."""

    def __init__(self, address: str, token: dict[str, str]) -> None:
        self.address, self.token = address, token
        self.line: ClientConnection | None = None
        self.opened = ExitStack()

    def answer(self, site: httpx.Client, number: int) -> None:
        """Answer at one table."""
        if decided := decide(site, number):
            key = os.urandom(16).hex()
            try:
                print(f"Table {number}: {self._ask({'number': number, 'answers': decided, 'idempotency_key': key})}")
            except (OSError, InvalidHandshake, ConnectionClosed):
                # It may have arrived. With the same key it is carried out once.
                self.line = None
                self.opened.close()
                call(site, "POST", f"matches/{number}/answers", json=decided, headers={"Idempotency-Key": key})

    def _ask(self, message: dict[str, Any]) -> str:
        """Send a message, and return what the site says. Raises `TimeoutError`, an `OSError`, without a reply."""
        if self.line is None:
            self.line = self.opened.enter_context(connect(self.address, additional_headers=self.token, proxy=None))
        self.line.send(json.dumps({"id": 1, **message}))
        reply = json.loads(self.line.recv(timeout=LONGEST_WAIT))
        return str(reply["body"].get("detail", "sealed"))


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description="Play at Piecepack by Post, told by a WebSocket.")
    parser.add_argument("url", help="address of the site")
    parser.add_argument("--until-over", action="store_true", help="stop when all matches are over")
    parser.add_argument("--socket", action="store_true", help="answer by a WebSocket too")
    given = parser.parse_args()
    token = {"Authorization": f"Bearer {os.environ['PIECEPACK_TOKEN']}"}
    address = given.url.replace("http", "ws", 1) + "/ws/v1/"
    by = Answers(address + "answers", token).answer if given.socket else answer
    with httpx.Client(base_url=f"{given.url}/api/v1/", headers=token, timeout=60) as site:
        begun = False
        for message in follow(address + "turns", token):
            for turn in message["turns"]:
                try:
                    by(site, turn["number"])
                except httpx.HTTPStatusError as refused:
                    print(f"Table {turn['number']}: {refused}")
            begun = begun or message["running"] > 0
            if given.until_over and begun and not message["running"]:
                return


if __name__ == "__main__":
    main()
