"""Names: what they are made of, and that no two can be confused."""

import unicodedata

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.identity.services import choose_name
from accounts.models import User
from accounts.values.names import LONGEST_TYPED
from accounts.web.adapter import AccountAdapter
from tests.accounts.people import PASSWORD, person

pytestmark = pytest.mark.django_db


def refused(name: str) -> str:
    with pytest.raises(ValidationError) as caught:
        AccountAdapter().clean_username(name)
    return str(caught.value.code)


@pytest.mark.parametrize(
    "name", ["ana", "Mel", "mello", "Sharpe", "Kovář", "Δήμητρα", "李小龙", "o.k_9-", "ab", "x" * 24]
)
def test_letters_of_any_one_alphabet_make_a_name(name):
    assert AccountAdapter().clean_username(name) == name


@pytest.mark.parametrize(
    "name", ["<b>ana</b>", "ana&ben", 'a"b', "ana ben", "ana/ben", "ana\nben", "ana\u200bben", "..", "a'b"]
)
def test_markup_blanks_and_bare_signs_make_none(name):
    assert refused(name) == "name_signs"


@pytest.mark.parametrize("name", ["a", "x" * 25])
def test_a_name_is_neither_too_short_nor_too_long(name):
    assert refused(name) == "name_length"


def test_alphabets_that_look_alike_do_not_mix():
    assert refused("\u0430na") == "name_mixed"  # a Cyrillic а before a Latin na


@pytest.mark.parametrize("name", ["me", "GUEST", "keep", "guest-12345", "Admin", "house-steady"])
def test_names_of_the_site_are_kept(name):
    assert refused(name) == "name_reserved"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "moderator1",
            "Moderator-2",
            "m0derator",
            "rnoderator",
            "mod.er.ator",
            "ana-admin",
            "ADMlN",
            "1admin",
            "staff_7",
        ),
        *("\u0430\u0501min", "\u0455taff", "adrn1n", "guest", "gue\u0455t", "Guest123", "g.u.e.s.t", "hou\u0455e-1"),
        *("Random", "Random-7", "rand0m", "Steady-12", "steady."),
        *("former5", "guestl0000", "Steady-l1", "SteadyIO", "player12345", "playerO"),
    ],
)
def test_names_that_look_like_those_of_the_site_are_kept(name):
    assert refused(name) in ("name_reserved", "name_mixed")


@pytest.mark.parametrize("name", ["Badminton", "admiral", "modern", "staffan", "steadyhand", "ramona", "Ian"])
def test_names_that_only_contain_such_words_are_free(name):
    assert AccountAdapter().clean_username(name) == name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ana", "ana."),
        ("ana", "a.na"),
        ("ana-lena", "ana_lena"),
        ("carl", "car1"),
        ("lan", "Ian"),
        ("bob", "B0b"),
        ("marna", "mama"),
        ("cpex", "\u0441\u0440\u0435\u0445"),  # Cyrillic
        ("AHA", "\u0410\u041d\u0410"),  # Cyrillic
        ("Opa", "\u039f\u03c1\u03b1"),  # Greek
        ("\u0441\u0440\u0435\u0445", "CPEX"),
        ("vvilma", "vvi1ma"),
        ("Élan", "E\u0301lan."),
    ],
)
def test_no_two_names_look_alike(first, second):
    person(first)
    assert refused(second) == "name_alike"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(second, "other@example.org", PASSWORD)
    with pytest.raises(ValidationError, match="looks too much like"):
        choose_name(user=person("somebody"), name=second)


@pytest.mark.parametrize(("first", "second"), [("ana", "anna"), ("ana", "ana2"), ("elan", "Élan"), ("ian", "lan")])
def test_names_that_look_different_are_two(first, second):
    person(first)
    assert AccountAdapter().clean_username(second) == second


def test_the_look_follows_the_name():
    user = person("ana")
    choose_name(user=user, name="ben")
    assert AccountAdapter().clean_username("ana.") == "ana."
    assert refused("b.e.n") == "name_alike"


@pytest.mark.parametrize(
    ("first", "second"), [("Ana", "aNA"), ("Élan", "éLAN"), ("Straße", "STRASSE"), ("ana", "ａｎａ")]
)
def test_no_two_names_differ_in_case_or_width_alone(first, second):
    person(first)
    assert refused(second) == "name_taken"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(second, "other@example.org", PASSWORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username=second)])


def test_the_database_itself_refuses_another_case():
    person("ana")
    other = person("ben")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=other.pk).update(username="ANA")


@pytest.mark.parametrize("written", ["Élan", "éLAN", "ÉLAN"])
def test_who_logs_in_may_write_the_name_in_any_case(written):
    user = person("Élan")
    assert authenticate(username=written, password=PASSWORD) == user


def test_a_name_with_markup_that_got_in_is_escaped():
    User.objects.bulk_create([User(username="<i>x</i>")])
    page = Client().get("/people/%3Ci%3Ex%3C%2Fi%3E/")
    assert page.status_code == 404, "a slash is no part of an address"
    User.objects.bulk_create([User(username="<b>x")])
    page = Client().get("/people/%3Cb%3Ex/")
    assert page.status_code == 200
    assert b"&lt;b&gt;x" in page.content
    assert b"<b>x" not in page.content


def test_a_guest_is_shown_by_number():
    shown = User(username="guest-48213", kind="guest")
    assert shown.display_name == str(shown) == "Guest 48213"
    assert User(username="guest-48213").display_name == "guest-48213"


MARKS = "a" + "\u0300\u0316" * 2000
"""Marks in the wrong order, which Unicode sorts one by one."""


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/accounts/login/", {"login": MARKS, "password": PASSWORD}),
        ("/accounts/login/", {"login": f"{MARKS}@example.org", "password": PASSWORD}),
        ("/accounts/signup/", {"username": MARKS, "email": "ana@example.org", "password1": PASSWORD}),
        ("/accounts/password/reset/", {"email": f"{MARKS}@example.org"}),
        ("/people/keep/", {"username": MARKS, "email": "ana@example.org", "password": PASSWORD}),
    ],
)
def test_of_a_long_text_only_as_much_is_looked_at_as_a_name_may_have(path, fields, monkeypatch):
    looked, normalize = [], unicodedata.normalize

    def noted(form, text):
        looked.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", noted)
    client = Client()
    if path == "/people/keep/":
        client.post("/people/guest/")
    client.post(path, fields)
    assert max(looked, default=0) <= LONGEST_TYPED
