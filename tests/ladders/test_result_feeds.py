"""Atom feeds of results: finished matches that everyone may see, and nothing of others."""

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from ladders.models import Challenge, Tournament
from ladders.services.challenges import accept_challenge, make_challenge
from matches.models import Match
from matches.play.answers import submit_answer
from matches.view.match_view import matches
from tests.ladders.play import SLUG, ladder_of, people, play_to_the_end, playing, tournament_of
from tests.matches.tables import NOON, table_of
from tests.matches.test_two_worlds import secret_pairs

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def entries(path: str, client: Client | None = None) -> list[tuple[str, str]]:
    """The title and the words of each entry."""
    reply = (client or Client()).get(path)
    assert reply.status_code == 200
    assert reply["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(reply.content)
    return [
        (str(entry.findtext(f"{ATOM}title")), str(entry.findtext(f"{ATOM}summary")))
        for entry in feed.iter(f"{ATOM}entry")
    ]


def over(*names: str, **settings: Any) -> Match:
    match, _ = table_of(*names, slug=SLUG, **settings)
    play_to_the_end(match.pk, NOON)
    return Match.objects.get(pk=match.pk)


def test_a_players_feed_has_finished_public_matches_with_their_places():
    match = over("ana", "ben")
    table_of("ana", "ben", slug=SLUG)
    ((title, words),) = entries("/ladders/player/ana/results.atom")
    assert title == f"Plaque Auction, table {match.pk}"
    assert "1. " in words and "ana" in words and "ben" in words and "Ended on 4 May 2026" in words


@pytest.mark.parametrize("hidden", [{"private": True}, {"spectators": False}])
def test_private_matches_are_in_no_feed_not_even_their_players_own(hidden: dict[str, Any]):
    over("ana", "ben", **hidden)
    player = Client()
    player.force_login(User.objects.get(username="ana"))
    assert entries("/ladders/player/ana/results.atom", player) == []


def test_a_match_without_names_comes_in_with_them_when_it_is_over_and_not_before():
    match, _ = table_of("ana", "ben", slug=SLUG, anonymous=True)
    assert entries("/ladders/player/ana/results.atom") == []
    play_to_the_end(match.pk, NOON)
    ((_, words),) = entries("/ladders/player/ana/results.atom")
    assert "ana" in words


def test_ladders_and_tournaments_have_feeds_of_their_own_matches():
    match, other = over("ana", "ben"), over("ana", "ben")
    ladder = ladder_of(people(2))
    division = ladder.divisions.get()
    challenge = {"ladder": ladder, "division": division, "challenger": User.objects.get(username="ana")}
    Challenge.objects.create(match=match, made_at=NOON, expires_at=NOON, table_key="1 2", **challenge)
    cup = Tournament.objects.create(
        title="Cup", kind="swiss", game=SLUG, seats=2, starts_at=NOON, made_at=NOON, turn_seconds=60
    )
    cup.all_rounds.create(number=1, starts_at=NOON, deadline=NOON).tables.create(number=1, match=other)
    assert [title for title, _ in entries(f"/ladder/{ladder.slug}/results.atom")] == [
        f"Plaque Auction, table {match.pk}"
    ]
    assert [title for title, _ in entries(f"/tournament/{cup.pk}/results.atom")] == [
        f"Plaque Auction, table {other.pk}"
    ]
    assert Client().get("/ladder/no-such-ladder/results.atom").status_code == 404
    assert Client().get("/ladders/player/nobody/results.atom").status_code == 404


def test_a_feed_that_has_not_changed_is_not_sent_again():
    over("ana", "ben")
    first = Client().get("/ladders/player/ana/results.atom")
    again = Client().get("/ladders/player/ana/results.atom", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert not first.cookies


def test_feeds_are_the_same_bytes_whatever_is_sealed_in_a_running_match_of_theirs():
    users = people(2)
    ladder, cup = ladder_of(users), tournament_of(users, seats=2, rounds=2)
    challenge = make_challenge(ladder_id=ladder.pk, challenger=users[1], opponents=[users[0]], now=NOON)
    challenge = accept_challenge(challenge_id=challenge.pk, user=users[0], now=NOON)
    (table,) = playing(cup)
    assert challenge.match is not None and table.match is not None
    paths = [f"/ladder/{ladder.slug}/results.atom", f"/tournament/{cup.pk}/results.atom"]
    paths += [f"/ladders/player/{user.username}/results.atom" for user in users]
    for running in (challenge.match, table.match):
        match = matches().get(pk=running.pk)
        seats = {seat.number: seat.user_id for seat in match.seats.all()}
        player, *answers = next(secret_pairs(match))
        worlds = []
        for action in answers:
            raw, user = msgspec.to_builtins(action), seats[player] or 0
            submit_answer(match_id=match.pk, user_id=user, step=match.next_step, actions=[raw], now=NOON)
            worlds.append([_of(reader).get(path).content for reader in (None, *users) for path in paths])
        assert worlds[0] == worlds[1]
        assert all(b"<entry>" not in body for body in worlds[0])
    play_to_the_end(challenge.match.pk, NOON)
    assert len(entries(paths[0])) == 1 and entries(paths[1]) == []


def _of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
