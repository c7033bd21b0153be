"""Seasons: the table that is kept, who changes division, and what ends after them."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from ladders.models import Challenge, Ladder, Season, SeasonPlace
from ladders.selectors.exports import SHEETS
from ladders.services.ladders import close_ladder, join_ladder, leave_ladder
from ladders.services.results import follow_match
from ladders.services.seasons import end_season_of, open_season
from ladders.services.sweep import sweep
from matches.interventions.rewinding import rewind_match
from matches.models import Match
from tests.ladders.challenges import accepted, code, end, make, moderated, stand
from tests.ladders.play import ladder_of, moves_since, organiser, people
from tests.matches.tables import NOON
from tests.support.html import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rows_give_the_rungs")]


def test_a_season_keeps_its_table_and_the_best_go_up() -> None:
    by, users = organiser(), people(12)
    ladder = ladder_of([], divisions=["Top", "Middle", "Low"], moves=1)
    for number, user in enumerate(users):
        title = ("Top", "Middle", "Low")[number // 4]
        join_ladder(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=title)
    season = open_season(
        ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=NOON + timedelta(days=90), now=NOON
    )
    other = {"title": "Other", "starts_at": NOON + timedelta(days=9), "ends_at": NOON + timedelta(days=99)}
    assert code(open_season, ladder_id=ladder.pk, by=by, now=NOON, **other) == "season_overlaps"
    assert not end_season_of(season_id=season.pk, now=NOON + timedelta(days=89))
    assert sweep(now=NOON + timedelta(days=90)) >= 1
    kept = list(SeasonPlace.objects.filter(season=season))
    assert [place.user for place in kept] == users
    assert [place.moved for place in kept if place.moved] == ["relegated", "promoted", "relegated", "promoted"]
    now = [rung.user for rung in ladder.rungs.select_related("user")]
    expected = [*users[:3], users[4], users[3], users[5], users[6], users[8], users[7], *users[9:]]
    assert now == expected


def of_two_divisions(seats: range) -> tuple[Ladder, list[User]]:
    """Two divisions of three players; one of each moves after a season of ten days."""
    users = people(6)
    ladder = ladder_of([], divisions=["First", "Second"], moves=1, seats=seats)
    for number, user in enumerate(users):
        title = "First" if number < 3 else "Second"
        join_ladder(ladder_id=ladder.pk, user=user, now=NOON, by=organiser(), division_title=title)
    dates = {"starts_at": NOON, "ends_at": NOON + timedelta(days=10), "now": NOON}
    open_season(ladder_id=ladder.pk, by=organiser(), title="Spring", **dates)
    return ladder, users


def reasons(challenge: Challenge) -> set[tuple[str, str, int | None, int | None]]:
    rows = challenge.changes.values_list("user__username", "why", "before", "after")
    return {(name.removeprefix("player-00"), why, before, after) for name, why, before, after in rows}


def test_a_table_that_ends_after_the_season_counts_where_its_players_stand_now() -> None:
    ladder, users = of_two_divisions(range(3, 4))
    challenge = accepted(ladder, users[5], [users[3], users[4]], 9)
    sweep(now=NOON + timedelta(days=10))
    assert [rung.user for rung in ladder.rungs.all()] == [*users[:2], users[3], users[2], *users[4:]]
    end(challenge, [users[5], users[4], users[3]], 11)
    assert [rung.user for rung in ladder.rungs.all()] == [*users[:2], users[3], users[2], users[5], users[4]]
    assert reasons(challenge) == {("5", "result", 3, 2), ("4", "result", 2, 3), ("3", "parted", 3, 3)}
    reasons_page = squeezed(Client().get(f"/ladder/{ladder.slug}/why/").content.decode())
    assert "keeps rung 3: because nobody else from the table is still in this division" in reasons_page


def test_a_table_whose_players_do_not_stand_together_any_more_says_why_it_moves_nobody() -> None:
    ladder, users = of_two_divisions(range(2, 3))
    challenge = accepted(ladder, users[5], [users[3]], 9)
    sweep(now=NOON + timedelta(days=10))
    end(challenge, [users[5], users[3]], 11)
    assert reasons(challenge) == {("5", "parted", 3, 3), ("3", "parted", 3, 3)}
    assert Challenge.objects.get(pk=challenge.pk).state == "done"


def test_a_table_that_changes_nothing_or_ends_on_a_closed_ladder_says_so_too() -> None:
    users = people(4)
    ladder = ladder_of(users)
    won, late = accepted(ladder, users[3], [users[2]]), accepted(ladder, users[1], [users[0]])
    end(won, [users[2], users[3]])
    assert reasons(won) == {("2", "result", 3, 3), ("3", "result", 4, 4)}
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON)
    end(late, [users[1], users[0]])
    assert reasons(late) == {("0", "closed", 1, 1), ("1", "closed", 2, 2)}


def test_not_accepting_costs_a_place_of_the_division_one_stands_in_now() -> None:
    ladder, users = of_two_divisions(range(3, 4))
    make(ladder, users[0], [users[1], users[2]], 9)
    sweep(now=NOON + timedelta(days=10))
    sweep(now=NOON + timedelta(days=12))
    stand = [rung.user for rung in ladder.rungs.all()]
    assert stand == [users[0], users[3], users[1], users[4], users[2], users[5]]


def test_a_change_of_division_is_no_rise_or_fall_of_places() -> None:
    by, users = organiser(), people(9)
    ladder = ladder_of([], divisions=["First", "Second"], moves=1)
    for number, user in enumerate(users):
        title = "First" if number < 6 else "Second"
        join_ladder(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=title)
    ends_at = NOON + timedelta(days=20)
    season = open_season(ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=ends_at, now=NOON)
    end_season_of(season_id=season.pk, now=ends_at)
    week = ends_at - timedelta(days=7)
    assert moves_since(ladder, week) == {users[6].pk: 0, users[5].pk: 0}
    end(accepted(ladder, users[6], [users[3]], 21), [users[6], users[3]], 21.5)
    assert moves_since(ladder, week) == {users[6].pk: 2, users[5].pk: 0, users[3].pk: -2}
    assert moves_since(ladder, NOON)[users[6].pk] is None, "came since"
    reasons_page = squeezed(Client().get(f"/ladder/{ladder.slug}/why/").content.decode())
    assert "went up from place 1 of the division below to place 6 of First: by promotion" in reasons_page
    assert "went down from place 6 of the division above to place 1 of Second: by relegation" in reasons_page


def test_a_ladder_that_has_closed_keeps_its_order_when_its_season_ends() -> None:
    by, users = organiser(), people(4)
    ladder = ladder_of([], divisions=["Top", "Low"], moves=1)
    for number, user in enumerate(users):
        join_ladder(ladder_id=ladder.pk, user=user, now=NOON, by=by, division_title=("Top", "Low")[number // 2])
    ends_at = NOON + timedelta(days=9)
    season = open_season(ladder_id=ladder.pk, by=by, title="Spring", starts_at=NOON, ends_at=ends_at, now=NOON)
    close_ladder(ladder_id=ladder.pk, by=by, now=NOON + timedelta(days=1))
    assert end_season_of(season_id=season.pk, now=ends_at)
    assert [place.moved for place in SeasonPlace.objects.filter(season=season)] == [""] * 4
    assert [rung.user for rung in ladder.rungs.select_related("user")] == users


def test_a_season_that_has_not_begun_is_taken_back() -> None:
    ladder, users = of_two_divisions(range(2, 3))
    now = timezone.now()
    dates = {"starts_at": now + timedelta(days=40), "ends_at": now + timedelta(days=90), "now": now}
    season = open_season(ladder_id=ladder.pk, by=organiser(), title="Summer", **dates)
    path, client = f"/ladder/{ladder.slug}/", Client()
    client.force_login(organiser())
    page = squeezed(client.get(path).content.decode())
    assert "End Spring now" in page and "Cancel Summer" in page and "Announce a season" in page
    assert f'href="{season.get_absolute_url()}">Summer</a>' in page and "begins <time" in page and "began <time" in page
    season_page = client.post(f"{path}season/{season.pk}/end/", follow=True)
    assert season_page.redirect_chain == [(path, 302)]
    assert "Summer is taken back. It had not begun." in squeezed(season_page.content.decode())
    assert not SeasonPlace.objects.exists() and [rung.user for rung in ladder.rungs.all()] == users
    assert [one.title for one in ladder.seasons.all()] == ["Spring"]


def test_moves_that_are_taken_away_tell_divisions_apart() -> None:
    ladder, users = of_two_divisions(range(3, 4))
    sweep(now=NOON + timedelta(days=10))
    sheet = SHEETS["moves"](ladder.slug, None)
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    names = ("division_before", "before", "division", "after")
    moved = {row["player"]: tuple(row[name] for name in names) for row in rows if row["why"] == "promoted"}
    assert moved == {users[3].username: ("Second", 1, "First", 3)}
    first = next(row for row in rows if row["player"] == users[0].username)
    assert tuple(first[name] for name in names) == (None, None, "First", 1)


def promoted_by_a_table() -> tuple[Challenge, list[User]]:
    """The second of the lower division has beaten its first, and gone up when the season ended."""
    ladder, users = of_two_divisions(range(2, 3))
    challenge = accepted(ladder, users[4], [users[3]], 1)
    end(challenge, [users[4], users[3]], 2)
    sweep(now=NOON + timedelta(days=10))
    assert stand(ladder) == [[*users[:2], users[4]], [users[2], users[3], users[5]]]
    challenge.refresh_from_db()
    return challenge, users


def kept(ladder: Ladder) -> list[tuple[User, str]]:
    """The table of the ladder's season, and who changed division by it."""
    return [(place.user, place.moved) for place in SeasonPlace.objects.filter(season__ladder=ladder)]


def end_again(challenge: Challenge, order: list[User], day: float) -> None:
    """End a match that a moderator rewound in this order, as its last round would."""
    Match.objects.filter(pk=challenge.match_id or 0).update(outcome=F("outcome") + 1)
    end(challenge, order, day)


def test_a_result_taken_away_after_its_season_takes_promotion_and_trophy_with_it() -> None:
    challenge, users = promoted_by_a_table()
    ladder, ended = challenge.ladder, challenge.ended_at
    before, gained = kept(ladder), stand(ladder)
    end(accepted(ladder, users[2], [users[5]], 11), [users[5], users[2]], 12)
    moderated(challenge, 13, voided=True)
    assert stand(ladder) == [[*users[:2], users[3]], [users[5], users[4], users[2]]]
    assert kept(ladder) == [(one, "") for one in users[:2]] + [
        (users[2], "relegated"),
        (users[3], "promoted"),
        (users[4], ""),
        (users[5], ""),
    ]
    season_page = squeezed(Client().get(Season.objects.get().get_absolute_url()).content.decode())
    assert "as a moderator changed a result that had counted in it" in season_page
    reasons_page = squeezed(Client().get(f"/ladder/{ladder.slug}/why/").content.decode())
    assert "went up from place 2 of Second to place 3 of First: because a moderator changed the result" in reasons_page
    assert (
        "went down from place 3 of First to place 2 of Second: because a moderator changed the result" in reasons_page
    )
    moderated(challenge, 14, voided=False)
    assert kept(ladder) == before and stand(ladder)[0] == gained[0]
    moderated(challenge, 15, voided=True)
    assert stand(ladder)[0] == [*users[:2], users[3]] and kept(ladder)[3] == (users[3], "promoted")
    challenge.refresh_from_db()
    assert challenge.ended_at == ended, "a correction is no meeting of this table"


def test_a_result_changed_after_its_season_promotes_who_won() -> None:
    ladder, users = of_two_divisions(range(2, 3))
    challenge = accepted(ladder, users[4], [users[3]], 1)
    end(challenge, [users[3], users[4]], 2)
    sweep(now=NOON + timedelta(days=10))
    challenge.refresh_from_db()
    match = challenge.match
    assert match is not None and stand(ladder)[0] == [*users[:2], users[3]]
    moderated(challenge, 11, places=[1 if seat.user == users[4] else 2 for seat in match.seats.order_by("number")])
    assert stand(ladder) == [[*users[:2], users[4]], [users[2], users[3], users[5]]]
    assert kept(ladder)[3:] == [(users[4], "promoted"), (users[3], ""), (users[5], "")]


@pytest.mark.parametrize("followed", [True, False], ids=["seen at once", "seen when it had ended again"])
def test_a_match_taken_back_after_its_season_counts_as_it_did_once_it_ends_so_again(followed: bool) -> None:
    challenge, users = promoted_by_a_table()
    ladder, was = challenge.ladder, kept(challenge.ladder)
    now = NOON + timedelta(days=11)
    note = {"by": "a moderator", "category": "bug", "audit": 1}
    rewind_match(match_id=challenge.match_id or 0, to=0, note=note, now=now)
    if followed:
        assert follow_match(match_id=challenge.match_id or 0, now=now)
        assert stand(ladder)[0] == [*users[:2], users[3]] and kept(ladder)[3] == (users[3], "promoted")
    end_again(challenge, [users[4], users[3]], 12)
    assert stand(ladder) == [[*users[:2], users[4]], [users[2], users[3], users[5]]]
    assert kept(ladder) == was


def test_a_match_taken_back_after_its_ladder_closed_counts_as_it_did() -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge = accepted(ladder, users[3], [users[2]])
    end(challenge, [users[3], users[2]], 1)
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON + timedelta(days=2))
    now, note = NOON + timedelta(days=3), {"by": "a moderator", "category": "bug", "audit": 1}
    rewind_match(match_id=challenge.match_id or 0, to=0, note=note, now=now)
    assert follow_match(match_id=challenge.match_id or 0, now=now)
    assert stand(ladder) == [users]
    end_again(challenge, [users[3], users[2]], 4)
    assert stand(ladder) == [[*users[:2], users[3], users[2]]]


def test_a_result_taken_away_lifts_nobody_who_has_left_the_ladder_since() -> None:
    challenge, users = promoted_by_a_table()
    ladder = challenge.ladder
    leave_ladder(ladder_id=ladder.pk, user=users[3], now=NOON + timedelta(days=11))
    join_ladder(ladder_id=ladder.pk, user=users[3], now=NOON + timedelta(days=20))
    moderated(challenge, 21, voided=True)
    assert stand(ladder) == [[*users[:2], users[4]], [users[2], users[5], users[3]]]
    assert kept(ladder)[3:] == [(users[3], "promoted"), (users[4], ""), (users[5], "")]


def test_a_result_taken_away_counts_on_a_closed_ladder_if_it_had_counted() -> None:
    users = people(4)
    ladder = ladder_of(users)
    challenge, late = accepted(ladder, users[3], [users[2]]), accepted(ladder, users[1], [users[0]])
    end(challenge, [users[3], users[2]], 1)
    close_ladder(ladder_id=ladder.pk, by=organiser(), now=NOON + timedelta(days=2))
    end(late, [users[1], users[0]], 3)
    moderated(challenge, 4, voided=True)
    moderated(late, 4, voided=True)
    moderated(late, 5, voided=False)
    assert stand(ladder) == [users]
