"""Follows the WebSocket of Piecepack by Post and answers as soon as it is asked.

Needs httpx, websockets, and client.py beside it.

export PIECEPACK_TOKEN=pbp_…
python examples/stream.py http://127.0.0.1:8000                # play wherever it is asked, for ever
python examples/stream.py http://127.0.0.1:8000 --until-over   # until none of its matches runs
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from typing import Any

import httpx
from client import answer
from websockets.exceptions import ConnectionClosedError, InvalidHandshake
from websockets.sync.client import connect

TOKEN_REFUSED = 4401


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


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description="Play at Piecepack by Post, told by a WebSocket.")
    parser.add_argument("url", help="address of the site")
    parser.add_argument("--until-over", action="store_true", help="stop when all matches are over")
    given = parser.parse_args()
    token = {"Authorization": f"Bearer {os.environ['PIECEPACK_TOKEN']}"}
    address = given.url.replace("http", "ws", 1) + "/ws/v1/turns"
    with httpx.Client(base_url=f"{given.url}/api/v1/", headers=token, timeout=60) as site:
        begun = False
        for message in follow(address, token):
            for turn in message["turns"]:
                try:
                    answer(site, turn["number"])
                except httpx.HTTPStatusError as refused:
                    print(f"Table {turn['number']}: {refused}")
            begun = begun or message["running"] > 0
            if given.until_over and begun and not message["running"]:
                return


if __name__ == "__main__":
    main()
