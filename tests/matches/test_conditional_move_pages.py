"""Planning ahead on the table's page, by plain forms."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from matches.conditional_moves.forms import conditional_move_form
from matches.log.states import state_of
from matches.models import Match
from matches.notices import topic_of
from matches.rounds.resolve import resolve_round
from matches.templatetags.drawn_pieces import with_pieces
from matches.view.feeds import turns_of
from matches.view.match_view import match_view, matches
from matches.web.mail_access import cookie
from notifications.mail_links import act_token
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import some_steps
from tests.support.clients import client_of
from tests.support.html import Inputs, squeezed

pytestmark = pytest.mark.django_db

STAND = json.dumps({"kind": "reroll", "action": {"act": "let_stand"}}, separators=(",", ":"))
LOWEST = json.dumps({"kind": "bid", "pattern": "lowest"}, separators=(",", ":"))
ENOUGH = json.dumps({"kind": "bid", "pattern": "enough"}, separators=(",", ":"))


def send(client: Client, match: Match, **fields: Any) -> Any:
    match.refresh_from_db()
    named = {f"conditional-{name.replace('_', '-')}": value for name, value in fields.items()}
    return client.post(f"/table/{match.pk}/conditional-moves/", {"step": match.next_step, **named})


def press(client: Client, match: Match, do: str, version: int) -> Any:
    return client.post(f"/table/{match.pk}/conditional-moves/", {"do": do, "conditional-version": version})


def text(client: Client, match: Match, query: str = "") -> str:
    return unescape(squeezed(client.get(f"/table/{match.pk}/{query}").content.decode()))


def test_a_conditional_move_is_written_shown_moved_changed_and_struck_out() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = client_of(ana)
    assert send(client, match, preference_1=STAND, if_1="ace_C:no", lasts="always").status_code == 302
    page = text(client, match)
    assert (
        "When I am asked about the dice, if no Ace of Crowns shows: let the dice stand. Until I say otherwise." in page
    )
    assert send(client, match, preference_1=ENOUGH, number_1="4", preference_2=LOWEST).status_code == 302
    press(client, match, "raise-1", 2)
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.conditional_moves is not None
    assert (
        view.conditional_moves.words[0]
        == "When I bid: my lowest bid worth 4 or more; else my lowest bid. Once, whenever it fits."
    )
    changing = text(client, match, "?change=0")
    assert "Change this conditional move" in changing
    assert 'value="4"' in changing
    done = send(client, match, preference_1=LOWEST, replaces="0", version="3")
    assert done.status_code == 302
    press(client, match, "remove-1", 4)
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.conditional_moves is not None
    assert view.conditional_moves.words == ("When I bid: my lowest bid. Once, whenever it fits.",)


def read(client: Client, match: Match, **fields: Any) -> Any:
    """Ask for the sentence of what a form says so far."""
    named = {f"conditional-{name.replace('_', '-')}": value for name, value in fields.items()}
    return client.post(f"/table/{match.pk}/conditional-moves/", {"do": "read", **named})


def test_the_form_says_in_a_sentence_with_pieces_what_it_asks_for_and_saves_nothing() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = client_of(ana)
    groups = conditional_move_form(match_view(matches().get(pk=match.pk), 0), {}).groups
    (five,) = [option.value for group in groups for option in group.options if option.words == "The 5 of Suns"]
    said = read(client, match, preference_1=five, if_1="ace_C:no", lasts="always").content.decode()
    assert "When I bid, if no Ace of Crowns shows: the" in strip_tags(said)
    assert 'class="inline-piece"' in said and "5 of Suns" in said
    assert "Choose at least one answer" in read(client, match, preference_1="").content.decode()
    assert "conditional-sentence" not in read(client, match, preference_1="{").content.decode()
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.conditional_moves is not None and view.conditional_moves.words == ()


def test_only_a_player_reads_a_form_of_theirs() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    assert read(client_of(person("zoe")), match, preference_1=STAND).status_code == 404
    assert read(Client(), match, preference_1=STAND).status_code == 302


@pytest.mark.parametrize("slug", GAMES)
def test_the_sentence_of_a_form_tells_nothing_that_its_reader_may_not_know(slug: str) -> None:
    match, people = some_steps(slug, max(GAMES[slug].players[0], 3), 3)
    state, chance = state_of(match), RandomChance(5)
    for player, user in enumerate(people):
        view = match_view(matches().get(pk=match.pk), player)
        options = [one.value for group in conditional_move_form(view, {}).groups for one in group.options][:12]
        worlds = []
        for secret in (state, GAMES[slug].imagine(view.seen, player, chance)):
            Match.objects.filter(pk=match.pk).update(sealed_state=seal(secret))
            worlds.append([read(client_of(user), match, preference_1=one, number_1="3").content for one in options])
        Match.objects.filter(pk=match.pk).update(sealed_state=match.sealed_state)
        assert worlds[0] == worlds[1]
        assert any(b"conditional-sentence" in said for said in worlds[0])


def test_the_long_form_comes_when_it_is_asked_for() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = client_of(ana)
    assert "conditional-preference-1" not in text(client, match)
    assert "conditional-preference-1" not in text(client, match, "live/")
    assert "conditional-preference-1" in text(client, match, "?conditional_form=1")
    assert "conditional-preference-1" in text(client, match, "live/?conditional_form=1")


def test_one_form_answers_and_saves_a_move() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    fields = {
        "step": 1,
        "action": '{"act":"let_stand"}',
        "conditional-preference-1": LOWEST,
        "conditional-number-1": "",
    }
    assert client_of(ana).post(f"/table/{match.pk}/answer/", fields).status_code == 302
    for user in (ben, cleo):
        client_of(user).post(f"/table/{match.pk}/answer/", {"step": 1, "action": '{"act":"let_stand"}'})
    resolve_round(match_id=match.pk, now=NOON)
    page = text(client_of(ana), match)
    assert "Your conditional moves answer for you." in page
    assert "For my next decision only." in page


def test_an_answer_form_without_a_conditional_move_is_as_before() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    fields = {
        "step": 1,
        "action": '{"act":"let_stand"}',
        "conditional-preference-1": "",
        "conditional-preference-2": "",
    }
    assert client_of(ana).post(f"/table/{match.pk}/answer/", fields).status_code == 302
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.conditional_moves is not None
    assert view.conditional_moves.words == ()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"preference_1": ""}, "Choose at least one answer"),
        ({"preference_1": STAND, "preference_2": LOWEST}, "for the same decision"),
        ({"preference_1": ENOUGH}, "Fill in a number"),
        ({"preference_1": "{"}, "cannot be read"),
        ({"preference_1": "[]"}, "cannot be read"),
        ({"preference_1": STAND, "lasts": "ever"}, "cannot be read"),
        ({"preference_1": STAND, "if_1": "weather:yes"}, "no such condition"),
        ({"preference_1": STAND, "if_1": "prize:at_least", "if_number_1": "many"}, "Fill in a number"),
        ({"preference_1": '{"kind":"reroll","action":{"act":"bid","tiles":["zz"]}}'}, "only answers of this table"),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(fields: dict[str, str], words: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    done = send(client_of(ana), match, **fields)
    assert done.status_code == 400
    assert words in unescape(squeezed(done.content.decode()))


def test_a_form_of_an_earlier_round_is_refused_and_keeps_what_was_chosen() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    done = client_of(ana).post(
        f"/table/{match.pk}/conditional-moves/",
        {"step": 0, "conditional-preference-1": ENOUGH, "conditional-number-1": "11"},
    )
    assert done.status_code == 409
    page = unescape(squeezed(done.content.decode()))
    assert "The table has moved on." in page
    assert 'value="11"' in page


@pytest.mark.parametrize("field", ["step", "version"])
def test_a_form_without_its_numbers_is_refused(field: str) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    fields = {"step": "1", "conditional-preference-1": STAND, "conditional-replaces": "0", "conditional-version": "0"}
    fields["step" if field == "step" else "conditional-version"] = "x"
    assert client_of(ana).post(f"/table/{match.pk}/conditional-moves/", fields).status_code == 400


def test_only_the_seat_and_no_replay_shows_a_conditional_move() -> None:
    match, people = table_of("ana", "ben", "cleo")
    ana, ben, _ = people
    send(client_of(ana), match, preference_1=STAND, lasts="always")
    assert "let the dice stand" in text(client_of(ana), match).split('id="conditional"')[1].split("</section>")[0]
    assert "Until I say otherwise." not in text(client_of(ben), match)
    assert 'id="conditional"' not in text(Client(), match)
    for user in people:
        client_of(user).post(f"/table/{match.pk}/answer/", {"step": 1, "action": '{"act":"let_stand"}'})
    resolve_round(match_id=match.pk, now=NOON)
    assert "Until I say otherwise." in text(client_of(ana), match)
    assert 'id="conditional"' not in text(client_of(ana), match, "step/0/")
    assert (
        client_of(ben)
        .post(f"/table/{match.pk}/conditional-moves/", {"do": "remove-0", "conditional-version": 0})
        .status_code
        == 409
    )
    assert Client().post(f"/table/{match.pk}/conditional-moves/", {}).status_code == 302


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_offers_answers_conditions_and_patterns(slug: str) -> None:
    game = GAMES[slug]
    match, people = table_of(*("ana", "ben", "cleo")[: max(2, min(3, game.players[-1]))], slug=slug)
    asked = game.current_players(state_of(match))[0]
    view = match_view(matches().get(pk=match.pk), asked)
    form = conditional_move_form(view, {})
    assert {group.title for group in form.groups} <= set(game.conditionals.kinds.values())
    open_kind = game.conditionals.kinds[game.conditionals.kind(view.seen)]
    offered = {option.value for group in form.groups if group.title == open_kind for option in group.options}
    assert view.asked is not None
    first = {"kind": game.conditionals.kind(view.seen), "action": json.loads(view.asked.choices[0].value)}
    preference = json.dumps(first, separators=(",", ":"))
    assert preference in offered
    assert form.conditions
    done = send(client_of(people[asked]), match, preference_1=preference, lasts="round")
    assert done.status_code == 302
    view = match_view(matches().get(pk=match.pk), asked)
    assert view.asked is not None
    assert view.asked.by_conditional_move
    assert text(client_of(people[asked]), match).count("In this round only.") == 1


def test_an_answer_is_taken_while_the_long_form_is_open() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    page = Inputs()
    page.feed(text(client_of(ana), match, "?conditional_form=1"))
    stand = {"action": '{"act":"let_stand"}'}
    done = client_of(ana).post(f"/table/{match.pk}/answer/", page.of_form("answer-form") | stand)
    assert done.status_code == 302, unescape(done.content.decode())


def test_the_link_of_a_mail_shows_and_takes_no_conditional_move() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    send(client_of(ana), match, preference_1=STAND, lasts="always")
    guest = Client()
    guest.cookies[cookie()] = act_token(user_id=ana.pk, topic=topic_of(match.pk), step=match.next_step)
    page = text(guest, match)
    assert 'id="answer"' in page
    assert 'id="conditional"' not in page
    assert 'id="conditional-next"' not in page
    fields = {"step": 1, "action": '{"act":"let_stand"}', "conditional-preference-1": LOWEST}
    done = guest.post(f"/table/{match.pk}/answer/", fields)
    assert done.status_code == 400
    assert "Log in to plan ahead." in unescape(squeezed(done.content.decode()))
    assert (
        guest.post(f"/table/{match.pk}/conditional-moves/", {"do": "remove-0", "conditional-version": 1}).status_code
        == 302
    )
    view = match_view(matches().get(pk=match.pk), 0)
    assert view.conditional_moves is not None
    assert len(view.conditional_moves.words) == 1


def test_calendars_and_feeds_tell_of_no_turn_that_a_conditional_move_takes() -> None:
    match, (ana, ben, _) = table_of("ana", "ben", "cleo")
    send(client_of(ana), match, preference_1=STAND)
    assert (len(turns_of(ana)), len(turns_of(ben))) == (0, 1)


@pytest.mark.parametrize("slug", ["bid", "manipulation", "plaque-auction", "concealed-draw", "tp5"])
def test_answers_that_name_pieces_show_them(slug: str) -> None:
    match, _ = some_steps(slug, max(GAMES[slug].players[0], 3), 6)
    views = [match_view(matches().get(pk=match.pk), player) for player in range(3)]
    groups = [group for view in views for group in conditional_move_form(view, {}).groups]
    assert any("<svg" in with_pieces(option.words) for group in groups for option in group.options)


def test_a_sentence_shows_the_pieces_that_it_names() -> None:
    assert with_pieces("Take the 6 of Corvane (Reeve) or the Elf").count('class="plaque plaque-small') == 2
    drawn = with_pieces("The 4 of Arms; else the ace of Suns <b>")
    assert drawn.count('class="inline-piece"') == 2 and drawn.count("<svg") == 2
    assert strip_tags(drawn.replace("\n", "")).split()[-3:] == ["of", "Suns", "&lt;b&gt;"]
    # With a capital it is the face of a die, which looks different.
    assert with_pieces("no Ace of Crowns shows") == "no Ace of Crowns shows"


def test_one_sentence_is_enough_and_more_is_folded_until_it_is_used() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = client_of(ana)
    folded, opened = 'id="conditional-more" class="disclosure">', 'id="conditional-more" class="disclosure" open>'
    page = text(client, match, "?conditional_form=1")
    assert folded in page and page.index('name="conditional-lasts"') < page.index(folded)
    send(client, match, preference_1=ENOUGH, number_1="4", preference_2=LOWEST)
    assert opened in text(client, match, "?change=0")
