"""The pages of quick tables, as people use them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from meeting.criteria import BOTS_AFTER
from meeting.models import Seeker
from tests.matches.tables import DAY, NOON, person
from tests.meeting.test_pool import open_table

pytestmark = pytest.mark.django_db
WIDER = "With more games, more times or smaller tables you meet somebody sooner."
CHOSEN = {"choose": "1", "games": "tp5", "paces": str(DAY), "sizes": "2"}


def visitor(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def text(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def test_one_click_and_two_strangers_play() -> None:
    ana, ben = visitor("ana"), visitor("ben")
    assert ana.post("/quick/")["Location"] == "/quick/"
    where = ben.post("/quick/")["Location"]
    number = Match.objects.get().pk
    assert where == f"/table/{number}/"
    assert "running" in Match.objects.get().status
    since = int(timezone.now().timestamp()) - 60
    assert ana.get(f"/quick/?since={since}")["Location"] == where
    assert ana.get(f"/quick/?since={since}", headers={"HX-Request": "true"})["HX-Redirect"] == where


def test_three_choices_are_kept_for_the_next_click() -> None:
    ana = visitor("ana")
    ana.post("/quick/", CHOSEN)
    row = Seeker.objects.get()
    assert (row.games, row.paces, row.sizes) == (["tp5"], [str(DAY)], [2])
    ana.post("/quick/leave/")
    assert not Seeker.objects.exists()
    ana.post("/quick/")
    assert Seeker.objects.get().games == ["tp5"]


def test_what_is_chosen_again_and_again_counts_once() -> None:
    """Or a form of a thousand fields asks for millions of kinds of table, which every seating looks at."""
    ana = visitor("ana")
    ana.post("/quick/", {"choose": "1", "games": ["tp5"] * 9, "paces": [str(DAY)] * 9, "sizes": ["2"] * 9})
    row = Seeker.objects.get()
    assert (row.games, row.paces, row.sizes) == (["tp5"], [str(DAY)], [2])


def test_the_button_stands_on_three_pages_and_says_that_one_waits() -> None:
    ana = visitor("ana")
    for path in ("/", "/turns/", "/tables/"):
        assert "Quick table" in text(ana, path)
    ana.post("/quick/")
    for path in ("/", "/turns/", "/tables/"):
        assert "Waiting for a table" in text(ana, path)


def test_a_visitor_comes_as_a_guest_straight_to_the_choices() -> None:
    client = Client()
    assert "Quick table with people" in text(client, "/")
    assert client.post("/people/guest/", {"next": "/quick/"})["Location"] == "/quick/"
    assert client.get("/quick/").status_code == 200


def test_the_waiting_page_says_how_long_and_how_many() -> None:
    ana, ben = visitor("ana"), visitor("ben")
    ana.post("/quick/", CHOSEN)
    Seeker.objects.update(since=timezone.now() - timedelta(minutes=3, seconds=5))
    ben.post("/quick/", CHOSEN | {"sizes": "3"})
    page = text(ana, "/quick/").replace("\xa0", " ")
    assert "You asked 3 minutes ago. 2 people are waiting, you included." in page
    assert "A table like yours would suit nobody else yet." in page and WIDER in page
    assert all(words in page for words in ("TP5", "2 players", "1 day"))
    cleo = visitor("cleo")
    ben.post("/quick/leave/")
    ana.post("/quick/leave/")
    cleo.post("/quick/", {"choose": "1"})
    assert "Nobody else is waiting yet." in text(cleo, "/quick/") and WIDER not in text(cleo, "/quick/")


def test_bots_are_chosen_while_waiting_and_kept_when_the_criteria_change() -> None:
    ana = visitor("ana")
    ana.post("/quick/", CHOSEN)
    ana.post("/quick/bots/", {"minutes": "30"})
    ana.post("/quick/", CHOSEN | {"sizes": "3"})
    assert Seeker.objects.get().bots_after == 30
    ana.post("/quick/bots/", {"minutes": ""})
    assert Seeker.objects.get().bots_after is None
    assert ana.post("/quick/bots/", {"minutes": "7"}).status_code == 400


def test_who_wants_a_live_table_is_offered_bots_only_within_the_hour_of_waiting() -> None:
    ana = visitor("ana")
    ana.post("/quick/", CHOSEN)
    assert all(f'value="{minutes}"' in text(ana, "/quick/") for minutes in BOTS_AFTER)
    ana.post("/quick/", CHOSEN | {"paces": "300"})
    page = text(ana, "/quick/")
    assert [minutes for minutes in BOTS_AFTER if f'value="{minutes}"' in page] == [5, 30]
    assert ana.post("/quick/bots/", {"minutes": "120"}).status_code == 400
    assert Seeker.objects.get().bots_after is None


def test_a_time_for_bots_that_is_over_by_then_is_lowered_when_the_criteria_change() -> None:
    ana = visitor("ana")
    ana.post("/quick/", CHOSEN)
    ana.post("/quick/bots/", {"minutes": "120"})
    ana.post("/quick/", CHOSEN | {"paces": "300"})
    assert Seeker.objects.get().bots_after == 30
    assert '<option value="30" selected>' in text(ana, "/quick/")


def test_a_seat_elsewhere_asks_whether_to_stay() -> None:
    ana = visitor("ana")
    ana.post("/quick/", CHOSEN)
    Seeker.objects.update(chosen_at=NOON - timedelta(hours=2))
    number = open_table("ana").pk
    assert f"table {number}</a>" in text(ana, "/quick/")
    ana.post("/quick/stay/")
    assert "Keep looking" not in text(ana, "/quick/")


@pytest.mark.parametrize(
    "form",
    [
        {"choose": "1", "games": "chess"},
        {"choose": "1", "sizes": "99"},
        {"choose": "1", "paces": "x"},
        {"choose": "1", "games": "bid", "sizes": "2"},
    ],
)
def test_what_cannot_be_is_refused_in_the_form(form: dict[str, str]) -> None:
    ana = visitor("ana")
    assert ana.post("/quick/", form).status_code == 400
    assert not Seeker.objects.exists()


@pytest.mark.parametrize("since", ["x", "-1", "9" * 30, ""])
def test_a_strange_address_is_just_the_form(since: str) -> None:
    assert visitor("ana").get("/quick/", {"since": since}).status_code == 200


def test_waiting_on_after_the_end_is_refused_with_a_sentence() -> None:
    answer = visitor("ana").post("/quick/stay/")
    assert answer.status_code == 409
    assert "not waiting" in answer.content.decode()
