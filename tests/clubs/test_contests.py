"""Ladders and tournaments of a club: who runs them, who plays, who sees them, and what ends with a membership."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from clubs.models import Club, ClubTable
from clubs.services.founding import close_club, reopen
from clubs.services.joining import leave_club
from clubs.services.members import refuse, set_role
from engine import Options
from foundation.errors import Forbidden, Refused
from games.registry import GAMES
from ladders.models import Challenge, Ladder, StandingChange, Tournament
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.ladders import close_ladder, join_ladder, open_ladder
from ladders.services.rounds import advance_tournament
from ladders.services.tournaments import (
    Plan,
    enter_bot,
    enter_tournament,
    make_tournament,
    start_tournament,
)
from matches.models import Match
from matches.view.match_view import may_see
from notifications.services.devices import renew_feed
from rights.services.erasure import ask_for_erasure, erase_account
from tests.api.bots import caller, problem
from tests.clubs.founded import club_of, roles, words_of
from tests.clubs.test_pages import PATHS, PROGRAMS
from tests.ladders.play import CLOCK, SLUG, organiser, play_to_the_end
from tests.ladders.test_result_feeds import entries
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import MASKED
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
OPTIONS = {"option_tokens": "20", "option_ante": "1", "option_bidding": "open"}
TITLES = ("The attic", "The lantern")
LATER = NOON + timedelta(days=1)


def ladder_in(club: Club, *names: str, by: str = "ana") -> Ladder:
    """A ladder of two-seat tables with these members, from the top down."""
    made = open_ladder(
        by=person(by),
        title=TITLES[0],
        slug=SLUG,
        options=GAMES[SLUG].Options(),
        seats=range(2, 3),
        time_control=CLOCK,
        divisions=[],
        moves=2,
        now=NOON,
        club_id=club.pk,
    )
    for name in names:
        join_ladder(ladder_id=made.pk, user=person(name), now=NOON)
    return made


def cup_in(club: Club, *names: str, by: str = "ana", **wanted: Any) -> Tournament:
    """A tournament that these members have entered."""
    options: Options = GAMES[SLUG].Options()
    plan: dict[str, Any] = {"title": TITLES[1], "kind": "swiss", "slug": SLUG, "options": options, "seats": 2}
    plan |= {"starts_at": LATER, "time_control": CLOCK, "club_id": club.pk} | wanted
    made = make_tournament(by=person(by), plan=Plan(**plan), now=NOON)
    for name in names:
        enter_tournament(tournament_id=made.pk, user=person(name), now=NOON)
    return made


def begin(cup: Tournament) -> list[Match]:
    """Start a tournament at its hour; return the matches of its first round."""
    start_tournament(tournament_id=cup.pk, now=LATER)
    advance_tournament(tournament_id=cup.pk, now=LATER)
    return list(Match.objects.filter(tournament_table__round__tournament=cup).order_by("pk"))


def challenged(ladder: Ladder, one: str, other: str) -> Challenge:
    return make_challenge(ladder_id=ladder.pk, challenger=person(one), opponents=[person(other)], now=NOON)


def test_the_owner_opens_a_ladder_and_members_play_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    club = club_of("ana", "ben", "cleo")
    ana, ben = client_of(person("ana")), client_of(person("ben"))
    assert "Open a ladder" in words_of(ana, f"/club/{club.pk}/") and "Open a ladder" not in words_of(ben, "/clubs/")
    assert f"{SLUG}/?club={club.pk}" in words_of(ana, f"/ladders/new/?club={club.pk}")
    form = {"title": TITLES[0], "time_control": "calm", "seats_from": "2", "seats_to": "2", "moves": "2"}
    form |= OPTIONS
    made = ana.post(f"/ladders/new/{SLUG}/?club={club.pk}", form).headers["Location"]
    for client in (ana, ben):
        client.post(f"{made}join/")
    assert TITLES[0] in words_of(ben, f"/club/{club.pk}/") and TITLES[0] in words_of(ben, "/ladders/")
    assert "results.atom" not in words_of(ben, made) and club.title in words_of(ben, made)
    ladder = Ladder.objects.get()
    challenge = accept_challenge(challenge_id=challenged(ladder, "ben", "ana").pk, user=person("ana"), now=NOON)
    match = challenge.match
    assert match is not None and match.private and ClubTable.objects.get(club=club).match == match
    assert may_see(match, person("cleo").pk) and not may_see(match, person("zoe").pk)
    play_to_the_end(match.pk, NOON)
    assert ladder.changes.filter(why="result").count() == 2


def test_members_run_a_tournament_to_its_end_on_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    club = club_of("ana", "ben", "cleo", "dora")
    ana = client_of(person("ana"))
    form = {"title": TITLES[1], "kind": "swiss", "seats": "2", "starts_at": f"{LATER:%Y-%m-%dT%H:%M}", "rounds": "1"}
    form |= {"time_control": "hard", "round_seconds": str(28 * 86400), "go_on": "1", "most_entries": "8"}
    form |= {"repeat_days": "0", **OPTIONS}
    page = ana.post(f"/tournaments/new/{SLUG}/?club={club.pk}", form).headers["Location"]
    for name in ("ben", "cleo", "dora"):
        assert TITLES[1] in words_of(client_of(person(name)), f"/club/{club.pk}/")
        client_of(person(name)).post(f"{page}enter/")
    ana.post(f"{page}enter/", {"bot": "1"})
    ana.post(f"{page}start/")
    cup = Tournament.objects.get()
    assert cup.status == "running" and cup.club == club
    advance_tournament(tournament_id=cup.pk, now=NOON)
    for match in Match.objects.filter(club_table__club=club):
        play_to_the_end(match.pk, NOON)
    advance_tournament(tournament_id=cup.pk, now=NOON)
    assert "wins" in words_of(client_of(person("ben")), page)
    assert "Results" in words_of(ana, f"/club/{club.pk}/")


OF_CONTESTS = (
    *("/ladders/", "/ladders/hall/", "/tournaments/", "/ladder/{ladder}/", "/ladder/{ladder}/why/"),
    *("/ladder/{ladder}/results.atom", "/tournament/{cup}/", "/tournament/{cup}/why/"),
    *("/tournament/{cup}/calendar.ics", "/tournament/{cup}/results.atom", "/ladders/player/ana/results.atom"),
    *("/ladders/export/ladder/{ladder}.json", "/ladders/export/entries/{cup}.csv"),
    *("/ladders/export/standings/{cup}.csv", "/ladders/export/reasons/{cup}.csv", "/ladders/versus/ana/ben/"),
    *("/api/v1/ladders", "/api/v1/ladders/{ladder}", "/api/v1/ladders/{ladder}/rungs", "/api/v1/tournaments"),
    *("/api/v1/tournaments/{cup}", "/api/v1/tournaments/{cup}/entries", "/api/v1/tournaments/{cup}/standings"),
    *("/api/v1/hall/seasons", "/api/v1/hall/tournaments", "/api/v1/sheets/tables/{cup}", "/api/v1/challenges"),
)


def seen_of_contests(club: Club) -> dict[tuple[str, str], tuple[int, bytes]]:
    """All that a visitor, someone else and an organiser of the site get, of each address."""
    ladder, cup = Ladder.objects.first(), Tournament.objects.first()
    names = {"ladder": ladder.slug if ladder else f"c{club.pk}-the-attic", "cup": cup.pk if cup else 1}
    found = {}
    for name in ("", "zoe", "olga"):
        client = client_of(person(name) if name else None)
        for path in (*OF_CONTESTS, *PATHS, *(f"/api/v1/{path}" for path in PROGRAMS)):
            address = path.format(club.pk, **names)
            reply = client.get(address)
            masked = MASKED.sub(b"-", reply.content).replace(address.encode(), b"-")
            assert not any(title.encode() in masked for title in TITLES), address
            found[name, path] = (reply.status_code, masked)
    return found


@pytest.mark.long("worlds that differ in what a club plays")
@pytest.mark.parametrize("joining", ["open", "invitation"])
def test_outsiders_see_the_same_bytes_whatever_is_played_in_the_club(
    joining: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    organiser()
    club = club_of("ana", "ben", "cleo", joining=joining)
    # They have ratings and reliability already, so a club changes their figures and nothing else.
    for _ in range(3):
        open_match, _ = table_of("ana", "ben", slug=SLUG, rated=True)
        play_to_the_end(open_match.pk, NOON)
    worlds = [seen_of_contests(club)]
    ladder, cup = ladder_in(club, "ana", "ben"), cup_in(club, "ana", "ben", rounds=1)
    worlds.append(seen_of_contests(club))
    challenge = accept_challenge(challenge_id=challenged(ladder, "ben", "ana").pk, user=person("ana"), now=NOON)
    for match in [*begin(cup), challenge.match]:
        assert match is not None
        play_to_the_end(match.pk, NOON)
    advance_tournament(tournament_id=cup.pk, now=LATER)
    close_ladder(ladder_id=ladder.pk, by=_runs(club, "cleo"), now=NOON)
    assert Tournament.objects.get().status == "finished"
    worlds.append(_without_ratings(seen_of_contests(club)))
    assert worlds[0] == worlds[1]
    assert _without_ratings(worlds[0]) == worlds[2]


RATED = ("/ladders/", "/people/ana/", "/ladders/versus/ana/ben/", "/api/v1/players/ana/record")
"""Pages with figures of ratings, which rated matches change wherever they are played."""
FIGURES = re.compile(rb'<svg class="history".*?</svg>|[-+\xe2\x88\x92]*\d[\d., ]*', re.DOTALL)
"""Numbers, and the drawing of a rating, which has a line for each round number between its bounds."""


def _without_ratings(found: dict[tuple[str, str], Any]) -> dict[tuple[str, str], Any]:
    """All that is seen, with the figures of such pages masked."""
    return {
        key: (status, FIGURES.sub(b"#", body) if key[1] in RATED else body) for key, (status, body) in found.items()
    }


def _runs(club: Club, name: str) -> User:
    club.memberships.filter(user__username=name).update(role="organiser")
    return person(name)


def test_nobody_from_outside_plays_or_runs_anything() -> None:
    club, olga = club_of("ana", "ben"), organiser()
    ladder, cup = ladder_in(club, "ana"), cup_in(club, "ana")
    for user in (person("zoe"), olga):
        with pytest.raises(Forbidden) as refused:
            join_ladder(ladder_id=ladder.pk, user=user, now=NOON)
        assert refused.value.code == "not_a_member"
        with pytest.raises(Forbidden):
            enter_tournament(tournament_id=cup.pk, user=user, now=NOON)
        with pytest.raises(Forbidden) as refused:
            close_ladder(ladder_id=ladder.pk, by=user, now=NOON)
        assert refused.value.code == "not_an_organiser"
    with pytest.raises(Forbidden):
        join_ladder(ladder_id=ladder.pk, user=person("zoe"), by=person("ana"), now=NOON)
    with pytest.raises(Forbidden):
        ladder_in(club, by="ben")
    with pytest.raises(Refused) as final:
        make_tournament(
            by=olga,
            plan=Plan("Final", "final", SLUG, GAMES[SLUG].Options(), 2, LATER, CLOCK, ladder=ladder),
            now=NOON,
        )
    assert final.value.code == "final_of_what"


def test_an_organiser_who_plays_leaves_to_others_what_the_rules_leave_to_others() -> None:
    club = club_of("ana", "ben", "cleo")
    ladder, cup = ladder_in(club, "ana", "ben"), cup_in(club, "ana", "ben")
    for act in (
        lambda: close_ladder(ladder_id=ladder.pk, by=person("ana"), now=NOON),
        lambda: start_tournament(tournament_id=cup.pk, by=person("ana"), now=NOON),
        lambda: enter_bot(tournament_id=cup.pk, by=person("ana"), now=NOON),
        lambda: refuse(number=club.pk, by=person("ana"), user=person("ben"), now=NOON),
    ):
        with pytest.raises(Forbidden) as refused:
            act()
        assert refused.value.code == "plays_in_it"
    assert roles(club)["ben"] == "member"
    set_role(number=club.pk, by=person("ana"), user=person("cleo"), role="organiser", now=NOON)
    assert refuse(number=club.pk, by=person("cleo"), user=person("ben"), now=NOON)
    assert not ladder.rungs.filter(user__username="ben").exists()


def test_who_leaves_takes_no_part_any_more_but_plays_running_tables_to_their_end() -> None:
    club = club_of("ana", "ben", "cleo", "dora")
    ladder, cup = ladder_in(club, "ana", "ben", "cleo"), cup_in(club, "ana", "ben", "cleo", "dora", rounds=2)
    matches = begin(cup)
    waiting, own = challenged(ladder, "ben", "ana"), challenged(ladder, "cleo", "ben")
    leave_club(number=club.pk, user=person("ben"), now=LATER)
    assert list(ladder.rungs.values_list("user__username", "position")) == [("ana", 1), ("cleo", 2)]
    for challenge in (waiting, own):
        challenge.refresh_from_db()
        assert challenge.state == "lapsed"
    entry = cup.entries.get(user__username="ben")
    assert (entry.state, entry.left_why) == ("withdrawn", "withdrew")
    assert StandingChange.objects.filter(entry=entry, why="left_club").exists()
    match = next(match for match in matches if match.seats.filter(user__username="ben").exists())
    seat = match.seats.get(user__username="ben")
    assert seat.resigned_at is None and not seat.stand_in and may_see(match, person("ben").pk)
    assert client_of(person("ben")).get(cup.get_absolute_url()).status_code == 404
    for match in matches:
        play_to_the_end(match.pk, LATER)
    advance_tournament(tournament_id=cup.pk, now=LATER)
    later = Match.objects.filter(tournament_table__round__number=2)
    assert later.exists() and not later.filter(seats__user__username="ben").exists()


def test_an_erased_owner_hands_the_running_over_with_the_club() -> None:
    club = club_of("ana", "ben")
    ladder, cup = ladder_in(club, "ana"), cup_in(club, "ana")
    ask_for_erasure(user=person("ana"), now=NOON)
    assert erase_account(user_id=person("ana").pk, now=NOON + timedelta(days=60))
    assert roles(club) == {"ben": "owner"}
    assert not ladder.rungs.exists() and not cup.entries.filter(state="in").exists()
    close_ladder(ladder_id=ladder.pk, by=person("ben"), now=NOON)
    ladder.refresh_from_db()
    assert ladder.closed_at == NOON


def test_a_closed_club_ends_them_and_one_opened_again_has_its_ladders() -> None:
    club = club_of("ana", "ben", "cleo")
    ladder, cup = ladder_in(club, "cleo", "ben"), cup_in(club, "cleo", "ben")
    challenge = challenged(ladder, "ben", "cleo")
    close_club(number=club.pk, user=person("ana"), now=LATER)
    assert client_of(person("ben")).get(ladder.get_absolute_url()).status_code == 404
    for row in (ladder, cup, challenge, club):
        row.refresh_from_db()
    assert (ladder.closed_at, cup.status, challenge.state) == (LATER, "called_off", "lapsed")
    assert not start_tournament(tournament_id=cup.pk, now=LATER + timedelta(days=9))
    reopen(club)
    ladder.refresh_from_db()
    assert ladder.closed_at is None
    assert client_of(person("ben")).get(ladder.get_absolute_url()).status_code == 200


def test_a_club_has_so_many_at_a_time_and_the_muted_make_none() -> None:
    club = club_of("ana")
    for _ in range(5):
        last = cup_in(club)
    with pytest.raises(Refused) as refused:
        cup_in(club)
    assert refused.value.code == "club_has_enough"
    Tournament.objects.filter(pk=last.pk).update(status="finished")
    assert cup_in(club).club == club
    User.objects.filter(username="ana").update(silenced_until=NOON + timedelta(days=1))
    with pytest.raises(Refused) as refused:
        ladder_in(club)
    assert refused.value.code == "silenced"


def test_a_title_is_free_in_each_club_and_beside_them() -> None:
    dens = [club_of("ana"), club_of("ben")]
    made = [ladder_in(den, by=name) for den, name in zip(dens, ("ana", "ben"), strict=True)]
    assert len({ladder.slug for ladder in made}) == 2
    with pytest.raises(Refused) as refused:
        ladder_in(dens[0])
    assert refused.value.code == "title_taken"
    public = {"title": TITLES[0], "slug": SLUG, "options": GAMES[SLUG].Options(), "seats": range(2, 3)}
    public |= {"time_control": CLOCK, "divisions": [], "moves": 2}
    assert open_ladder(by=organiser(), now=NOON, **public).slug == "the-attic"


def test_the_private_feed_has_the_results_for_members_alone() -> None:
    club = club_of("ana", "ben")
    cup = cup_in(club, "ana", "ben", rounds=1)
    for match in begin(cup):
        play_to_the_end(match.pk, LATER)
    tokens = {name: renew_feed(user=person(name), now=NOON) for name in ("ana", "ben", "zoe")}
    feed = f"/feeds/{{}}/club/{club.pk}.atom"
    ((title, words),) = entries(feed.format(tokens["ana"]))
    assert title.startswith("Plaque Auction") and "ben" in words
    client = client_of(person("zoe"))
    assert client.get(feed.format(tokens["zoe"])).status_code == 404
    assert client.get(feed.format("none")).status_code == 404
    leave_club(number=club.pk, user=person("ben"), now=LATER)
    assert client.get(feed.format(tokens["ben"])).status_code == 404
    reply = client.get(feed.format(tokens["ana"]))
    assert "no-store" in reply["Cache-Control"]
    assert client.get(feed.format(tokens["ana"]), headers={"If-None-Match": reply["ETag"]}).status_code == 304
    User.objects.filter(username="ana").update(suspended_until=timezone.now() + timedelta(days=1))
    assert client.get(feed.format(tokens["ana"])).status_code == 404, "her pages of the club are closed too"


def test_a_program_of_the_owner_opens_them_for_the_club() -> None:
    club = club_of("ana", "ben")
    ana, ben, zoe = (caller(person(name)) for name in ("ana", "ben", "zoe"))
    ladder = {"game": SLUG, "title": TITLES[0], "fewest_players": 2, "most_players": 2, "club": club.pk}
    made = ana.post("ladders", ladder).json()
    assert made["club"] == club.pk
    problem(ben.post("ladders", ladder), 403, "not_an_organiser")
    problem(zoe.post("ladders", ladder), 400, "no_such_club", "/club")
    later = (timezone.now() + timedelta(days=2)).isoformat()
    cup = {"game": SLUG, "title": TITLES[1], "kind": "swiss", "seats": 2, "starts_at": later, "club": club.pk}
    number = ana.post("tournaments", cup).json()["number"]
    assert ben.post(f"tournaments/{number}/entry", {}).json()["entry"] == "in"
    assert ben.post(f"ladders/{made['slug']}/entry", {}).json()["rung"]["position"] == 1
    assert ben.get(f"tournaments/{number}").json()["calendar"] is None
    problem(zoe.get(f"tournaments/{number}"), 404, "not_found")
    problem(zoe.post(f"ladders/{made['slug']}/entry", {}), 404, "not_found")
    assert [row["title"] for row in ben.get("tournaments").json()["results"]] == [TITLES[1]]
