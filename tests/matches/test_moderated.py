"""What moderators can do to a match besides taking it back: each is a step of the log, and play goes on around it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from foundation.errors import Refused
from games.verify import check_file
from matches.chat.write import write_message
from matches.interventions import outcomes, pausing, rewinding, seats, settings
from matches.lobby.votes import end_pause
from matches.log.states import game_of, open_step, state_of
from matches.models import FormerHolder, Match
from matches.play.answers import submit_answer
from matches.rounds.resolve import resolve_round
from matches.view.match_view import match_view, matches
from matches.view.verification import export_json
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_rewinding import NAMES, NOTE, failing, go_on

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Doing = Callable[[Match], object]

DOINGS: dict[str, Doing] = {
    "paused": lambda match: pausing.pause_as_moderator(match_id=match.pk, note=NOTE, now=NOON),
    "resumed": lambda match: pausing.resume_as_moderator(match_id=match.pk, note=NOTE, now=NOON),
    "extended": lambda match: pausing.extend_deadline(match_id=match.pk, seat=1, hours=5, note=NOTE, now=NOON),
    "deadline_set": lambda match: pausing.set_deadline(
        match_id=match.pk, seat=1, at=NOON + 50 * HOUR, note=NOTE, now=NOON
    ),
    "bot_seated": lambda match: seats.give_seat_to_bot(match_id=match.pk, seat=1, note=NOTE, now=NOON),
    "handed_back": lambda match: seats.take_seat_from_bot(match_id=match.pk, seat=1, note=NOTE, now=NOON),
    "reseated": lambda match: seats.give_seat_to_person(
        match_id=match.pk, seat=2, user=person("dora"), note=NOTE, now=NOON
    ),
    "resigned": lambda match: seats.resign_seat_for_player(match_id=match.pk, seat=1, note=NOTE, now=NOON),
    "unresigned": lambda match: seats.undo_resignation(
        match_id=match.pk, seat=1, note=NOTE, now=NOON, resigned_at=NOON
    ),
    "chat_locked": lambda match: settings.lock_chat(match_id=match.pk, locked=True, note=NOTE, now=NOON),
    "chat_opened": lambda match: settings.lock_chat(match_id=match.pk, locked=False, note=NOTE, now=NOON),
    "made_private": lambda match: settings.set_privacy(match_id=match.pk, private=True, note=NOTE, now=NOON),
    "made_public": lambda match: settings.set_privacy(match_id=match.pk, private=False, note=NOTE, now=NOON),
}
"""In an order in which all of them can be done one after the other."""


def running(steps: int = 3) -> tuple[Match, list[User]]:
    match, people = table_of(*NAMES, target=50)
    return go_on(match, people, steps), people


def seal_first(match: Match, user: User) -> str:
    """Seal an answer and return its commitment."""
    action = msgspec.to_builtins(game_of(match).legal_actions(state_of(match), 0)[0])
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=NOON)
    return match.answers.get().commitment


def last_of(match: Match) -> Any:
    return open_step(match.steps.order_by("number", "part").last())  # type: ignore[arg-type]


def test_each_is_a_step_of_the_log_that_leaves_the_open_round_as_it_is() -> None:
    match, people = running()
    commitment = seal_first(match, people[0])
    for part, (kind, do) in enumerate(DOINGS.items(), start=1):
        do(match)
        step = last_of(match)
        assert (step.kind, step.number, step.part, step.note["by"]) == (kind, match.step, part, "a moderator")
    match = matches().get(pk=match.pk)
    assert match.answers.get().commitment == commitment
    assert match.step == 3
    assert failing(match) == []
    page = Client().get(f"/table/{match.pk}/log/").content.decode()
    assert page.count("A moderator ") == len(DOINGS)


def test_a_round_with_interventions_in_it_closes_and_all_verifies() -> None:
    match, people = running()
    commitment = seal_first(match, people[0])
    for kind in ("paused", "resumed", "extended", "chat_locked"):
        DOINGS[kind](match)
    for number in set(game_of(match).current_players(state_of(match))) - {0}:
        action = msgspec.to_builtins(game_of(match).legal_actions(state_of(match), number)[0])
        submit_answer(match_id=match.pk, user_id=people[number].pk, step=match.next_step, actions=[action], now=NOON)
    assert resolve_round(match_id=match.pk, now=NOON)
    match.refresh_from_db()
    assert match.step == 4
    assert commitment in [answer.commitment for answer in last_of(match).answers]
    match = go_on(match, people)
    assert failing(match) == []
    assert [check.detail for check in check_file(export_json(match)) if not check.ok] == []


def test_a_changed_note_is_found() -> None:
    match, people = running()
    DOINGS["chat_locked"](match)
    match = go_on(match, people)
    record = msgspec.json.decode(export_json(match))
    row = next(chained for chained in record["steps"] if chained["step"]["kind"] == "chat_locked")
    assert row["step"]["part"] == 1
    row["step"]["note"]["category"] = "abuse"
    assert "chain" in {check.name for check in check_file(msgspec.json.encode(record)) if not check.ok}
    record["steps"].remove(row)
    assert "chain" in {check.name for check in check_file(msgspec.json.encode(record)) if not check.ok}


def test_players_cannot_end_a_moderators_pause() -> None:
    match, people = running()
    DOINGS["paused"](match)
    with pytest.raises(Refused) as refused:
        end_pause(match_id=match.pk, user_id=people[0].pk, now=NOON)
    assert refused.value.code == "paused_by_moderator"
    page = Client()
    page.force_login(people[0])
    page_text = page.get(f"/table/{match.pk}/").content.decode()
    assert (
        "A moderator paused it" in page_text
        and "A moderator will resume it." in page_text
        and "Resume the match" not in page_text
    )
    told = people[0].notices.get(kind="paused", channel="page").context["text"]
    assert told == "All clocks stand still until a moderator lets the match go on."


def test_deadlines_move() -> None:
    match, _ = running()
    before = match.seats.get(number=1).deadline
    assert before is not None
    DOINGS["extended"](match)
    assert match.seats.get(number=1).deadline == before + 5 * HOUR
    DOINGS["deadline_set"](match)
    assert match.seats.get(number=1).deadline == NOON + 50 * HOUR
    with pytest.raises(Refused) as refused:
        pausing.set_deadline(match_id=match.pk, seat=1, at=NOON, note=NOTE, now=NOON)
    assert refused.value.code == "too_soon"


@pytest.mark.parametrize(("hours", "more"), [(1, "1 hour"), (5, "5 hours"), (48, "2 days")])
def test_the_log_says_how_much_time_a_moderator_gave(hours: int, more: str) -> None:
    match, _ = running()
    pausing.extend_deadline(match_id=match.pk, seat=1, hours=hours, note=NOTE, now=NOON)
    shown = [line for entry in match_view(matches().get(pk=match.pk), 1).log for line in entry.sentences]
    assert f"A moderator gave you {more} more (a fault of the site)." in shown


def test_a_seat_goes_to_somebody_else_who_knew_nothing() -> None:
    match, people = running()
    DOINGS["reseated"](match)
    seat = match.seats.get(number=2)
    assert (seat.user, seat.first_user) == (person("dora"), people[2])
    assert FormerHolder.objects.get(match=match).user == people[2]
    for known in (people[0], people[2]):
        with pytest.raises(Refused) as refused:
            seats.give_seat_to_person(match_id=match.pk, seat=2, user=known, note=NOTE, now=NOON)
        assert refused.value.code == "seated_before"


def test_where_names_are_hidden_no_refusal_tells_who_sits_there() -> None:
    match, people = table_of(*NAMES, target=50, anonymous=True)
    codes = set()
    for user in (people[0], person("dora")):
        with pytest.raises(Refused) as refused:
            seats.give_seat_to_person(match_id=match.pk, seat=2, user=user, note=NOTE, now=NOON)
        codes.add(refused.value.code)
    assert codes == {"names_hidden"}


def test_a_locked_chat_takes_no_message() -> None:
    match, people = running()
    DOINGS["chat_locked"](match)
    with pytest.raises(Refused) as refused:
        write_message(match_id=match.pk, user=people[0], room="players", text="Hello", now=NOON)
    assert refused.value.code == "chat_locked"
    page = Client()
    page.force_login(people[0])
    assert b"has locked the chat" in page.get(f"/table/{match.pk}/chat/").content
    DOINGS["chat_opened"](match)
    write_message(match_id=match.pk, user=people[0], room="players", text="Hello", now=NOON)


def test_a_private_table_is_for_its_players() -> None:
    match, _ = running()
    DOINGS["made_private"](match)
    assert Client().get(f"/table/{match.pk}/").status_code == 404


def test_a_match_that_was_called_off_can_be_reopened() -> None:
    match, people = running()
    outcomes.call_off_as_moderator(match_id=match.pk, note=NOTE, now=NOON)
    match.refresh_from_db()
    assert (match.status, last_of(match).kind) == ("called_off", "called_off")
    rewinding.rewind_match(match_id=match.pk, to=match.step, note=NOTE, now=NOON)
    match.refresh_from_db()
    assert (match.status, match.taken_back, match.outcome) == ("running", [], 1)
    match = go_on(match, people)
    assert match.status == "finished"
    assert failing(match) == []


def test_places_that_count_are_set_and_those_of_the_rules_stay() -> None:
    match, people = running()
    match = go_on(match, people)
    by_rules = [seat.place for seat in match.seats.all()]
    outcomes.set_places(match_id=match.pk, places=[3, 1, 1], note=NOTE, now=NOON)
    match = matches().get(pk=match.pk)
    assert [seat.rated_place for seat in match.seats.all()] == [3, 1, 1]
    assert [seat.place for seat in match.seats.all()] == by_rules
    assert [seat.place for seat in match_view(match, None).seats] == [3, 1, 1]
    assert b"A moderator set these places" in Client().get(f"/table/{match.pk}/").content
    outcomes.unset_places(match_id=match.pk, note=NOTE, now=NOON)
    match = matches().get(pk=match.pk)
    assert [seat.rated_place for seat in match.seats.all()] == by_rules
    assert [check.detail for check in check_file(export_json(match)) if not check.ok] == []


@pytest.mark.parametrize("places", [[1, 2], [1, 2, 2, 4], [2, 2, 2], [1, 1, 2], [0, 1, 2]])
def test_places_that_cannot_be_are_refused(places: list[int]) -> None:
    match, people = running()
    go_on(match, people)
    with pytest.raises(Refused):
        outcomes.set_places(match_id=match.pk, places=places, note=NOTE, now=NOON)


def test_a_result_is_taken_away_and_given_back() -> None:
    match, people = running()
    match = go_on(match, people)
    outcomes.set_voided(match_id=match.pk, voided=True, note=NOTE, now=NOON)
    assert b"A moderator voided this result." in Client().get(f"/table/{match.pk}/").content
    outcomes.set_voided(match_id=match.pk, voided=False, note=NOTE, now=NOON)
    match = matches().get(pk=match.pk)
    assert (match.voided, match.outcome) == (False, 3)
    assert failing(match) == []


@pytest.mark.parametrize("kind", ["resumed", "handed_back", "unresigned", "chat_opened", "made_public"])
def test_what_makes_no_sense_is_refused_and_writes_nothing(kind: str) -> None:
    match, _ = running()
    with pytest.raises(Refused):
        DOINGS[kind](match)
    assert match.steps.filter(part__gt=0).count() == 0


FISCHER: dict[str, Any] = {"turn_seconds": 72 * 3600, "increment_seconds": 24 * 3600, "cap_seconds": 168 * 3600}


def fischer() -> tuple[Match, User]:
    """A match on Fischer clocks, and the player asked on seat 0."""
    match, people = table_of(*NAMES, target=50, **FISCHER)
    return match, people[0]


@pytest.mark.parametrize(
    "move",
    [
        lambda match: pausing.extend_deadline(match_id=match.pk, seat=0, hours=200, note=NOTE, now=NOON + HOUR),
        lambda match: pausing.set_deadline(match_id=match.pk, seat=0, at=NOON + 3 * HOUR, note=NOTE, now=NOON + HOUR),
    ],
)
def test_a_moved_deadline_gives_and_takes_nothing_of_a_fischer_clock(move: Doing) -> None:
    match, ana = fischer()
    move(match)
    for user in User.objects.filter(username__in=NAMES):
        number = match.seats.get(user=user).number
        action = msgspec.to_builtins(game_of(match).legal_actions(state_of(match), number)[0])
        submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[action], now=NOON + 2 * HOUR)
    assert resolve_round(match_id=match.pk, now=NOON + 2 * HOUR)
    seat = match.seats.get(user=ana)
    assert seat.bank_aside is None
    assert seat.bank_seconds == (72 - 2 + 24) * 3600, "two hours gone, a day gained"


def test_a_pause_keeps_what_a_moved_fischer_clock_has_saved() -> None:
    match, ana = fischer()
    pausing.extend_deadline(match_id=match.pk, seat=0, hours=200, note=NOTE, now=NOON + HOUR)
    pausing.pause_as_moderator(match_id=match.pk, note=NOTE, now=NOON + 2 * HOUR)
    pausing.resume_as_moderator(match_id=match.pk, note=NOTE, now=NOON + 99 * HOUR)
    assert match.seats.get(user=ana).bank_aside == 70 * 3600


def test_hours_more_are_not_spent_on_days_off() -> None:
    friday = NOON + timedelta(days=(4 - NOON.weekday()) % 7)
    match, _ = table_of(*NAMES, target=50, turn_seconds=24 * 3600, weekends_off=True, now=friday)
    before = match.seats.get(number=1).deadline
    assert before == friday + timedelta(days=3), "a day from Friday is Monday"
    pausing.extend_deadline(match_id=match.pk, seat=1, hours=2, note=NOTE, now=friday + HOUR)
    assert match.seats.get(number=1).deadline == before + 2 * HOUR


@pytest.mark.parametrize("year", [2099, 9999])
def test_a_deadline_is_never_in_another_age(year: int) -> None:
    match, _ = running()
    with pytest.raises(Refused) as refused:
        pausing.set_deadline(match_id=match.pk, seat=1, at=NOON.replace(year=year), note=NOTE, now=NOON)
    assert refused.value.code == "too_late"
    for _ in range(3):
        pausing.extend_deadline(match_id=match.pk, seat=1, hours=14 * 24, note=NOTE, now=NOON)
    with pytest.raises(Refused) as refused:
        pausing.extend_deadline(match_id=match.pk, seat=1, hours=14 * 24, note=NOTE, now=NOON)
    assert refused.value.code == "too_late"
