"""Pages of clocks: settings before joining, banners and buttons at the table, the help page that follows its table."""

from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.values import hour_bounds
from matches import policy
from matches.lobby.substitutes import offer_seat
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.policy import DAY, Fischer
from matches.rounds.resolve import resolve_round
from matches.sweep import sweep
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.match_view import match_view
from matches.web.views.table import seats_to_offer
from tests.matches.tables import NOON, person, table_of
from tests.support.clients import client_of
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db
LET_STAND = {"act": "let_stand"}
TAKE_BACK, LET_GO_ON = "Take my seat back", "Resume the match</button>"


def page(user: User | None, path: str) -> str:
    reply = (client_of(user) if user else Client()).get(path)
    assert reply.status_code == 200
    return squeezed(reply.content.decode())


def changed(value: Any) -> Any:
    """Another number of the same kind that appears nowhere else."""
    if isinstance(value, int):
        return value + 7000
    if isinstance(value[0], Fischer):
        return (Fischer("Other", 8000 * 24, 9000 * 24, 7000 * 24),)
    return (*value, 7001)


@pytest.mark.parametrize("name", [field.name for field in fields(policy.Policy)])
def test_a_changed_figure_changes_the_help_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = page(None, "/help/clocks/")
    other = replace(policy.POLICY, **{name: changed(getattr(policy.POLICY, name))})
    monkeypatch.setattr(policy, "POLICY", other)
    assert page(None, "/help/clocks/") != before


@pytest.mark.parametrize("name", [field.name for field in fields(hour_bounds.Habits)])
def test_a_changed_bound_of_habits_changes_the_help_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = page(None, "/help/clocks/")
    monkeypatch.setattr(hour_bounds, "HABITS", replace(hour_bounds.HABITS, **{name: 7001}))
    assert page(None, "/help/clocks/") != before


def test_the_figures_are_those_that_the_code_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "POLICY", replace(policy.POLICY, timeouts_to_stand_in=1))
    match, people = table_of("ana", "ben", "cleo")
    submit_answer(match_id=match.pk, user_id=people[0].pk, step=1, actions=[LET_STAND], now=NOON)
    sweep(now=NOON + timedelta(seconds=DAY))
    assert Seat.objects.exclude(stand_in="").count() == 2


def opened(user: User, **given: str) -> Match:
    form = {"seat_1": "open", "seat_2": "open", "option_reroll": "pawns", "option_target": "100"}
    reply = client_of(user).post("/tables/new/bid/", {**form, "option_round_limit": "100", **given})
    assert reply.status_code == 302
    return Match.objects.latest("pk")


def test_a_kept_clock_is_chosen_in_the_form_and_shown_before_joining() -> None:
    match = opened(person("ana"), turn_seconds="259200+86400/604800", weekends_off="on", excuses="3")
    time_control = (match.turn_seconds, match.increment_seconds, match.cap_seconds)
    assert (time_control, match.weekends_off, match.vacations, match.excuses) == (
        (3 * DAY, DAY, 7 * DAY),
        True,
        False,
        3,
    )
    for path in (f"/table/{match.pk}/", "/tables/"):
        assert "3 days to begin with, 1 day more for each answer, 7 days at most" in page(person("ben"), path)
    lobby = page(person("ben"), f"/table/{match.pk}/")
    assert "3 excuses each" in lobby and "Vacation days</dt><dd>Clocks run" in lobby


def test_a_live_table_says_that_its_clocks_never_stand_still() -> None:
    match = opened(person("ana"), turn_seconds="300", weekends_off="on", vacations="on")
    assert not match.weekends_off and not match.vacations
    lobby = page(person("ben"), f"/table/{match.pk}/")
    assert "Live: 5 minutes for each answer" in lobby and "Clocks run through all of them" in lobby


@pytest.mark.parametrize("given", [{"turn_seconds": "259200+1/604800"}, {"excuses": "5"}, {"excuses": "-1"}])
def test_only_what_the_table_offers_is_taken(given: dict[str, str]) -> None:
    form = {"seat_1": "open", "seat_2": "open", "turn_seconds": str(DAY), "option_reroll": "pawns"}
    reply = client_of(person("ana")).post("/tables/new/bid/", {**form, **given})
    assert reply.status_code == 400
    assert not Match.objects.exists()


def test_the_seat_is_taken_back_at_the_table() -> None:
    match, people = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=Seat.objects.get(match=match, number=2), now=NOON)
    path = f"/table/{match.pk}/"
    assert TAKE_BACK in page(people[2], path)
    assert TAKE_BACK not in page(people[0], path)
    assert "A bot holds your seat" in page(people[2], "/turns/")
    client = client_of(people[2])
    assert client.post(f"{path}seat/back/")["Location"] == path
    assert TAKE_BACK not in page(people[2], path)
    assert client.post(f"{path}seat/back/").status_code == 409
    assert client_of(person("dora")).post(f"{path}seat/back/").status_code == 403
    assert Client().post(f"{path}seat/back/").status_code == 302
    assert client.get(f"{path}seat/back/").status_code == 405


def paused() -> tuple[Match, list[User]]:
    match, people = table_of("ana", "ben", "cleo")
    for user in people:
        submit_answer(match_id=match.pk, user_id=user.pk, step=1, actions=[LET_STAND], now=NOON)
    resolve_round(match_id=match.pk, now=NOON)
    sweep(now=NOON + timedelta(seconds=DAY))
    match.refresh_from_db()
    assert match.status == Match.Status.PAUSED
    return match, people


def test_a_paused_match_is_shown_everywhere_and_goes_on_by_a_button() -> None:
    match, people = paused()
    path = f"/table/{match.pk}/"
    assert LET_GO_ON in page(people[1], path)
    assert LET_GO_ON not in page(person("dora"), path)
    assert "The match is paused." in page(None, path)
    assert "The match is paused." in page(people[0], "/turns/")
    assert "Paused" in page(None, "/tables/?show=running")
    for part in ("live/", "log/", "check/", "step/0/", "step/1/"):
        page(people[0], path + part)
    assert client_of(person("dora")).post(f"{path}resume/").status_code == 403
    assert client_of(people[1]).post(f"{path}resume/").status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert client_of(people[1]).post(f"{path}resume/").status_code == 400


def test_a_player_may_open_their_own_seat_and_those_that_bots_hold() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    assert seats_to_offer(match_view(match, None)) is None
    assert [seat.player for seat in seats_to_offer(match_view(match, 2)) or ()] == [2]
    begin_stand_in(match=match, seat=match.seats.get(number=0), now=NOON)
    assert [seat.player for seat in seats_to_offer(match_view(match, 2)) or ()] == [0, 2]
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert seats_to_offer(match_view(Match.objects.get(pk=match.pk), 2)) is None


def test_a_substitute_takes_over_at_the_table() -> None:
    match, people = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/"
    assert "Open my seat to a substitute" in page(people[2], path)
    assert client_of(people[2]).post(f"{path}seat/2/offer/").status_code == 302
    assert "The seat of cleo is open." in page(None, path)
    assert "Take over the seat of cleo" in page(person("dora"), path)
    assert "Take over the seat of cleo" not in page(people[0], path)
    assert client_of(person("dora")).post(f"{path}seat/2/substitute/").status_code == 302
    assert Seat.objects.get(match=match, number=2).user == person("dora")
    for what in ("offer", "substitute"):
        assert client_of(people[0]).post(f"{path}seat/9/{what}/").status_code == 404


def test_a_private_seat_is_taken_over_by_the_link() -> None:
    match, people = table_of("ana", "ben", "cleo", private=True)
    offer_seat(match_id=match.pk, user_id=people[2].pk, number=2, wanted=True, now=NOON)
    client, path = client_of(person("dora")), f"/table/{match.pk}/"
    assert client.post(f"{path}seat/2/substitute/").status_code == 404
    shown = squeezed(client.get(path, {"invitation": match.invite_token}).content.decode())
    assert f'name="invitation" value="{match.invite_token}"' in shown
    reply = client.post(f"{path}seat/2/substitute/", {"invitation": match.invite_token})
    assert reply.status_code == 302
    assert Seat.objects.get(match=match, number=2).user == person("dora")


def test_reliability_is_shown_on_the_profile_and_at_the_table() -> None:
    match, people = table_of("ana", "ben", "cleo")
    people[0].attendance.create(
        match=match, seat=Seat.objects.get(match=match, number=0), day=NOON.date(), answered=19, missed=1
    )
    assert "95 %" in page(None, "/people/ana/")
    assert "Too few turns so far" in page(None, "/people/ben/")
    assert "95 % of turns on time" in page(None, f"/table/{match.pk}/")
    Match.objects.filter(pk=match.pk).update(anonymous=True)
    assert "95 %" not in page(None, f"/table/{match.pk}/")


def test_a_match_that_was_called_off_can_be_looked_at() -> None:
    match, people = table_of("ana", "ben", "cleo")
    sweep(now=NOON + timedelta(seconds=DAY))
    for part in ("", "live/", "log/", "check/", "step/0/"):
        page(people[0], f"/table/{match.pk}/{part}")
    assert "This match was called off" in page(None, f"/table/{match.pk}/")
