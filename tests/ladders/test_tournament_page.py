"""The page of a tournament: bars, rounds as columns, no hashes in view, and what it offers to whom."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User, UserKind
from ladders.models import Entry, Tournament
from ladders.selectors.tournaments import entry_of, standings_of, tables_of
from ladders.services.tournaments import withdraw_from_tournament
from ladders.views.tournament_page import Offer, columns_of, enter_offer, may_withdraw, standings_rows, state_words
from tests.ladders.play import people, play_round, tournament_of
from tests.matches.tables import NOON, person
from tests.support.html import squeezed

pytestmark = pytest.mark.django_db


def rows_of(cup: Tournament) -> list[list[tuple[int, str]]]:
    """The bars of every player, best first."""
    tables = tables_of(cup)
    entries = {entry.pk: entry for entry in cup.entries.all()}
    rows = standings_rows(cup, standings_of(cup, tables), entries, tables)
    return [[(bar.height, bar.kind) for bar in row.bars] for row in rows]


def page_of(cup: Tournament, user: User | None = None) -> str:
    """The page of a tournament on one line."""
    client = Client()
    if user:
        client.force_login(user)
    return squeezed(client.get(cup.get_absolute_url()).content.decode())


def test_each_round_is_a_bar_and_a_column() -> None:
    users = people(8)
    cup = tournament_of(users, "swiss", rounds=3)
    assert {bars[0] for bars in rows_of(cup)} == {(4, "playing")}
    play_round(cup, NOON)
    cup.refresh_from_db()
    firsts = [bars[0] for bars in rows_of(cup)]
    assert sorted(firsts, reverse=True) == sorted([(4, "first"), (3, "place"), (2, "place"), (1, "place")] * 2)[::-1]
    first, second, third = columns_of(cup, tables_of(cup), users[0].pk)
    assert first.state == "done" and second.state == "2 of 2 still playing" and third.to_come
    assert [table.mine for table in first.tables].count(True) == 1
    assert [one.place for one in first.tables[0].places] == [1, 2, 3, 4]
    page = page_of(cup, users[0])
    assert page.count('class="round-column"') == 3 and "round-mine" in page and "round-to-come" in page


def test_who_has_withdrawn_is_not_sent_to_the_table() -> None:
    cup = tournament_of(people(8), "swiss", rounds=3)
    first, other = people(2)
    assert "Go to my table" in page_of(cup, first)
    withdraw_from_tournament(tournament_id=cup.pk, user=first, now=NOON)
    assert "Go to my table" not in page_of(cup, first) and "Go to my table" in page_of(cup, other)


def test_no_hash_stands_in_view_and_reasons_are_one_click_away() -> None:
    cup = tournament_of(people(8), "swiss", rounds=2)
    play_round(cup, NOON)
    page = page_of(cup)
    in_view = re.sub(r"<details.*?</details>", "", page)
    assert not re.search(r"\b[0-9a-f]{12,}\b", in_view)
    assert cup.seed_hash in page
    assert f'href="{cup.get_absolute_url()}why/"' in in_view


def test_the_lot_is_told_where_it_parts_players() -> None:
    cup = tournament_of(people(8), "swiss", rounds=2)
    page = page_of(cup)
    assert "These ties were broken at random" in page and ">Lot<" not in page


def test_what_the_page_offers() -> None:
    users = people(5)
    cup = tournament_of(users[:4], "swiss", rounds=2)
    mine, other = entry_of(cup, users[0].pk), entry_of(cup, users[4].pk)

    def offer(entry: Entry | None, *, logged_in: bool = True) -> Offer:
        return enter_offer(cup, entry, logged_in=logged_in)

    assert AnonymousUser().pk is None and entry_of(cup, None) is None
    assert offer(mine) == Offer.NOTHING and may_withdraw(cup, mine)
    assert offer(other) == Offer.ENTER and not may_withdraw(cup, other)
    assert offer(None, logged_in=False) == Offer.LOG_IN
    cup.kind = Tournament.Kind.FINAL
    assert offer(None) == Offer.NOTHING
    cup.kind, cup.status = Tournament.Kind.KNOCKOUT, Tournament.Status.RUNNING
    assert offer(None) == Offer.NOTHING
    cup.status = Tournament.Status.FINISHED
    assert not may_withdraw(cup, mine)
    cup.status = Tournament.Status.ANNOUNCED
    withdrawn = Entry(state=Entry.State.WITHDRAWN)
    assert offer(withdrawn) == Offer.ENTER and not may_withdraw(cup, withdrawn)


def test_who_may_not_enter_is_told_why_instead_of_a_button() -> None:
    cup = tournament_of(people(4), "swiss", rounds=2)
    assert "Enter this tournament" in page_of(cup, person("ana"))
    page = page_of(cup, User.objects.create(username="guest-1", kind=UserKind.GUEST))
    assert "Guests cannot enter a tournament." in page and "Enter this tournament" not in page


def test_the_page_of_many_asks_no_more_than_that_of_few() -> None:
    asked = []
    for count in (4, 12):
        cup, client = tournament_of(people(count), "swiss", title=f"The cup of {count}", rounds=2), Client()
        with CaptureQueriesContext(connection) as queries:
            client.get(cup.get_absolute_url())
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_state_says_what_became_of_a_player() -> None:
    cup = Tournament(status=Tournament.Status.FINISHED)
    assert state_words(cup, Entry(rank=1)) == "wins"
    assert state_words(cup, Entry(left_why="no_show")) == "left a table to a bot"
    assert state_words(cup, Entry()) == "played on to the end"
    assert state_words(cup, Entry(state=Entry.State.OUT)) == "knocked out"
    assert state_words(Tournament(status=Tournament.Status.RUNNING), Entry()) == ""
