"""Plays any game at Piecepack by Post by its legal actions alone. Needs Python 3.11, httpx and PIECEPACK_TOKEN."""

import argparse
import os
import random
import time
from typing import Any

import httpx


def choose(seen: Any, legal: list[Any]) -> Any:
    """Think here. `seen` is what the seat sees; `words` of a legal action says what it is."""
    return random.choice(legal)["action"]


def call(site: httpx.Client, method: str, path: str, **more: Any) -> httpx.Response:
    """Ask the site; wait while it says so or is away. Raises `httpx.HTTPStatusError` with the site's own sentence."""
    more.setdefault("headers", {"Idempotency-Key": os.urandom(16).hex()})  # sent twice, it is carried out once
    reply = httpx.Response(503, headers={"Retry-After": "0"})
    while reply.status_code in (429, 500, 502, 503, 504):
        time.sleep(int(reply.headers.get("Retry-After", 2)))
        try:
            reply = site.request(method, path, **more)
        except (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError):
            reply = httpx.Response(503)
    if reply.is_error:
        words = reply.json()["detail"] if "json" in reply.headers.get("Content-Type", "") else reply.reason_phrase
        raise httpx.HTTPStatusError(words, request=reply.request, response=reply)
    return reply


def decide(site: httpx.Client, number: int) -> Any:
    """Return the answer at one table, or None if we are not asked."""
    legal = call(site, "GET", f"matches/{number}/legal-actions").json()
    if not legal["results"]:
        return None
    action = choose(call(site, "GET", f"matches/{number}").json()["seen"], legal["results"])
    return {"step": legal["step"], "actions": [action]}


def answer(site: httpx.Client, number: int) -> None:
    """Answer at one table."""
    if decided := decide(site, number):
        call(site, "POST", f"matches/{number}/answers", json=decided)


def play(site: httpx.Client, number: int | None) -> None:
    """Answer wherever the site waits for us, until the match of this number is over."""
    etag = ""
    while number is None or call(site, "GET", f"matches/{number}").json()["status"] in ("open", "running", "paused"):
        reply = call(site, "GET", "turns", params={"wait": 30}, headers={"If-None-Match": etag})
        etag = reply.headers["ETag"]
        for turn in reply.json()["turns"] if reply.status_code == 200 else []:
            try:
                answer(site, turn["number"])
            except httpx.HTTPStatusError as refused:
                print(f"Table {turn['number']}: {refused}")
                etag = ""
                time.sleep(2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play at Piecepack by Post.")
    parser.add_argument("url", help="address of the site")
    parser.add_argument("--open", metavar="GAME", help="open a table of this game")
    parser.add_argument("--seats", type=int, default=0, help="open seats besides ours")
    parser.add_argument("--bots", type=int, default=0, help="seats for the site's bots")
    parser.add_argument("--join", type=int, metavar="NUMBER", help="take a seat at this table")
    given = parser.parse_args()
    token = {"Authorization": f"Bearer {os.environ['PIECEPACK_TOKEN']}"}
    site, number = httpx.Client(base_url=f"{given.url}/api/v1/", headers=token, timeout=60), given.join
    if given.open:
        seats = [{"kind": "open"}] * given.seats + [{"kind": "bot", "name": "random"}] * given.bots
        number = call(site, "POST", "matches", json={"game": given.open, "seats": seats}).json()["number"]
        print(f"Opened table {number}.", flush=True)
    elif number is not None:
        call(site, "POST", f"matches/{number}/seat", json={})
    play(site, number)
    print(call(site, "GET", f"matches/{number}").json()["result"])
