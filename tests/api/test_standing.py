"""What pages show of ladders, players and yourself, through the API, in pages of lists."""

import io
import zipfile
from base64 import b64decode
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings

from accounts.identity.bot_accounts import create_bot_account
from accounts.models import Block, User
from api.scopes import Scope
from ladders.models import Season, SeasonPlace, Tournament
from ladders.services.seasons import end_season_of
from matches.models.social import Muting
from moderation.action import Target
from notifications.models import Channel, Notice, State, Webhook
from rights.models import Archive
from rights.services.archives import make_archive
from tests.api.bots import Caller, caller, problem
from tests.ladders.play import ladder_of, organiser, people, played, tournament_of
from tests.matches.tables import NOON, person
from tests.moderation.desk import done, moderator

pytestmark = pytest.mark.django_db


def body_of(reply: Any, status: int = 200) -> dict[str, Any]:
    assert reply.status_code == status, reply.content
    found: dict[str, Any] = reply.json()
    return found


def whole(one: Caller, path: str, limit: int = 2) -> list[Any]:
    """A list, fetched in small pages."""
    found: list[Any] = []
    cursor = ""
    while True:
        page = body_of(one.get(f"{path}?limit={limit}&cursor={cursor}"))
        assert len(page["results"]) <= limit
        found += page["results"]
        if (cursor := page["next_cursor"]) is None:
            return found


def test_the_order_of_a_ladder_and_why_it_is_so_come_in_pages():
    players = people(5)
    ladder = ladder_of(players)
    ana = caller(players[0])
    rungs = whole(ana, f"ladders/{ladder.slug}/rungs")
    assert [rung["player"] for rung in rungs] == [user.username for user in players]
    changes = whole(ana, f"ladders/{ladder.slug}/changes")
    assert [(row["player"], row["why"]) for row in changes] == [
        (user.username, "entered") for user in reversed(players)
    ], "newest first"
    assert (changes[-1]["before"], changes[-1]["after"], changes[-1]["match"]) == (None, 1, None)
    assert body_of(ana.get(f"ladders/{ladder.slug}"))["rung"]["position"] == 1
    assert body_of(caller(person("ana")).get(f"ladders/{ladder.slug}"))["rung"] is None


@pytest.mark.both_databases
def test_ladders_that_are_closed_come_last():
    first, second = (ladder_of([], slug=slug, title=slug) for slug in ("plaque-auction", "hexes"))
    type(first).objects.filter(pk=first.pk).update(closed_at=NOON)
    assert [line["slug"] for line in whole(caller(person("ana")), "ladders", 1)] == [second.slug, first.slug]


def test_a_season_that_is_over_keeps_its_table_and_stands_in_the_hall():
    players = people(4)
    ladder = ladder_of(players)
    season = Season.objects.create(ladder=ladder, title="Spring", starts_at=NOON, ends_at=NOON)
    later = Season.objects.create(ladder=ladder, title="Summer", starts_at=NOON, ends_at=NOON + timedelta(days=9))
    one = caller(person("ana"))
    path = f"ladders/{ladder.slug}/seasons"
    assert whole(one, "hall/seasons") == [] == whole(one, f"{path}/{season.pk}")
    end_season_of(season_id=season.pk, by=organiser(), now=NOON)
    table = whole(one, f"{path}/{season.pk}")
    assert [(line["position"], line["player"]) for line in table] == [
        (place, user.username) for place, user in enumerate(players, start=1)
    ]
    assert SeasonPlace.objects.count() == 4 and {line["rating"] for line in table} == {None}
    (hall,) = whole(one, "hall/seasons")
    assert (hall["title"], hall["ladder"], len(hall["first"])) == ("Spring", ladder.slug, 3)
    assert hall["first"][0] == {"place": 1, "player": players[0].username}
    assert [line["number"] for line in whole(one, path, 1)] == [later.pk, season.pk]
    problem(one.get(f"{path}/999"), 404, "not_found")


def test_a_tournament_is_read_list_by_list_and_stands_in_the_hall_when_it_is_over():
    players = people(8)
    cup, one = tournament_of(players, seats=4), caller(players[0])
    path = f"tournaments/{cup.pk}"
    names = [user.username for user in players]
    assert [entry["player"] for entry in whole(one, f"{path}/entries")] == names
    assert [line["rank"] for line in whole(one, f"{path}/standings", 3)] == list(range(1, 9))
    tables = whole(one, f"{path}/tables", 1)
    assert sorted(name for table in tables for name in table["players"]) == names
    assert {row["why"] for row in whole(one, f"{path}/reasons", 3)} == {"entered_by"}
    about = body_of(one.get(path))
    assert [row["number"] for row in about["rounds"]] == [1]
    address = about["calendar"].partition("/tournament/")[2]
    assert b"BEGIN:VCALENDAR" in Client().get(f"/tournament/{address}").content
    assert whole(one, "hall/tournaments") == []
    Tournament.objects.update(status="finished", ended_at=NOON)
    cup.entries.filter(user=players[2]).update(rank=1)
    (hall,) = whole(one, "hall/tournaments")
    assert (hall["number"], hall["first"]) == (cup.pk, [{"place": 1, "player": names[2]}])


def test_two_players_are_seen_beside_each_other():
    ana, ben, cleo = (person(name) for name in ("ana", "ben", "cleo"))
    first, second = (played([ana, ben], places).pk for places in ((1, 2), (2, 1)))
    third = played([ana, cleo], (1, 2)).pk
    one = caller(cleo)
    record = body_of(one.get("players/ANA/record"))
    assert record["player"] == "ana" and record["games"][0]["played"] == 3
    assert {line["number"] for line in record["latest"]} == {first, second, third}
    assert {line["game"] for part in ("games", "latest", "ratings") for line in record[part]} == {"plaque-auction"}
    assert len(record["ratings"][0]["history"]) == 3 and record["trophies"] == []
    assert record["reliability"]["percent"] is None
    assert [line["player"] for line in whole(one, "players/ana/opponents", 1)] == ["ben", "cleo"]
    versus = body_of(one.get("players/ana/opponents/ben"))
    assert (versus["met"], versus["ahead"], versus["tied"], versus["behind"]) == (2, 1, 0, 1)
    meetings = whole(one, "players/ana/opponents/ben", 1)
    assert {line["number"]: (line["place"], line["their_place"]) for line in meetings} == {
        first: (1, 2),
        second: (2, 1),
    }
    for path in ("players/ana/opponents/ana", "players/ana/opponents/zoe", "players/zoe/record"):
        problem(one.get(path), 404, "not_found")


def test_a_table_to_take_away_has_what_the_file_has():
    ladder, one = ladder_of(people(3)), caller(person("ana"))
    sheet = body_of(one.get(f"sheets/ladder/{ladder.slug}"))
    file = Client().get(f"/ladders/export/ladder/{ladder.slug}.json").json()
    assert [dict(zip(sheet["columns"], row, strict=True)) for row in sheet["rows"]] == file
    for path in ("sheets/ladder/nowhere", "sheets/chairs/1", "sheets/season/x", "sheets/ratings/bid-at-dusk"):
        problem(one.get(path), 404, "not_found")


def test_whom_i_have_blocked_and_muted_comes_in_pages():
    ana, others = person("ana"), people(5)
    for other in others:
        Block.objects.create(by=ana, other=other, at=NOON)
        Muting.objects.create(reader=ana, muted=other)
    names = [user.username for user in reversed(others)]
    assert whole(caller(ana), "blocks") == whole(caller(ana), "mutings") == names


def test_my_challenges_come_in_pages():
    players = people(4)
    ladder, one = ladder_of(players), caller(players[0])
    for other in players[1:]:
        body_of(one.post(f"ladders/{ladder.slug}/challenges", {"opponents": [other.username]}), 201)
    invited = [challenge["waits_for"] for challenge in whole(one, "challenges")]
    assert invited == [[user.username] for user in reversed(players[1:])]


def test_lists_of_tables_of_my_own():
    ana, ben = caller(person("ana")), caller(person("ben"))
    seats = [{"kind": "named", "name": "ben"}, {"kind": "open"}]
    number = body_of(ana.post("matches", {"game": "bid", "seats": seats}), 201)["number"]
    inviting = body_of(ben.get("matches?show=inviting"))["results"]
    assert [line["number"] for line in inviting] == [number]
    assert body_of(ana.get("matches?show=inviting"))["results"] == []
    assert body_of(ben.send("put", f"matches/{number}/star"))
    assert [line["number"] for line in body_of(ben.get("matches?show=starred"))["results"]] == [number]
    assert (
        body_of(ana.get("matches?show=starred"))["results"] == body_of(ana.get("matches?show=seats"))["results"] == []
    )
    problem(ana.get("matches?show=seats&mine=true"), 400, "one_list", "show")


def test_what_was_sent_is_told_as_on_the_page():
    ana = person("ana")
    about = {"title": "Bid!", "path": "/table/1/", "text": "Ben bid"}
    for step, (channel, state) in enumerate(
        ((Channel.MAIL, State.FAILED), (Channel.PUSH, State.SENT), (Channel.PAGE, State.SENT))
    ):
        Notice.objects.create(
            user=ana,
            kind="news",
            channel=channel,
            topic="match:1",
            step=step,
            context=about,
            due_at=NOON,
            made_at=NOON,
            state=state,
            reason="The address is full." if state == State.FAILED else "",
        )
    sent = whole(caller(ana), "notices/sent", 1)
    assert [(row["channel"], row["outcome"], row["reason"]) for row in sent] == [
        ("push", "sent", ""),
        ("mail", "failed", "The address is full."),
    ]
    assert whole(caller(person("ben")), "notices/sent") == []


def test_a_webhook_is_tried(monkeypatch: pytest.MonkeyPatch):
    user = person("ana")
    ana = caller(user)
    problem(ana.post("notices/webhook/test"), 409, "no_webhook")
    Webhook.objects.create(user=user, form="json", url="https://post.example/hook", key="k", made_at=NOON)
    statuses = iter((204, 500, 204))
    monkeypatch.setattr("notifications.channels.by_webhook._post", lambda *_: next(statuses))
    results = [body_of(ana.post("notices/webhook/test", key="once"))["last_result"] for _ in range(2)]
    assert results == ["It was taken.", "The other end did not take it (500)."], "each request tries it"
    assert not Webhook.objects.get().broken


def test_a_webhook_is_tried_as_often_as_on_the_page(monkeypatch: pytest.MonkeyPatch, settings: Any):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"webhook_test": "1/h/user"}
    monkeypatch.setattr("notifications.channels.by_webhook._post", lambda *_: 204)
    user = person("ana")
    Webhook.objects.create(user=user, form="json", url="https://post.example/hook", key="k", made_at=NOON)
    ana = caller(user)
    body_of(ana.post("notices/webhook/test"))
    problem(ana.post("notices/webhook/test"), 429, "too_many_requests")


def test_zone_and_language_are_chosen():
    ana = caller(person("ana"))
    assert body_of(ana.get("me/preferences")) == {
        "language": "",
        "time_zone": "UTC",
        "date_language": "en-gb",
        "stays_out": False,
    }
    chosen = {"language": "", "time_zone": "Europe/Prague", "date_language": "cs", "stays_out": False}
    assert body_of(ana.send("put", "me/preferences", {"time_zone": "Europe/Prague"})) == chosen | {
        "date_language": "en-gb"
    }
    assert (
        body_of(ana.send("put", "me/preferences", {"date_language": "cs"}))
        == chosen
        == body_of(ana.get("me/preferences"))
    )
    assert User.objects.get(username="ana").zone_chosen
    problem(ana.send("put", "me/preferences", {"time_zone": "Mars/North"}), 400, "field_invalid", "/time_zone")
    problem(ana.send("put", "me/preferences", {"date_language": "tlh"}), 400, "field_invalid", "/date_language")
    assert body_of(ana.get("me/preferences")) == chosen
    for out in (True, False):
        assert body_of(ana.send("put", "me/preferences", {"stays_out": out})) == chosen | {"stays_out": out}


def test_what_moderators_did_is_read_and_a_new_name_chosen():
    user, _ = person("ana"), person("ben")
    ana = caller(user)
    problem(ana.send("put", "me/name", {"name": "anna"}), 403, "no_name_due", "/name")
    mona = moderator()
    done(mona, "warn", Target(user=user), words="Be kind.")
    done(mona, "mute", Target(user=user), days=7, words="Be kind.")
    done(mona, "rename", Target(user=user))
    rows = whole(ana, "me/sanctions", 1)
    assert [(row["kind"], row["in_force"]) for row in rows] == [("name", True), ("mute", True), ("warning", False)]
    problem(ana.send("put", "me/name", {"name": "ben"}), 400, "name_invalid", "/name")
    problem(ana.send("put", "me/name", {"name": "a b!"}), 400, "name_invalid", "/name")
    assert body_of(ana.send("put", "me/name", {"name": "anna"}))["name"] == "anna"
    assert [row["in_force"] for row in whole(ana, "me/sanctions", 1)] == [False, True, False]
    assert whole(caller(person("ben")), "me/sanctions") == []


def test_an_owner_chooses_the_name_of_their_bot_account():
    owner = person("ana")
    robot = create_bot_account(owner=owner, name="Robo", about="", link="", now=NOON).user
    done(moderator(), "rename", Target(user=robot))
    robot.refresh_from_db()
    ana, ben = caller(owner), caller(person("ben"))
    assert [row["player"] for row in whole(ana, "me/sanctions")] == [robot.username] != ["Robo"]
    problem(ben.send("put", "me/name", {"name": "rob", "of": robot.username}), 400, "bot_name_not_due", "/of")
    assert body_of(ana.send("put", "me/name", {"name": "rob", "of": robot.username}))["name"] == "rob"
    assert User.objects.get(pk=robot.pk).username == "rob" and User.objects.get(pk=owner.pk).username == "ana"


def test_my_data_is_asked_for_and_fetched_with_a_token_for_it_alone():
    user = person("ana")
    ana = caller(user, Scope.DATA)
    assert set(body_of(ana.get("me/archive")).values()) == {None}
    problem(ana.get("me/archive/file"), 404, "not_found")
    asked = body_of(ana.post("me/archive"), 202)
    assert asked["ready_at"] is None
    problem(ana.get("me/archive/file"), 404, "not_found")
    problem(ana.post("me/archive"), 400, "archive_of_today")
    make_archive(archive_id=Archive.objects.get().pk, now=NOON)
    assert body_of(ana.get("me/archive"))["ready_at"]
    file = body_of(ana.get("me/archive/file"))
    with zipfile.ZipFile(io.BytesIO(b64decode(file["base64"]))) as folder:
        assert "index.html" in folder.namelist()
    others = [scope for scope in Scope if scope != Scope.DATA]
    problem(caller(user, *others).get("me/archive/file"), 403, "scope_missing")
    Archive.objects.update(asked_at=NOON - timedelta(days=8))
    assert set(body_of(ana.get("me/archive")).values()) == {None}
    problem(ana.get("me/archive/file"), 404, "not_found")


def test_a_report_about_nobody_names_the_field():
    body = {"player": "zoe", "category": "abuse", "words": "He shouts."}
    problem(caller(person("ana")).post("reports", body), 400, "no_such_player", "/player")


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_the_address_of_a_calendar_names_the_language_of_the_request(language: str):
    cup, one = tournament_of(people(4), seats=4), caller(person("ana"))
    with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
        about = body_of(one.get(f"tournaments/{cup.pk}", **{"Accept-Language": language}))
    assert about["calendar"].endswith(f"/tournament/{cup.pk}/calendar.ics?lang={language}")
