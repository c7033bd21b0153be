"""Catalogues hold every message, translations fit theirs, and nothing that people read cannot be translated."""

import re
from pathlib import Path

import babel.messages.catalog
import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from foundation.catalogues import (
    ROOT,
    TEMPLATE,
    catalogue_folders,
    catalogues_of,
    compile_languages,
    compiled_at,
    forms,
    is_translated,
    languages,
    read_catalogue,
)
from piecepack_site.languages import LANGUAGE_NAMES
from tests.support.pseudo import _KEPT as VALUES
from tests.support.pseudo import pseudo, pseudo_markdown
from tests.tooling import untranslated
from tests.tooling.listed_players import misnamed
from tests.tooling.messages import complete_languages, missing_in, planned, state_table, written_state
from tests.tooling.messages_in_python import Message, NotPlain, messages_in
from tests.tooling.tags import tags_in
from tests.tooling.values import takes_the_values

OFFERED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def test_the_catalogues_hold_every_message_and_no_other():
    wrong = [str(path.relative_to(ROOT)) for path, text in planned() if not path.is_file() or path.read_bytes() != text]
    assert wrong == [], "run `make messages`"


def test_nothing_lies_in_a_folder_without_messages():
    written = {path for path, _ in planned()}
    assert {path for pattern in ("*/locale", "games/*/locale") for path in ROOT.glob(f"{pattern}/**/*.po*")} <= written
    assert len(catalogue_folders()) > 1


def broken(catalogue: Catalog) -> list[str]:
    """Translations that name other values than their message does, or have other tags."""
    found = (message for message in catalogue if message.id and is_translated(message))
    return [str(message.id) for message in found if not (_fits(message) and _has_the_tags(message))]


def _has_the_tags(message: babel.messages.catalog.Message) -> bool:
    """True if each form of a translation has the tags of a form of its message: no page escapes what it translates."""
    known = [tags_in(text) for text in forms(message.id)]
    return all(tags_in(text) in known for text in forms(message.string))


def _fits(message: babel.messages.catalog.Message) -> bool:
    """True if a translation takes values of its message alone, and the last form of it all of them.

    Where the reader is meant, nobody is named; for one thing, the number may be a word.
    """
    if not all(takes_the_values(text, forms(message.id)) for text in forms(message.string)):
        return False
    known = set().union(*map(_values_in, forms(message.id)))
    person = f"{{{(message.context or '').partition(':')[0]}}}" if "you" in (message.context or "") else ""
    *fewer, most = map(_values_in, forms(message.string))
    return all(values <= known for values in fewer) and known - {person} <= most <= known


def _values_in(text: str) -> set[str]:
    return {value for value in VALUES.findall(text) if value.startswith(("{", "%(", "%s", "%d"))}


@pytest.mark.parametrize("language", languages())
def test_no_translation_is_broken(language):
    assert {
        str(path): found for path in catalogues_of(language) if (found := broken(read_catalogue(path, language)))
    } == {}


def test_a_translation_with_another_value_is_broken():
    catalogue = Catalog(locale="de")
    catalogue.add("{who} bid {tiles}", "{who} bot {tiles}")
    catalogue.add("{who} won", "{wer} gewann")
    catalogue.add(("%(count)s match", "%(count)s matches"), ("eine Partie", "%(count)s Partien"))
    catalogue.add("at %(place)s", "dort")
    assert broken(catalogue) == ["{who} won", "at %(place)s"]


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("at %(place)s", "bei 50% von %(place)s"),
        ("%(count)s gone", "%(count)s weg %(count)q"),
        ("%(count)s gone", "%(count)s weg %(count)"),
        ("%(count)s gone", "%(count)s weg %(count)d"),
        ("Half of it", "50% davon"),
        ("{who} bid", "{who} bot {zwei Kacheln"),
        ("{who} bid", "{who} bot {"),
        ("{who} won", "{who} gewann }"),
        ("{who} drew", "{who} zog {who.fehlt}"),
        ("{who} drew", "{who} zog {who[0]}"),
        ("{who} passed", "{who} {who!x}"),
        ("{who} passed", "{who} {who!r}"),
        ("{who} passed", "{who} {who:>9}"),
        ("at least {}", "{} und {0}"),
    ],
)
def test_a_translation_that_cannot_be_filled_in_is_broken(message: str, wrong: str):
    catalogue = Catalog(locale="de")
    catalogue.add(message, wrong)
    assert broken(catalogue) == [message]


def test_signs_that_fill_in_nothing_may_be_in_a_translation():
    texts = {
        "%(per_cent)s %% of them": "%(per_cent)s %% davon",
        "from 0 to 100 %": "von 0 bis 100 %",
        'My answer, <code>{"step": 7}</code>': 'Meine Antwort, <code>{"step": 7}</code>',
        "at most %d": "höchstens %d",
        "at least {}": "mindestens {}",
    }
    catalogue = Catalog(locale="de")
    for message, text in texts.items():
        catalogue.add(message, text)
    assert broken(catalogue) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "Lies die Hilfe.",
        'Lies <a href="https://evil.example/">die Hilfe</a>.',
        'Lies <a href="%(url)s" onclick="x()">die Hilfe</a>.',
        'Lies <a href="%(url)s">die Hilfe</a>.<form action="https://evil.example/"></form>',
        'Lies <a href="%(url)s">die Hilfe.',
        'Lies <a href="%(url)s">die Hilfe</a>.<!-- %(url)s -->',
        'Lies <a href="%(url)s">die Hilfe</a>.<script',
    ],
)
def test_a_translation_with_other_tags_is_broken(wrong: str):
    catalogue = Catalog(locale="de")
    catalogue.add('Read <a href="%(url)s">the help</a>.', wrong)
    catalogue.add(("<b>a</b> match", "<b>%(count)s</b> matches"), ("<b>eine</b> Partie", "<b>%(count)s</b> Partien"))
    catalogue.add('<b title="Now">%(who)s</b> <i>bid</i>', '<i>Es bot</i> <b title="Jetzt">%(who)s</b>')
    assert broken(catalogue) == ['Read <a href="%(url)s">the help</a>.']


@pytest.mark.parametrize("language", languages())
def test_one_message_has_one_translation(language):
    found: dict[tuple[object, object], set[object]] = {}
    for path in catalogues_of(language):
        for message in read_catalogue(path, language):
            if message.id and is_translated(message):
                found.setdefault((message.context, message.id), set()).add(message.string)
    assert {key: texts for key, texts in found.items() if len(texts) > 1} == {}


def test_one_message_has_one_plural():
    plurals: dict[tuple[object, str], set[tuple[str, ...]]] = {}
    for folder in catalogue_folders():
        for message in read_catalogue(folder / TEMPLATE):
            one, *many = forms(message.id)
            plurals.setdefault((message.context, one), set()).add(tuple(many))
    # Gettext finds a message by its singular: of two plurals, one would be read in place of the other.
    assert [key for key, found in plurals.items() if len(found - {()}) > 1] == []


def test_places_are_worded_in_one_way():
    # Django's own filter of that name says some of them otherwise, in its own catalogues.
    loaded = re.compile(r"{% load (?![^%]*from humanize)[^%]*\bhumanize\b")
    pages = [path for folder in (ROOT / "templates", ROOT / "games") for path in folder.rglob("*.html")]
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in pages}
    assert [name for name, text in texts.items() if "|ordinal" in text and loaded.search(text)] == []


def test_the_page_says_which_languages_are_complete():
    """Its numbers may be old."""
    written, now = ([re.sub(r"\d+", "…", line) for line in table] for table in (written_state(), state_table()))
    assert written == now, "run `make messages`"
    complete = [line for line in written if line.count("all …") == 2]
    assert len(complete) == len(complete_languages())


def test_an_offered_language_is_complete():
    assert {"en-gb", *OFFERED} <= set(LANGUAGE_NAMES)
    assert {language: missing for language in OFFERED if (missing := missing_in(language))} == {}
    assert set(OFFERED) <= set(complete_languages())


def test_a_missing_translation_is_found():
    assert "all" in missing_in("tlh")["locale"]
    assert "players" in missing_in("tlh")["docs"]


def test_all_that_people_read_can_be_translated():
    left = {room: texts for room, texts in untranslated.rooms().items() if texts}
    assert left == {}, "wrap what is new"


@pytest.mark.parametrize(
    ("template", "left"),
    [
        ("<p>Log in {{ name }} now</p>", ["Log in … now"]),
        ("<p>{% translate 'Log in' %}</p>", []),
        ("<p>{% blocktranslate trimmed %}Log <b>in</b>{% endblocktranslate %} 3 · {{ name }}</p>", []),
        ('<input placeholder="A name" class="some class">', ["A name"]),
        ('{% include "a.html" with words="Go there" %}', ["Go there"]),
        ('{% include "a.html" with label="and if" none=_("Nothing") form_id="next" %}', ["and if"]),
        ('{% blocktranslate with who=seat|default:"none" %}It is {{ who }}{% endblocktranslate %}', ["none"]),
        ("<p>{{ who|default:'nobody' }} {{ count|default:'0' }} {{ one|default:_('none') }}</p>", ["nobody"]),
        ("{% comment %}Not read.{% endcomment %}<script>let a = word;</script>", []),
        ("<pre><code>GET this page</code></pre><p>Read it</p>", ["Read it"]),
    ],
)
def test_english_in_templates_is_found(template, left):
    assert untranslated.in_template(template) == left


def test_english_in_python_is_found():
    module = '"""A module."""\nA = "Load the page again."\nB = gettext("Try it again.")\nC = f"{who} bid {tiles}"\n'
    assert untranslated.in_python(module) == ["Load the page again."]
    assert untranslated.in_python(module, phrases=True) == ["Load the page again.", "… bid …"]


def test_what_programmers_and_operators_read_may_stay_in_english():
    module = 'log.error("It failed now.")\npartial(run_guarded, work, "It failed again.")\nway: "Way | None" = None\n'
    module += 'class Row:\n    def __str__(self):\n        return f"Row {self.pk} of this table"\n'
    assert untranslated.in_python(module) == []
    assert untranslated.in_python('messages.error(request, "It failed now.")') == ["It failed now."]


def test_the_rules_have_messages_of_their_own_where_the_reader_is_meant():
    module = 'from engine.language import say\nsay("{who} won {points}", who=a)\nsay("{people} tied", people=b)\n'
    assert messages_in(module) == [
        Message(2, "{who} won {points}"),
        Message(2, "{who} won {points}", "who: you"),
        Message(3, "{people} tied"),
        Message(3, "{people} tied", "people: you"),
        Message(3, "{people} tied", "people: one"),
        Message(3, "{people} tied", "people: you and others"),
    ]
    with pytest.raises(NotPlain):
        messages_in('from engine.language import say\nsay(f"{who} won")\n')


def test_messages_with_a_list_of_players_know_their_reader():
    modules = [path for folder in ("engine", "games", "matches") for path in sorted((ROOT / folder).rglob("*.py"))]
    found = {str(path.relative_to(ROOT)): misnamed(path.read_text()) for path in modules}
    assert {path: values for path, values in found.items() if values} == {}, "name it `people`"


@pytest.mark.parametrize(
    "module",
    [
        'say("{players} won", players=and_list([names.who(seat) for seat in seats]))',
        'won = and_list([names.who(seat) for seat in seats])\nsay("{players} won", players=won)',
        'first, *rest = [names.who(seat) for seat in seats]\nsay("{first}, {rest}", first=first, rest=and_list(rest))',
        'say("{players} won", players=those())\ndef those():\n    return and_list([names.who(one) for one in seats])',
        'won = ", ".join(seat.person for seat in seats)\nsay("Winners: {won}", won=won)',
    ],
)
def test_a_list_of_players_under_another_name_is_found(module: str):
    assert len(misnamed(module)) == 1


def test_other_lists_may_have_any_name():
    module = 'say("{people} won", people=people([names.who(seat) for seat in seats]))\n'
    module += 'say("{rolls}", rolls=and_list([say("{who} rolled", who=names.who(seat)) for seat in seats]))\n'
    assert misnamed(module) == []


def test_compiled_catalogues_follow_their_sources(tmp_path: Path):
    assert compile_languages(tmp_path) == languages()
    assert compile_languages(tmp_path) == []
    assert all(compiled_at(tmp_path, language).is_file() for language in languages())


def test_the_pseudo_language_keeps_values_and_markup():
    assert pseudo("Log in as <b>ana</b>, %(name)s or {who}") == "⟦Ļöĝ îñ áš <b>áñá</b>, %(name)s öŕ {who}·····⟧"
    page = "Log [in](a.md#b) as `ana`:\n\n```\nrun ana\n```\n"
    assert pseudo_markdown(page) == "Ļöĝ [îñ](a.md#b) áš `ana`:\n\n```\nrun ana\n```\n"
