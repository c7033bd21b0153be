"""Messages of templates are those of Django, which is asked once for each language."""

from unittest.mock import Mock

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.template import Context, Engine, Template
from django.utils import translation

CODES = [code for code, _ in settings.LANGUAGES]
SAMPLES = [
    '{% translate "Log in" %}',
    '{% translate "Log in" as words %}[{{ words }}]',
    '{% translate "answers" context "check" %}',
    '{% translate "answers" context kind %}',
    '{% translate "Log in"|upper %}',
    "{% translate said %}",
    '{% translate "Log in" noop %}',
    "{% blocktranslate trimmed %}\n  Choose one of the answers,\n  then seal it.\n{% endblocktranslate %}",
    "{% blocktranslate %}Log in{% endblocktranslate %}",
    "{% blocktranslate asvar words %}Log in{% endblocktranslate %}[{{ words }}]",
    '{% blocktranslate context "check" %}answers{% endblocktranslate %}',
    "{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}",
    "{% blocktranslate count number=number %}one{% plural %}many{% endblocktranslate %}",
    '{% translate "100%" %}{% blocktranslate %}100%{% endblocktranslate %}',
]


@pytest.mark.parametrize("sample", SAMPLES)
def test_words_are_those_of_django(sample: str) -> None:
    ours = Template("{% load i18n %}" + sample)
    djangos = Engine(libraries={"i18n": "django.templatetags.i18n"}).from_string("{% load i18n %}" + sample)
    for code in [*CODES, *reversed(CODES)]:
        for number in (1, 2):
            given = {"said": ("Log in", "Log out")[number - 1], "kind": "check", "name": "<b>", "number": number}
            with translation.override(code):
                assert ours.render(Context(given)) == djangos.render(Context(given))


@pytest.mark.parametrize("sample", ['{% translate "Log in" %}', "{% blocktranslate %}Log in{% endblocktranslate %}"])
def test_django_is_asked_once_for_each_language(sample: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Template("{% load i18n %}" + sample)
    asked = Mock(wraps=translation.gettext)
    monkeypatch.setattr("django.utils.translation.gettext", asked)
    monkeypatch.setattr("django.template.base.gettext_lazy", asked)
    for code in CODES * 3:
        with translation.override(code):
            drawn.render(Context())
    assert asked.call_count == len(CODES)


def test_no_other_tags_replace_those_of_a_library() -> None:
    doubled = [warning.msg for warning in run_checks(tags=["templates"]) if warning.id == "templates.W003"]
    assert len(doubled) == 1 and doubled[0].startswith("'i18n' is used")
