"""A game is one folder: outside it, its tests and the registry nothing names the game, its pieces or its styles."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.template import Library

from engine import Game
from games.registry import BOX
from tests.support.processes import ROOT

LOOKED_AT = {".css", ".html", ".js", ".py", ".svg", ".txt"}
FREE = {"tests", "docs", "var"}
"""Folders that may: `docs/` shows games as examples."""
NOT_OURS = {".work"}
ORDINARY = {"bid"}
"""Folders named by a word that the site needs too: only as a name, in quotes or a path, it means the game."""
PIECES = {
    "bid": (r"\bre-?rolls?\b", r"\blet_stand\b", r"\btie_break\b"),
    # Not `token.hex()`, nor colours in hexadecimal.
    "hexes": (r"(?<![.\w])hex(es)?(?![\w(])",),
    "manipulation": (r"\bsecret codes?\b",),
    "plaques": (r"plaques?\b", r"\bDragons?\b"),
    "tp5": (r"phestivit(y|ies)",),
}
"""The words for what only one game has."""
SITE = "the site"
WORD = re.compile(r"[\w-]+")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
CLASSES = re.compile(r"""\bclass(?:es|Name)?["']?\s*[=:]\s*\\?["']([^"\\]*)""")
QUOTED = re.compile(r"""["']\.?([\w -]+)["']""")
BODY = re.compile(r"/\*.*?\*/|\{[^{}]*\}", re.DOTALL)


def folder_of(app: str) -> Path:
    return ROOT / app.replace(".", "/")


@cache
def text_outside() -> dict[str, str]:
    """What every file says that must not name a game."""
    rooms = [path for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "." and path.name not in FREE]
    paths = [path for room in rooms for path in room.rglob("*") if path.suffix in LOOKED_AT and path.is_file()]
    own = {*map(folder_of, BOX), ROOT / "games/registry.py", ROOT / "examples/goofspiel"}
    kept = [path for path in paths if not own & {path, *path.parents} and NOT_OURS.isdisjoint(path.parts)]
    names = {path: str(path.relative_to(ROOT)) for path in kept}
    # A file may name a game by its own name too.
    return {name: f"{name}\n{path.read_text()}" for path, name in names.items()}


def classes(path: Path) -> set[str]:
    """The classes that a style sheet has rules for."""
    return set(CLASS.findall(BODY.sub(" ", path.read_text())))


def classes_in(folder: Path) -> set[str]:
    return {name for path in folder.rglob("*.css") for name in classes(path)}


def patterns(app: str) -> Iterator[str]:
    """Regular expressions for the names of a folder's games."""
    folder = app.rpartition(".")[2]
    if folder not in ORDINARY:
        yield rf"(?i:\b{folder}\b)"
    yield rf"\bgames[./]{folder}\b"
    rules = import_module(f"{app}.rules")
    yield from (rf"\b{name}\b" for name, value in vars(rules).items() if isinstance(value, Game))
    for game in rules.GAMES:
        yield rf"""["'/]{game.slug}["'/]|`{game.slug}[`-]"""
        # The name of a figure.
        yield rf"""["'`]\w+\.{game.slug}\.\w+["'`]"""
        yield rf"(?i:(?<!\w){re.escape(game.title)}(?!\w))"
    yield from (rf"(?i:{word})" for word in PIECES.get(folder, ()))


def own_classes(app: str) -> set[str]:
    """Classes that only the sheets of a game have."""
    return classes_in(folder_of(app)) - classes_in(ROOT / "static/css")


def classes_written(name: str, text: str) -> set[str]:
    """The classes that a file gives to elements, as far as its text shows; `words="other ways"` gives none."""
    values = CLASSES.findall(TAG.sub(lambda tag: tag[0].replace('"', "'"), text))
    if name.endswith(".js") or {"templatetags", "page"} & set(Path(name).parts):
        values += QUOTED.findall(text)
    return words_of("\n".join(values))


@pytest.mark.parametrize("app", BOX)
def test_nothing_outside_its_folder_names_a_game(app: str):
    pattern, own = re.compile("|".join(patterns(app))), own_classes(app)
    with_hyphen = {name for name in own if "-" in name}
    found = {
        name: {match[0] for match in pattern.finditer(text)}
        | with_hyphen & words_of(text)
        | own & classes_written(name, text)
        for name, text in text_outside().items()
    }
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize("app", BOX)
def test_no_style_of_the_site_is_of_use_to_one_game_alone(app: str):
    site = {name: text for name, text in text_outside().items() if not name.endswith(".css")}
    others = {name: text for other in BOX if other != app for name, text in texts_of(folder_of(other)).items()}
    of_use = classes_in_texts(texts_of(folder_of(app))) - classes_in_texts(site | others)
    assert of_use & classes_in(ROOT / "static/css") == set()


def test_the_folder_of_games_holds_games_and_what_needs_all_of_them():
    # docs/architecture.md says what each module is for.
    folder = ROOT / "games"
    assert {path.name for path in folder.glob("*.*")} == {"__init__.py", "registry.py", "verify.py", "levels.py"}
    games = {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert games == {"locale", *(app.rpartition(".")[2] for app in BOX)}
    page = (ROOT / "docs/architecture.md").read_text()
    assert [name for name in ("registry", "verify", "levels") if f"`games/{name}.py`" not in page] == []


def test_every_class_of_a_style_sheet_is_used():
    # Templates put some together: of `podium-{{ place }}`, the stem `podium-` is left.
    folders = [ROOT / "static/css", *map(folder_of, BOX), ROOT / "examples/goofspiel"]
    text = "\n".join(text for name, text in text_outside().items() if not name.endswith(".css"))
    words = words_of("\n".join([text, *(text for folder in folders for text in texts_of(folder).values())]))
    stems = tuple(word for word in words if re.fullmatch(r"[a-z][\w-]+-", word))
    found = {name for folder in folders for name in classes_in(folder)}
    assert len(found) > 500
    assert {name for name in found - words if not name.startswith(stems)} == set()


def words_of(text: str) -> set[str]:
    """The words of a text, in which hyphens join."""
    return set(WORD.findall(text))


def texts_of(folder: Path) -> dict[str, str]:
    """What the files of a folder say, but its style sheets."""
    kinds = LOOKED_AT - {".css"}
    return {str(path.relative_to(ROOT)): path.read_text() for path in folder.rglob("*") if path.suffix in kinds}


def classes_in_texts(texts: dict[str, str]) -> set[str]:
    return {used for name, text in texts.items() for used in classes_written(name, text)}


def libraries() -> Iterator[tuple[str, Library]]:
    """The template libraries of the site and the games, each with its folder."""
    for path in sorted(ROOT.glob("**/templatetags/*.py")):
        name = path.relative_to(ROOT).with_suffix("")
        if path.stem != "__init__" and not name.parts[0].startswith("."):
            yield name.parent.parent.as_posix(), import_module(".".join(name.parts)).register


def tags_of(library: Library) -> set[str]:
    return {*library.tags, *library.filters}


@cache
def templates_by_owner() -> dict[str, str]:
    """The templates of each game, and of the site as a whole."""
    texts: dict[str, list[str]] = {owner: [] for owner in (*BOX, SITE)}
    for owner in BOX:
        texts[owner] += [path.read_text() for path in (folder_of(owner) / "templates").rglob("*") if path.is_file()]
    for folder in (ROOT / "templates", *ROOT.glob("*/templates"), ROOT / "examples/goofspiel/templates"):
        texts[SITE] += [path.read_text() for path in folder.rglob("*") if path.is_file()]
    return {owner: "\n".join(found) for owner, found in texts.items()}


def users_of(pattern: str) -> set[str]:
    """The games, or the site, in whose templates a pattern is found."""
    return {owner for owner, text in templates_by_owner().items() if re.search(pattern, text)}


def users_of_tag(name: str) -> set[str]:
    return users_of(rf"\{{%\s*{name}\b|\|{name}\b")


def test_every_tag_and_filter_is_used():
    unused = [f"{app}: {name}" for app, library in libraries() for name in tags_of(library) if not users_of_tag(name)]
    assert unused == []


def test_no_tag_of_the_site_is_of_use_to_one_game_alone():
    tags = {name for app, library in libraries() if not app.startswith("games/") for name in tags_of(library)}
    assert len(tags) > 50
    alone = {name: users for name in tags if len(users := users_of_tag(name)) == 1 and SITE not in users}
    assert alone == {}


def test_no_template_of_the_site_is_of_use_to_one_game_alone():
    folder = ROOT / "templates"
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    code = "\n".join(text for name, text in text_outside().items() if name.endswith(".py"))
    named_in_code = {name for name in names if f'"{name}"' in code}
    alone = {name: users_of(rf"[\"']{re.escape(name)}[\"']") for name in names if name not in named_in_code}
    assert {name: users for name, users in alone.items() if len(users) == 1 and SITE not in users} == {}


def test_the_folders_are_looked_for_in_everything():
    assert {"templates", "static", "matches", "engine", "bench", "foundation"} <= {
        name.partition("/")[0] for name in text_outside()
    }
    assert len(text_outside()) > 700


@pytest.mark.parametrize(
    ("line", "app"),
    [
        ('slug = "bid"', "games.bid"),
        ("From the rules of Bid!", "games.bid"),
        ('<path id="hex-band">', "games.hexes"),
        ("a hand of three hexes", "games.hexes"),
        ("from games.tp5.rules import TP5", "games.tp5"),
        ("Plaque Auction", "games.plaques"),
        ("one roll or a reroll", "games.bid"),
        ("the secret code of a seat", "games.manipulation"),
    ],
)
def test_names_are_found(line: str, app: str):
    assert re.search("|".join(patterns(app)), line)


@pytest.mark.parametrize("line", ["seed.hex()", "secrets.token_hex(8)", "#c0ffee", "the highest bid", "a bid of 3"])
def test_ordinary_words_are_no_names(line: str):
    assert [app for app in BOX if re.search("|".join(patterns(app)), line)] == []


@pytest.mark.parametrize(
    ("name", "text", "classes"),
    [
        (
            "a.html",
            """<p class="wide {% if kind == "low" %}low{% endif %}">The author's own terms</p>""",
            {"wide", "low"},
        ),
        ("a.html", '{% include "_link.html" with words="Other ways" classes="quiet" %}', {"quiet"}),
        ("a.py", 'attrs={"class": "short"}', {"short"}),
        ("a.js", 'box.classList.add("open")', {"open"}),
        ("page/a.py", 'return "won"', {"won"}),
        ("rules/a.py", 'return "won"', set()),
    ],
)
def test_classes_are_found_where_they_are_given(name: str, text: str, classes: set[str]):
    assert classes <= classes_written(name, text)
    assert not {"author", "terms", "ways", "won"} & (classes_written(name, text) - classes)
