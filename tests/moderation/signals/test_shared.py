"""Devices and networks in common, and the traces they are found by."""

from datetime import date, timedelta

import pytest
from django.test import Client

from accounts.models import Trace
from accounts.security.traces import KEPT, keep_trace, keyed_hash, remove_old_traces
from bench.figures import missed_bars
from bench.shared import figures
from moderation.signals.shared import SHARED_MOST, Mark, Shared, pairs_in_common
from tests.matches.tables import NOON, person

DAY = date(2026, 5, 4)


def test_two_accounts_on_one_browser_come_before_two_on_one_network() -> None:
    marks = [Mark(1, "device", "a", DAY), Mark(2, "device", "a", DAY + timedelta(days=1))]
    marks += [Mark(3, "address", "b", DAY), Mark(4, "address", "b", DAY), Mark(5, "address", "c", DAY)]
    assert pairs_in_common(marks) == [Shared((1, 2), 2, 0), Shared((3, 4), 0, 1)]


def test_an_address_that_one_had_after_the_other_tells_nothing() -> None:
    later = DAY + timedelta(days=1)
    marks = [Mark(1, "address", "of a phone", DAY), Mark(2, "address", "of a phone", later)]
    assert pairs_in_common(marks) == []
    assert pairs_in_common([*marks, Mark(2, "address", "of a phone", DAY)]) == [Shared((1, 2), 0, 1)]


def test_in_a_town_owners_of_two_accounts_are_found_and_hardly_anybody_else_but_couples() -> None:
    """The bound that the measurement must keep; it is the same in every run."""
    found = list(figures(1.0))
    assert [words for figure in found for words in missed_bars(figure)] == []
    values = {figure.figure: figure.value for figure in found}
    assert values["shared.honest_pairs_met"] > 3000 and values["shared.named_who_live_together"] > 0


def test_what_many_share_tells_nothing() -> None:
    assert pairs_in_common([Mark(account, "address", "school", DAY) for account in range(SHARED_MOST + 1)]) == []
    assert pairs_in_common([Mark(account, "address", "flat", DAY) for account in range(SHARED_MOST)]) != []


@pytest.mark.django_db
def test_an_address_is_kept_as_a_keyed_hash_once_a_day(settings) -> None:
    ana = person("ana")
    for _ in range(2):
        keep_trace(user=ana, address="192.0.2.7", device="browser", now=NOON)
    assert Trace.objects.count() == 2
    assert "192.0.2.7" not in str(list(Trace.objects.values()))
    before = keyed_hash("address", "192.0.2.7")
    settings.SECRET_KEY = "another key"
    assert keyed_hash("address", "192.0.2.7") != before


@pytest.mark.django_db
def test_traces_are_removed_after_their_time() -> None:
    ana = person("ana")
    keep_trace(user=ana, address="192.0.2.7", device="", now=NOON)
    assert remove_old_traces(now=NOON + KEPT) == 0
    assert remove_old_traces(now=NOON + KEPT + timedelta(days=1)) == 1


@pytest.mark.django_db
def test_two_who_send_forms_from_one_browser_leave_the_same_trace_and_visitors_none() -> None:
    browser = Client()
    browser.get("/")
    browser.post("/people/guest/", {"next": "/"})
    browser.post("/accounts/logout/")
    first = set(Trace.objects.values_list("kind", "hash"))
    browser.force_login(person("ben"))
    browser.post("/report/")
    second = set(Trace.objects.filter(user=person("ben")).values_list("kind", "hash"))
    assert len(second) == 2
    assert second <= first
    assert browser.cookies["device"]["httponly"]


@pytest.mark.django_db
def test_who_keeps_no_cookie_leaves_one_trace_a_day_and_not_one_for_each_form() -> None:
    ana = person("ana")
    for _ in range(3):
        browser = Client()
        browser.force_login(ana)
        browser.post("/report/")
    assert Trace.objects.filter(user=ana).count() == 2, "an address and a device"
