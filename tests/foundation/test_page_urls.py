"""Addresses of pages are those of Django, which is asked once for each."""

from unittest.mock import Mock

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, get_resolver, reverse, set_script_prefix

from foundation import page_urls
from foundation.page_urls import page_address


@pytest.mark.parametrize(
    ("name", "values"),
    [("matches:mine", ()), ("matches:table", (7,)), ("matches:replay", (7, 12)), ("accounts:public", ("zoë",))],
)
def test_an_address_is_that_of_django(name: str, values: tuple[int | str, ...]) -> None:
    drawn = Template("{% url name " + " ".join(f"values.{at}" for at in range(len(values))) + " %}")
    assert page_address(name, *values) == reverse(name, args=values)
    assert drawn.render(Context({"name": name, "values": values})) == reverse(name, args=values)


def test_django_is_asked_once_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Mock(wraps=reverse)
    monkeypatch.setattr(page_urls, "reverse", asked)
    drawn = Template("{% url 'matches:replay' 5150 step %}")
    steps = [drawn.render(Context({"step": step})) for step in (1, 2, 1, 2)]
    assert steps == ["/table/5150/step/1/", "/table/5150/step/2/"] * 2
    assert asked.call_count == 2


def test_a_page_that_does_not_exist_is_named_or_left_out() -> None:
    with pytest.raises(NoReverseMatch):
        Template("{% url 'matches:nowhere' %}").render(Context())
    assert Template("{% url 'matches:nowhere' as found %}[{{ found }}]").render(Context()) == "[]"


def test_an_address_can_be_put_aside_and_is_escaped() -> None:
    assert Template("{% url 'matches:table' 7 as found %}[{{ found }}]").render(Context()) == "[/table/7/]"
    shown = Template("{% url 'accounts:public' name %}").render(Context({"name": "a&b"}))
    assert "&amp;" in shown


def test_a_site_below_a_path_has_addresses_of_its_own() -> None:
    at_the_top = page_address("matches:table", 7)
    set_script_prefix("/games/")
    try:
        assert page_address("matches:table", 7) == f"/games{at_the_top}"
    finally:
        set_script_prefix("/")


def test_every_part_of_the_site_is_there_once() -> None:
    """Otherwise an address would depend on the part that the reader is in, which Django hands to `reverse`."""
    assert all(places == [part] for part, places in get_resolver().app_dict.items())
