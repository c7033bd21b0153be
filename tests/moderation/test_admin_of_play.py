"""Matches, ladders, tournaments, ratings and results in the admin: found, filtered, leading on, and blind."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.db.models import CharField, Model, Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from engine.quick_chance import RandomChance
from foundation.vault import seal
from games.registry import GAMES
from ladders.models import Ladder, Pool, Rating, Result, Tournament
from ladders.services.challenges import accept_challenge, make_challenge
from ladders.services.tournaments import Plan, make_tournament
from matches.log.states import game_of, state_of
from matches.models import Match
from matches.play.answers import submit_answer
from tests.ladders.play import CLOCK, ladder_of, organiser, people, play_to_the_end, played, tournament_of
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import MASKED, secret_pairs

pytestmark = pytest.mark.django_db
LISTS = ("matches_match", "ladders_ladder", "ladders_tournament", "ladders_rating", "ladders_result")


@pytest.fixture
def root() -> Client:
    user = person("root")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def listed(client: Client, name: str, query: str = "") -> set[int]:
    """The rows of a list, by their keys."""
    page = client.get(reverse(f"admin:{name}_changelist") + query)
    assert page.status_code == 200, (name, query)
    return {int(number) for number in re.findall(r"/(\d+)/change/", page.content.decode())}


def row(client: Client, found: Any) -> str:
    """The page of a row."""
    name = f"admin:{found._meta.app_label}_{found._meta.model_name}_change"
    return unescape(client.get(reverse(name, args=[found.pk])).content.decode())


def challenged(ladder: Ladder, one: User, other: User) -> Match:
    challenge = make_challenge(ladder_id=ladder.pk, challenger=one, opponents=[other], now=NOON)
    match = accept_challenge(challenge_id=challenge.pk, user=other, now=NOON).match
    assert match is not None
    return match


def test_rows_are_found_by_what_the_search_promises_and_change_nothing(root: Client) -> None:
    users = people(4)
    ladder, cup, match = ladder_of(users), tournament_of(users), played(users[:2], [1, 2])
    hosted, _ = table_of("ana", "ben", "cleo")
    found = {
        "matches_match": (match, [str(match.pk)]),
        "ladders_ladder": (ladder, [ladder.title[:4], ladder.slug]),
        "ladders_tournament": (cup, [str(cup.pk), cup.title[-3:]]),
        "ladders_rating": (Rating.objects.get(user=users[0]), [users[0].username]),
        "ladders_result": (Result.objects.get(), [str(match.pk)]),
    }
    assert found.keys() == {*LISTS}
    for name, (one, searches) in found.items():
        for words in searches:
            assert one.pk in listed(root, name, f"?q={words}"), (name, words)
        assert listed(root, name, "?q=987654") == set()
        change = reverse(f"admin:{name}_change", args=[one.pk])
        assert root.post(change, {"title": "x"}).status_code == 403
        assert root.post(reverse(f"admin:{name}_delete", args=[one.pk]), {"post": "yes"}).status_code == 403
        assert root.post(reverse(f"admin:{name}_add"), {}).status_code == 403
    assert listed(root, "matches_match", "?q=ana") == {hosted.pk}


def model_of(name: str) -> type[Model]:
    """The model of a list."""
    return apps.get_model(name.replace("_", "."))


def several() -> None:
    """Of everything at least two that each filter tells apart."""
    users = people(4)
    ladder_of(users)
    cup = tournament_of(users)
    Ladder.objects.create(title="Old", slug="old", game="bid", seats_from=2, seats_to=2, opened_at=NOON, closed_at=NOON)
    plan = Plan("Later", "knockout", "bid", GAMES["bid"].Options(), 3, NOON + timedelta(days=2), CLOCK)
    make_tournament(by=organiser(), plan=plan, now=NOON)
    assert cup.kind == "swiss"
    table_of("ana", "ben", "cleo", slug="bid")
    played(users[:2], [1, 2])
    played(users[2:], [1, 2], rated=False)
    Result.objects.filter(match=played(users[1:3], [1, 2])).update(voided_at=NOON)
    other = Pool.objects.create(game="bid", speed="live")
    Rating.objects.create(pool=other, user=users[0])
    Result.objects.create(match=table_of("ana", "ben", "cleo")[0], pool=other, ended_at=NOON, recorded_at=NOON)


@pytest.mark.parametrize("of", LISTS)
def test_each_filter_keeps_the_rows_it_names(root: Client, of: str) -> None:
    several()
    model = model_of(of)
    everything = listed(root, of)
    page = root.get(reverse(f"admin:{of}_changelist")).content.decode()
    told_apart = set()
    queries = set(re.findall(r'href="\?([^"]+)"', page[page.index('id="changelist-filter"') :]))
    for query in queries - {"_facets=True"}:
        [(field, value)] = parse_qsl(unescape(query), keep_blank_values=True)
        kept = listed(root, of, f"?{unescape(query)}")
        name = field.removesuffix("__exact").removesuffix("__isempty")
        wanted = _is_empty(model, name, value == "1") if field.endswith("__isempty") else Q(**{field: value})
        assert kept == set(model._default_manager.filter(wanted).values_list("pk", flat=True)), query
        if kept and kept < everything:
            told_apart.add(name)
    declared = admin.site._registry[model].list_filter
    assert told_apart == set(map(_name_of_filter, declared))


def _is_empty(model: type[Model], name: str, wanted: bool) -> Q:
    empty = Q(**{f"{name}__isnull": True})
    if isinstance(model._meta.get_field(name), CharField):
        empty |= Q(**{name: ""})
    return empty if wanted else ~empty


def _name_of_filter(declared: Any) -> str:
    if isinstance(declared, tuple):
        return str(declared[0])
    return str(getattr(declared, "parameter_name", declared))


def test_they_lead_to_tables_desk_and_audit(root: Client) -> None:
    users = people(4)
    ladder, cup = ladder_of(users), tournament_of(users, seats=2)
    climbed = challenged(ladder, users[1], users[0])
    match = played(users[:2], [1, 2])
    table, desk = '"/table/{}/"', '"/moderation/table/{}/"'
    assert desk.format(match.pk) in row(root, match)
    assert all(link.format(climbed.pk) in row(root, ladder) for link in (table, desk))
    seats = Match.objects.filter(tournament_table__round__tournament=cup).values_list("pk", flat=True)
    assert len(seats) == 2
    assert all(link.format(one) in row(root, cup) for one in seats for link in (table, desk))
    rating, result = Rating.objects.get(user=users[0]), Result.objects.get(match=match)
    for shown in (row(root, rating), root.get(reverse("admin:ladders_rating_changelist")).content.decode()):
        assert f'"/moderation/player/{users[0].username}/"' in shown and f'"/people/{users[0].username}/"' in shown
    for shown in (row(root, result), root.get(reverse("admin:ladders_result_changelist")).content.decode()):
        assert table.format(match.pk) in shown and desk.format(match.pk) in shown
    assert ladder.get_absolute_url() in row(root, ladder) and cup.get_absolute_url() in row(root, cup)


@pytest.mark.parametrize("hidden", [{"private": True}, {"spectators": False}], ids=["private", "without spectators"])
def test_no_link_leads_to_a_table_that_not_everyone_may_open(root: Client, hidden: dict[str, Any]) -> None:
    match = played(people(2), [1, 2], **hidden)
    for shown in (row(root, match), row(root, Result.objects.get(match=match))):
        assert f'"/table/{match.pk}/"' not in shown and f'"/moderation/table/{match.pk}/"' in shown


def seen(root: Client) -> dict[str, bytes]:
    """Every list and every row, to the byte."""
    pages = [reverse(f"admin:{name}_changelist") for name in LISTS]
    for name in LISTS:
        found = model_of(name)._default_manager.values_list("pk", flat=True)
        pages += [reverse(f"admin:{name}_change", args=[pk]) for pk in found]
    replies = {page: root.get(page) for page in pages}
    assert {reply.status_code for reply in replies.values()} == {200}
    return {page: MASKED.sub(b"-", reply.content) for page, reply in replies.items()}


def test_they_look_the_same_whatever_is_sealed(root: Client) -> None:
    """Answers, hands, and the seed of a tournament, which decides who meets whom."""
    users = people(4)
    cup, match = tournament_of(users), challenged(ladder_of(users), users[1], users[0])
    before = seen(root)
    number, *pair = next(secret_pairs(match))
    user = match.seats.get(number=number).user
    assert user is not None
    for action in pair:
        raw = msgspec.to_builtins(action)
        submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[raw], now=NOON)
        assert seen(root) == before
    state = state_of(match)
    imagined = game_of(match).imagine(game_of(match).observation(state, 0), 0, RandomChance(5))
    assert imagined != state
    Match.objects.filter(pk=match.pk).update(sealed_state=seal(imagined))
    Tournament.objects.filter(pk=cup.pk).update(sealed_seed=seal(b"another seed"))
    assert seen(root) == before
    play_to_the_end(match.pk, NOON)
    assert seen(root) != before, "what everyone may read does show"


def test_lists_ask_no_more_for_many_rows(root: Client) -> None:
    asked = []
    for visit, matches in enumerate((1, 1, 4)):
        for number in range(matches):
            played(people(4, f"visit-{visit}-{number}"), [1, 2, 3, 4])
        with CaptureQueriesContext(connection) as found:
            for name in LISTS:
                listed(root, name)
        asked.append(len(found))
    # The first visit reads what the process then remembers.
    assert asked[0] >= asked[1] == asked[2]
