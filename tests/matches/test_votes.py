"""Votes, pauses, resigning, rematches and tables without spectators."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from engine import choice
from engine.quick_chance import RandomChance
from engine.table_settings import TableSettings, TimeControl, fixed_of
from foundation.errors import Refused
from matches.bots.play import play_bots
from matches.lobby.rematch import propose_rematch
from matches.lobby.resigning import resign_seat
from matches.lobby.tables import join_match, leave_match
from matches.lobby.votes import answer_vote, end_pause, open_vote
from matches.log.states import game_of, state_of
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.policy import POLICY
from matches.rounds.rated_places import set_rated_places
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.stand_ins import begin_stand_in, take_back_seat
from matches.view.match_view import match_view, matches, may_see
from tests.matches.tables import DAY, NOON, person, table_of
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def fresh(match: Match) -> Match:
    return matches().get(pk=match.pk)


def ask(match: Match, user: User, kind: str = "pause", now: datetime = NOON) -> Match:
    return open_vote(match_id=match.pk, user_id=user.pk, kind=kind, now=now)


def answer(match: Match, user: User, kind: str = "pause", *, agree: bool = True, now: datetime = NOON) -> Match:
    return answer_vote(match_id=match.pk, user_id=user.pk, kind=kind, agree=agree, now=now)


def log_of(match: Match, viewer: int | None = None) -> list[str]:
    return [line.sentence for line in match_view(fresh(match), viewer).activity]


def code_of(act: Any) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def test_a_table_that_nobody_hosts_is_paused_once_and_for_a_week() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    Match.objects.filter(pk=match.pk).update(host=None)
    ask(match, ana)
    answer(match, ben)
    answer(match, cleo)
    week = NOON + timedelta(days=POLICY.pause_days_arranged)
    sweep(now=week - timedelta(seconds=1))
    assert fresh(match).status == Match.Status.PAUSED
    sweep(now=week)
    assert fresh(match).status == Match.Status.RUNNING
    assert code_of(lambda: ask(match, ben, now=week)) == "paused_once"
    Match.objects.filter(pk=match.pk).update(host=ana)
    assert ask(match, ben, now=week).vote == "pause"


def test_a_pause_needs_the_yes_of_all_and_its_end_the_request_of_one() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    ask(match, ana)
    answer(match, ben)
    assert fresh(match).status == Match.Status.RUNNING
    view = match_view(fresh(match), 2)
    assert view.vote and view.vote.asks_me
    assert (view.vote.agreed, view.vote.missing) == (("ana", "ben"), ("you",))
    answer(match, cleo)
    paused = fresh(match)
    assert (paused.status, paused.pause_reason, paused.vote) == ("paused", "vote", "")
    assert match_view(paused, 0).asked is None
    end_pause(match_id=match.pk, user_id=ben.pk, now=NOON + timedelta(hours=5))
    assert fresh(match).status == Match.Status.RUNNING
    assert {seat.deadline for seat in fresh(match).seats.all()} == {NOON + timedelta(seconds=DAY, hours=5)}
    assert log_of(match, 0) == [
        "You asked for a pause.",
        "Ben agreed to the pause.",
        "Cleo agreed to the pause.",
        "The match was paused.",
        "The match went on.",
    ]


def test_one_no_ends_a_vote() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    ask(match, ana, "abandon")
    answer(match, ben, "abandon", agree=False)
    assert (fresh(match).vote, fresh(match).status) == ("", "running")
    assert log_of(match)[-1] == "Ben refused, so the match goes on."
    assert code_of(lambda: answer(match, cleo, "abandon")) == "no_vote"


def test_a_match_called_off_counts_for_nobody_and_asks_nobody() -> None:
    ben = person("ben")
    EmailAddress.objects.create(user=ben, email=ben.email, verified=True, primary=True)
    match, people = table_of("ana", "ben", "cleo")
    assert ben.notices.filter(state="due").exists()
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    ask(match, people[0], "abandon")
    for user in people[1:]:
        answer(match, user, "abandon")
    over = fresh(match)
    assert (over.status, over.ended_at, over.is_over) == ("called_off", NOON, True)
    assert not over.answers.exists()
    assert not over.seats.filter(awaited=True).exists()
    assert not over.seats.filter(place__isnull=False).exists()
    assert not people[1].notices.filter(state="due").exists()
    assert state_of(over)
    assert code_of(lambda: ask(match, people[0], "abandon")) == "vote_makes_no_sense"


def test_bots_and_stand_ins_do_not_vote() -> None:
    match, (ana, ben) = table_of("ana", "ben", bots=["steady"])
    begin_stand_in(match=fresh(match), seat=Seat.objects.get(match=match, user=ben), now=NOON)
    assert code_of(lambda: ask(match, ben)) == "no_vote_of_yours"
    ask(match, ana)
    assert fresh(match).status == Match.Status.PAUSED


def test_a_vote_ends_when_the_last_who_had_not_answered_is_gone() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    ask(match, ana)
    answer(match, ben)
    begin_stand_in(match=fresh(match), seat=Seat.objects.get(match=match, number=2), now=NOON)
    sweep(now=NOON)
    assert fresh(match).status == Match.Status.PAUSED


def test_a_vote_lapses_and_is_not_asked_again_at_once() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo", turn_seconds=7 * DAY)
    ask(match, ana)
    assert code_of(lambda: ask(match, ben)) == "vote_is_open"
    late = NOON + timedelta(days=POLICY.vote_days)
    sweep(now=late - timedelta(seconds=1))
    assert fresh(match).vote == "pause"
    sweep(now=late)
    assert fresh(match).vote == ""
    assert log_of(match)[-1] == "Not all agreed in time, so the match is not paused."
    ask(match, ben, now=late)
    answer(match, ana, agree=False, now=late)
    again = late + timedelta(days=POLICY.vote_again_days)
    soon = again - timedelta(seconds=1)
    assert code_of(lambda: ask(match, ben, now=soon)) == "asked_already"
    ask(match, ben, now=again)


def test_those_who_watch_neither_vote_nor_end_a_pause_nor_resign() -> None:
    match, (ana, *_) = table_of("ana", bots=["steady", "random"])
    dora = person("dora")
    for act in (
        lambda: ask(match, dora),
        lambda: end_pause(match_id=match.pk, user_id=dora.pk, now=NOON),
        lambda: resign_seat(match_id=match.pk, user_id=dora.pk, now=NOON),
    ):
        assert code_of(act) == "not_your_seat"
    ask(match, ana)
    Match.objects.filter(pk=match.pk).update(pause_reason="moderator")
    assert code_of(lambda: end_pause(match_id=match.pk, user_id=ana.pk, now=NOON)) == "paused_by_moderator"


def play_out(match: Match) -> Match:
    """Play at random to the end; bots answer where they hold a seat."""
    chance = RandomChance(3)
    for _ in range(500):
        match = fresh(match)
        if match.status != Match.Status.RUNNING:
            return match
        play_bots(match_id=match.pk, now=NOON)
        for seat in match.seats.all():
            if seat.awaited and not seat.played_by_bot:
                _answer_at_random(match, seat, chance)
        resolve_round(match_id=match.pk, now=NOON)
    raise AssertionError("The match did not end.")


def _answer_at_random(match: Match, seat: Seat, chance: RandomChance) -> None:
    assert seat.user_id
    raw = msgspec.to_builtins(choice(chance, game_of(match).legal_actions(state_of(match), seat.number)))
    submit_answer(match_id=match.pk, user_id=seat.user_id, step=match.next_step, actions=[raw], now=NOON)


def test_a_bot_plays_on_for_who_resigned_and_the_place_for_ratings_is_behind_all_who_stayed() -> None:
    match, (_ana, ben, _cleo) = table_of("ana", "ben", "cleo", target=25)
    resign_seat(match_id=match.pk, user_id=ben.pk, now=NOON)
    seat = Seat.objects.get(match=match, user=ben)
    assert (seat.resigned_at, bool(seat.stand_in)) == (NOON, True)
    assert log_of(match, 0) == ["Ben resigned.", "A bot holds the seat of ben."]
    assert log_of(match, 1) == ["You resigned.", "A bot holds your seat."]
    assert code_of(lambda: resign_seat(match_id=match.pk, user_id=ben.pk, now=NOON)) == "resigned_already"
    assert code_of(lambda: take_back_seat(match_id=match.pk, user_id=ben.pk, now=NOON)) == "no_stand_in"
    over = play_out(match)
    assert over.status == Match.Status.FINISHED
    places = {seat.number: (seat.place, seat.rated_place) for seat in over.seats.all()}
    assert game_of(over).places(state_of(over)) == tuple(place for place, _ in places.values())
    assert places[1][1] == 3


@pytest.mark.parametrize(
    ("places", "resigned", "rated"),
    [
        ((1, 2, 3), (), (1, 2, 3)),
        ((1, 2, 3), (0,), (3, 1, 2)),
        ((2, 1, 2, 4), (1,), (1, 4, 1, 3)),
        ((1, 2, 3, 4), (0, 3), (3, 1, 2, 3)),
        ((1, 2), (0, 1), (1, 1)),
        ((None, None), (0,), (None, None)),
    ],
)
def test_places_for_ratings(places: Any, resigned: Any, rated: Any) -> None:
    seats = [
        Seat(number=number, place=place, resigned_at=NOON if number in resigned else None)
        for number, place in enumerate(places)
    ]
    set_rated_places(seats)
    assert tuple(seat.rated_place for seat in seats) == rated


def test_who_resigns_leaves_the_vote_to_the_others() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    ask(match, ana)
    answer(match, ben)
    resign_seat(match_id=match.pk, user_id=cleo.pk, now=NOON)
    assert fresh(match).status == Match.Status.PAUSED


def test_a_pause_that_nobody_is_left_to_end_ends_by_itself() -> None:
    match, (ana,) = table_of("ana", bots=["steady", "random"])
    ask(match, ana)
    assert fresh(match).status == Match.Status.PAUSED
    resign_seat(match_id=match.pk, user_id=ana.pk, now=NOON)
    assert fresh(match).status == Match.Status.RUNNING


def called_off(*names: str, **preferences: Any) -> tuple[Match, list[User]]:
    """A match that was called off by all."""
    match, people = table_of(*names, **preferences)
    ask(match, people[0], "abandon")
    for user in people[1:]:
        answer(match, user, "abandon")
    return fresh(match), people


def rematch(match: Match, user: User) -> Match:
    return propose_rematch(match_id=match.pk, user=user, contribution="mine", now=NOON)


def test_a_rematch_keeps_people_options_time_control_and_settings_and_moves_seats_on_by_one() -> None:
    match, (ana, ben, cleo) = called_off(
        "ana", "ben", "cleo", bots=["steady"], target=50, hide_answered=True, rated=False, turn_seconds=2 * DAY
    )
    new = fresh(rematch(match, cleo))
    assert (new.options, new.host_id, new.rematch_of_id) == (match.options, cleo.pk, match.pk)
    assert (fixed_of(new, TimeControl), fixed_of(new, TableSettings)) == (
        fixed_of(match, TimeControl),
        fixed_of(match, TableSettings),
    )
    kept = [(seat.user or seat.invited) for seat in new.seats.all()]
    assert kept[:2] == [ben, cleo]
    assert kept[2] and kept[2].is_house
    assert kept[3] == ana
    assert rematch(match, ana) == new
    for user in (ana, ben):
        join_match(match_id=new.pk, user=user, token="", contribution="", now=NOON)
    assert fresh(new).status == Match.Status.RUNNING
    assert log_of(match)[-1] == f"Cleo proposed a rematch at table {new.pk}."


def test_a_rematch_that_was_closed_makes_room_for_another() -> None:
    match, (ana, ben) = called_off("ana", "ben", bots=["steady"])
    first = rematch(match, ana)
    leave_match(match_id=first.pk, user=ana, now=NOON)
    assert rematch(match, ben) != first


def test_a_rematch_is_for_those_who_played_once_it_is_over() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    assert code_of(lambda: rematch(match, ana)) == "match_not_over"
    over, _ = called_off("ana", "ben", "cleo")
    assert code_of(lambda: rematch(over, person("dora"))) == "not_your_seat"


PAGES = ("", "live/", "log/", "check/", "match.json", "step/0/", "chat/")


def test_without_spectators_only_players_see_more_than_a_line() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo", spectators=False)
    for user in (None, person("dora")):
        for page in PAGES:
            path = f"/table/{match.pk}/{page}?invitation={match.invite_token}"
            assert client_of(user).get(path).status_code == 404, page
        listed = squeezed(client_of(user).get("/tables/?show=running").content.decode())
        assert "Without spectators" in listed
        assert f"/table/{match.pk}/" not in listed
        assert match.stage not in listed
        assert f"Table {match.pk}" not in squeezed(client_of(user).get("/").content.decode())
    assert client_of(ana).get(f"/table/{match.pk}/").status_code == 200
    over, _ = called_off("ana", "ben", "cleo", spectators=False)
    assert client_of(None).get(f"/table/{over.pk}/").status_code == 404


def test_a_table_without_spectators_shows_itself_to_those_who_may_join() -> None:
    match, _ = table_of("ana", "ben", "cleo", spectators=False)
    Match.objects.filter(pk=match.pk).update(step=-1, started_at=None, status=Match.Status.OPEN)
    assert may_see(fresh(match), None)


def test_votes_resigning_and_rematches_work_by_plain_forms() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/"
    assert "Ask for a pause" in squeezed(client_of(ana).get(path).content.decode())
    client_of(ana).post(f"{path}vote/", {"kind": "pause"})
    assert "<strong>Pause this match?</strong> Ana agrees; you and cleo" in squeezed(
        client_of(ben).get(path).content.decode()
    )
    assert "You are asked:" in squeezed(client_of(ben).get("/turns/").content.decode())
    for name in ("ben", "cleo"):
        client_of(person(name)).post(f"{path}vote/answer/", {"kind": "pause", "agree": "1"})
    page = squeezed(client_of(ana).get(path).content.decode())
    assert "The match is paused." in page
    assert f'action="/table/{match.pk}/answer/"' not in page
    client_of(ana).post(f"{path}resume/")
    client_of(ana).post(f"{path}resign/")
    assert "resigned, an AI plays on" in squeezed(client_of(ben).get(path).content.decode())
    for name in ("ben", "cleo"):
        client_of(person(name)).post(
            f"{path}vote/{'' if name == 'ben' else 'answer/'}", {"kind": "abandon", "agree": "1"}
        )
    assert ">Rematch</button>" in squeezed(client_of(ben).get(path).content.decode())
    reply = client_of(ben).post(f"{path}rematch/")
    assert f"Go to the rematch, table {reply['Location'].strip('/').split('/')[-1]}" in squeezed(
        client_of(ana).get(path).content.decode()
    )
    assert "Rematch" not in squeezed(client_of(person("dora")).get(path).content.decode())


@pytest.mark.parametrize("page", ["vote/", "vote/answer/", "resume/", "resign/", "rematch/"])
def test_players_alone_post_these(page: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/{page}"
    assert client_of(ana).get(path).status_code == 405
    assert client_of(person("dora")).post(path, {"kind": "pause"}).status_code in (400, 403)
    assert client_of(None).post(path)["Location"].startswith("/accounts/login/")
    assert fresh(match).vote == ""


def test_a_form_names_who_may_look_on() -> None:
    fields = {"seat_1": "open", "seat_2": "open", "turn_seconds": str(DAY), "option_reroll": "pawns"}
    fields |= {"option_target": "100", "option_round_limit": "100"}
    client = client_of(person("ana"))
    client.post("/tables/new/bid/", fields)
    client.post("/tables/new/bid/", fields | {"no_spectators": "on", "anonymous": "on", "unrated": "on"})
    made = [fixed_of(match, TableSettings) for match in matches().order_by("pk")]
    assert made == [TableSettings(), TableSettings(spectators=False, anonymous=True, rated=False)]


def test_nobody_undoes_a_rated_match_alone_with_bots() -> None:
    match, people = table_of("ana", bots=["steady", "random"])
    with pytest.raises(Refused) as refused:
        open_vote(match_id=match.pk, user_id=people[0].pk, kind="abandon", now=NOON)
    assert refused.value.code == "nobody_to_agree"
    friendly, people = table_of("ana", bots=["steady", "random"], rated=False)
    open_vote(match_id=friendly.pk, user_id=people[0].pk, kind="abandon", now=NOON)
    friendly.refresh_from_db()
    assert friendly.status == Match.Status.CALLED_OFF
