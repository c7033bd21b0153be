"""What Django and allauth say of our forms keeps to the way in which the site speaks to its readers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext_lazy

from accounts.security.second_factor import SecondFactors
from accounts.web.adapter import AccountAdapter
from foundation.library_words import OF_PASSWORDS
from piecepack_site.languages import OFFERED_LANGUAGES
from tests.tooling.messages import folders

FORMAL = {
    "de": re.compile(r"\b(Sie(?! ist)|Ihnen|Ihre?[mnrs]?)\b"),
    "fr": re.compile(r"\b(?!assez|chez)\w+ez\b|\bv(ous|otre|os)\b", re.IGNORECASE),
    "es": re.compile(
        r"\busted|\bsus?\b|(?<!\bse )\b(ha|haya) \w+do\b"
        r"|\b(introduzca|ingrese|escriba|escoja|seleccione|elija|compruebe|asegúrese|envíe|utilice|inténtelo)\b",
        re.IGNORECASE,
    ),
}
"""Words for people whom one does not know, and the imperatives that go with them."""
NUMBERS = {"limit_value": 3, "show_value": 2, "max": 3, "length": 5, "min_length": 8}
FIELDS = re.compile(r"\bforms\.(?!Bound)(\w+Field)\b")
ASKED_FOR: dict[str, dict[str, Any]] = {
    "ModelChoiceField": {"queryset": None},
    "URLField": {"assume_scheme": "https"},
}
"""What classes of fields ask for."""


def said(message: Any) -> str:
    """A message in the active language. One with a number has no words before it has its values."""
    return str(message) or str(message % NUMBERS)


def fields() -> Iterator[forms.Field]:
    """A field of each class that a form of ours has."""
    modules = (path.read_text() for folder in folders()[1:] for path in folder.rglob("*.py"))
    names = {name for text in modules for name in FIELDS.findall(text)}
    assert len(names) > 8
    for name in sorted(names):
        yield getattr(forms, name)(**ASKED_FOR.get(name, {}))


def messages() -> Iterator[Any]:
    """All that a field, an account or a second factor of ours can be refused with. No account here has a phone."""
    sized = [forms.CharField(min_length=3, max_length=4), forms.IntegerField(min_value=3, max_value=4)]
    for field in [*fields(), *sized, forms.FileField(max_length=3)]:
        validators: list[Any] = field.validators
        yield from field.error_messages.values()
        yield from (one.message for one in validators)
    for words in (AccountAdapter.error_messages, SecondFactors.error_messages):
        yield from (words for name, words in words.items() if "phone" not in name)
    yield from OF_PASSWORDS


def of_passwords() -> list[str]:
    """What is said of a bad password, and before one is typed."""
    with pytest.raises(ValidationError) as refused:
        validate_password("1234567")
    return [*password_validators_help_texts(), *refused.value.messages]


@pytest.mark.parametrize("language", OFFERED_LANGUAGES[1:])
def test_no_library_speaks_to_readers_as_to_strangers(language: str):
    with translation.override(language):
        texts = [*map(said, messages()), *of_passwords()]
    assert len(texts) > 50
    assert [text for text in texts if FORMAL[language].search(text)] == []


def test_the_words_of_our_catalogues_win():
    with translation.override("fr"):
        assert said(forms.IntegerField().error_messages["invalid"]) == "Saisis un nombre entier."
        assert said(gettext_lazy("Enter a valid duration.")) == "Saisissez une durée valide."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Überprüfen Sie das Encoding."),
        ("fr", "Assurez-vous que cette valeur est là."),
        ("es", "Introduzca un número entero."),
        ("es", "La contraseña que ha indicado no es correcta."),
    ],
)
def test_words_for_strangers_are_found(language: str, words: str):
    assert FORMAL[language].search(words)
