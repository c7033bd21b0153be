"""Follows the WebSocket of Piecepack by Post and answers as soon as it is asked.

Needs httpx, websockets, and client.py beside it.

export PIECEPACK_TOKEN=pbp_…
python examples/stream.py http://127.0.0.1:8000                # play wherever it is asked, for ever
python examples/stream.py http://127.0.0.1:8000 --until-over   # until none of its matches runs
"""

import argparse
import json
import os

import httpx
from client import answer
from websockets.sync.client import connect


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description="Play at Piecepack by Post, told by a WebSocket.")
    parser.add_argument("url", help="address of the site")
    parser.add_argument("--until-over", action="store_true", help="stop when all matches are over")
    given = parser.parse_args()
    token = {"Authorization": f"Bearer {os.environ['PIECEPACK_TOKEN']}"}
    address = given.url.replace("http", "ws", 1) + "/ws/v1/turns"
    with (
        httpx.Client(base_url=f"{given.url}/api/v1/", headers=token, timeout=60) as site,
        connect(address, additional_headers=token, proxy=None) as stream,
    ):
        begun = False
        # The same as `GET turns`, sent again whenever it changes.
        for message in stream:
            told = json.loads(message)
            for turn in told["turns"]:
                try:
                    answer(site, turn["number"])
                except httpx.HTTPStatusError as refused:
                    print(f"Table {turn['number']}: {refused}")
            begun = begun or told["running"] > 0
            if given.until_over and begun and not told["running"]:
                return


if __name__ == "__main__":
    main()
