"""Planning ahead on the table's page, by plain forms."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.acting import COOKIE
from games.engine import state_of
from games.feeds import turns_of
from games.models import Match
from games.planforms import plan_form
from games.rules.registry import GAMES
from games.selectors import match_view, matches
from games.services.notices import topic_of
from games.services.rounds import round_resolve
from notifications.acting import act_token
from tests.games.tables import NOON, table_of

pytestmark = pytest.mark.django_db

STAND = json.dumps({"kind": "reroll", "action": {"act": "let_stand"}}, separators=(",", ":"))
LOWEST = json.dumps({"kind": "bid", "pattern": "lowest"}, separators=(",", ":"))
ENOUGH = json.dumps({"kind": "bid", "pattern": "enough"}, separators=(",", ":"))


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(client: Client, match: Match, **fields: Any) -> Any:
    match.refresh_from_db()
    named = {f"plan-{name.replace('_', '-')}": value for name, value in fields.items()}
    return client.post(f"/table/{match.pk}/plan/", {"step": match.next_step, **named})


def press(client: Client, match: Match, do: str, version: int) -> Any:
    return client.post(f"/table/{match.pk}/plan/", {"do": do, "plan-version": version})


def text(client: Client, match: Match, query: str = "") -> str:
    return unescape(client.get(f"/table/{match.pk}/{query}").content.decode())


def test_an_order_is_written_shown_moved_changed_and_struck_out() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = browser(ana)
    assert send(client, match, wish_1=STAND, if_1="ace_C:no", lasts="always").status_code == 302
    page = text(client, match)
    assert (
        "When I am asked about the dice, if no Ace of Crowns shows: let the dice stand. Until I say otherwise." in page
    )
    assert send(client, match, wish_1=ENOUGH, number_1="4", wish_2=LOWEST).status_code == 302
    press(client, match, "raise-1", 2)
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.plan is not None
    assert (
        view.plan.orders[0] == "When I bid: my lowest bid worth 4 or more; else my lowest bid. Once, whenever it fits."
    )
    changing = text(client, match, "?change=0")
    assert "Change this order" in changing
    assert 'value="4"' in changing
    done = send(client, match, wish_1=LOWEST, replaces="0", version="3")
    assert done.status_code == 302
    press(client, match, "strike-1", 4)
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.plan is not None
    assert view.plan.orders == ("When I bid: my lowest bid. Once, whenever it fits.",)


def test_one_form_answers_and_plans() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    fields = {"step": 1, "action": '{"act":"let_stand"}', "plan-wish-1": LOWEST, "plan-number-1": ""}
    assert browser(ana).post(f"/table/{match.pk}/answer/", fields).status_code == 302
    for user in (ben, cleo):
        browser(user).post(f"/table/{match.pk}/answer/", {"step": 1, "action": '{"act":"let_stand"}'})
    round_resolve(match_id=match.pk, now=NOON)
    page = text(browser(ana), match)
    assert "Your plan answers for you." in page
    assert "For my next decision only." in page


def test_an_answer_form_without_an_order_is_as_before() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    fields = {"step": 1, "action": '{"act":"let_stand"}', "plan-wish-1": "", "plan-wish-2": ""}
    assert browser(ana).post(f"/table/{match.pk}/answer/", fields).status_code == 302
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.plan is not None
    assert view.plan.orders == ()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"wish_1": ""}, "Choose at least one answer"),
        ({"wish_1": STAND, "wish_2": LOWEST}, "for the same decision"),
        ({"wish_1": ENOUGH}, "Fill in a number"),
        ({"wish_1": "{"}, "cannot be read"),
        ({"wish_1": "[]"}, "cannot be read"),
        ({"wish_1": STAND, "lasts": "ever"}, "cannot be read"),
        ({"wish_1": STAND, "if_1": "weather:yes"}, "no such condition"),
        ({"wish_1": STAND, "if_1": "prize:at_least", "if_number_1": "many"}, "Fill in a number"),
        ({"wish_1": '{"kind":"reroll","action":{"act":"bid","tiles":["zz"]}}'}, "only answers of this table"),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(fields: dict[str, str], words: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    done = send(browser(ana), match, **fields)
    assert done.status_code == 400
    assert words in unescape(done.content.decode())


def test_a_form_of_an_earlier_round_is_refused_and_keeps_what_was_chosen() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    done = browser(ana).post(f"/table/{match.pk}/plan/", {"step": 0, "plan-wish-1": ENOUGH, "plan-number-1": "11"})
    assert done.status_code == 409
    page = unescape(done.content.decode())
    assert "The table has moved on." in page
    assert 'value="11"' in page


@pytest.mark.parametrize("field", ["step", "version"])
def test_a_form_without_its_numbers_is_refused(field: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    fields = {"step": "1", "plan-wish-1": STAND, "plan-replaces": "0", "plan-version": "0"}
    fields["step" if field == "step" else "plan-version"] = "x"
    assert browser(ana).post(f"/table/{match.pk}/plan/", fields).status_code == 400


def test_only_the_seat_and_no_replay_shows_a_plan() -> None:
    match, people = table_of("ana", "ben", "cleo")
    ana, ben, _ = people
    send(browser(ana), match, wish_1=STAND, lasts="always")
    assert "let the dice stand" in text(browser(ana), match).split('id="plan"')[1].split("</section>")[0]
    assert "Until I say otherwise." not in text(browser(ben), match)
    assert 'id="plan"' not in text(Client(), match)
    for user in people:
        browser(user).post(f"/table/{match.pk}/answer/", {"step": 1, "action": '{"act":"let_stand"}'})
    round_resolve(match_id=match.pk, now=NOON)
    assert "Until I say otherwise." in text(browser(ana), match)
    assert 'id="plan"' not in text(browser(ana), match, "step/0/")
    assert browser(ben).post(f"/table/{match.pk}/plan/", {"do": "strike-0", "plan-version": 0}).status_code == 409
    assert Client().post(f"/table/{match.pk}/plan/", {}).status_code == 302


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_offers_answers_conditions_and_patterns(slug: str) -> None:
    game = GAMES[slug]
    match, people = table_of(*("ana", "ben", "cleo")[: max(2, min(3, game.players[-1]))], slug=slug)
    asked = game.current_players(state_of(match))[0]
    view = match_view(matches().get(pk=match.pk), asked)
    form = plan_form(view, {})
    assert {group.title for group in form.groups} <= set(game.planning.kinds.values())
    open_kind = game.planning.kinds[game.planning.kind(view.seen)]
    offered = {option.value for group in form.groups if group.title == open_kind for option in group.options}
    assert view.asked is not None
    first = {"kind": game.planning.kind(view.seen), "action": json.loads(view.asked.choices[0].value)}
    wish = json.dumps(first, separators=(",", ":"))
    assert wish in offered
    assert form.conditions
    done = send(browser(people[asked]), match, wish_1=wish, lasts="round")
    assert done.status_code == 302
    view = match_view(matches().get(pk=match.pk), asked)
    assert view.asked is not None
    assert view.asked.by_plan
    assert text(browser(people[asked]), match).count("In this round only.") == 1


def test_the_link_of_a_mail_shows_no_plan_and_takes_no_orders() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    send(browser(ana), match, wish_1=STAND, lasts="always")
    guest = Client()
    guest.cookies[COOKIE] = act_token(user_id=ana.pk, topic=topic_of(match.pk), step=match.next_step)
    page = text(guest, match)
    assert 'id="answer"' in page
    assert 'id="plan"' not in page
    assert 'id="plan-next"' not in page
    fields = {"step": 1, "action": '{"act":"let_stand"}', "plan-wish-1": LOWEST}
    done = guest.post(f"/table/{match.pk}/answer/", fields)
    assert done.status_code == 400
    assert "Log in to plan ahead." in unescape(done.content.decode())
    assert guest.post(f"/table/{match.pk}/plan/", {"do": "strike-0", "plan-version": 1}).status_code == 302
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.plan is not None
    assert len(view.plan.orders) == 1


def test_calendars_and_feeds_tell_of_no_turn_that_a_plan_takes() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    send(browser(ana), match, wish_1=STAND)
    assert (len(turns_of(ana)), len(turns_of(ben))) == (0, 1)
