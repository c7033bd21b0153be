"""Counts the English that nobody can translate yet, in templates and in Python, by room. There must be none.

`python -m tests.tooling.untranslated` prints how much is left in each room, and with the name of a room what it is.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.base import Lexer, TokenType

from foundation.catalogues import ROOT
from tests.tooling.messages import folders
from tests.tooling.messages_in_python import CALLS, name_of
from tests.tooling.spoken_attributes import SPOKEN

WORD = re.compile(r"[A-Za-z]{2,}")
SENTENCE = re.compile(r"[A-Z“\"][\w’'-]*,? [^{}]*[a-z]{3}")
NO_SENTENCE = re.compile(r"\w+ \| \w+|SET LOCAL |DELETE FROM |FROM \(|SELECT ")
"""A type in quotation marks, and SQL."""
PHRASE = re.compile(r"… [a-z]{2,}|[a-z]{3,} …")
"""Words around a value, of which the games make their sentences."""
IN_TAG = re.compile(
    r"""(?:(?:words|caption|label|title|text|button|none)=|default(?:_if_none)?:|(?P<name>name=))"""
    r"""(?P<quote>["'])(?P<text>(?(name)[A-Z])[^"']*)(?P=quote)"""
)
"""What a tag of a template is given to show. A `name` is for a program, unless it begins as a title does."""
ATTRIBUTE = re.compile(r"[\w-]+=\"[^\"]*\"")
"""An attribute that a block of a template adds to a tag of the template around it."""
GAP = "\ue000"
"""Stands for what a tag puts there."""
FOR_PROGRAMMERS = {
    "operation",
    "Meta",
    "TypeError",
    "RuntimeError",
    "ValueError",
    "KeyError",
    "AssertionError",
    "LookupError",
}
FOR_PROGRAMMERS |= {"debug", "info", "warning", "exception", "BadSignature", "each"}
FOR_PROGRAMMERS |= {"DoesNotExist", "IndexError", "FileNotFoundError", "run_guarded", "_header", "_sent_back"}
"""What these are given is read by programmers, who read English."""
LOGS = {"log", "logger"}
FOR_OPERATORS = {
    "operations",
    "management",
    "admin.py",
    "checks.py",
    "doctor.py",
    "fit.py",
    "openings.py",
    "playthrough.py",
}
NAMES = {"Piecepack by Post", "Piecepack", "by", "Post", "Samsung Internet", "CSV", "JSON"}
"""Names, which stay as they are."""
IN_ENGLISH = {
    # In files, which are the same for all their readers.
    "Seat …",
    "link …",
    # Of the API’s description and of the documents, which are in English.
    "Leave it out or empty for any",
    "Any text of your own. A request sent again with the same key and body within 24 hours is not carried out again.",
    "Names in the code",
    # In the admin, and in errors of the database.
    "Can break seals",
    "An audit row is never changed or deleted. Undo what was done: that writes a row of its own.",
}
"""Texts that stay in English, with the reason."""


def in_template(text: str) -> list[str]:
    """The English of a template that is in no message."""
    reader = _Reader()
    reader.feed("".join(_outside_messages(text, reader.found)))
    reader.close()
    return [found for found in reader.found if found.strip("… ") not in NAMES]


def _outside_messages(text: str, found: list[str]) -> Iterator[str]:
    in_message = in_comment = False
    for token in Lexer(text).tokenize():
        words = token.contents
        if token.token_type == TokenType.BLOCK:
            name = words.split()[0]
            if name in ("blocktranslate", "endblocktranslate"):
                in_message = name == "blocktranslate"
            elif name in ("comment", "endcomment"):
                in_comment = name == "comment"
            found += _given_in(words)
            yield GAP
        elif token.token_type == TokenType.VAR:
            found += _given_in(words)
            yield GAP
        elif token.token_type == TokenType.TEXT and not (in_message or in_comment):
            yield words


def _given_in(words: str) -> list[str]:
    """The English that a tag of a template is given to show."""
    return [match["text"] for match in IN_TAG.finditer(words) if WORD.search(match["text"])]


class _Reader(HTMLParser):
    """Collects what people read of a template."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag in ("script", "style", "code", "pre")
        self.found += [text for name, text in attrs if name in SPOKEN and text and WORD.search(text)]

    def handle_endtag(self, tag: str) -> None:
        self.silent = False

    def handle_data(self, data: str) -> None:
        if not self.silent and WORD.search(ATTRIBUTE.sub("", data)):
            self.found.append(" ".join(data.replace(GAP, "…").split()))


def in_python(source: str, *, phrases: bool = False) -> list[str]:
    """The sentences of a module that are in no message, and with `phrases` also what sentences are made of."""
    tree = ast.parse(source)
    known = {id(part) for node in ast.walk(tree) if _is_set_apart(node) for part in ast.walk(node)}
    known |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    known |= {
        id(title) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for title in _titles_of_games(node)
    }
    nodes = (node for node in ast.walk(tree) if isinstance(node, (ast.Constant, ast.JoinedStr)))
    texts = [_text_of(node) for node in nodes if id(node) not in known]
    texts = [text for text in texts if text not in NAMES | IN_ENGLISH and not NO_SENTENCE.match(text)]
    return [text for text in texts if SENTENCE.match(text) or (phrases and PHRASE.search(text))]


def _titles_of_games(node: ast.ClassDef) -> list[ast.expr]:
    """The title of a class with authors, which is the name of a game."""
    given = {getattr(part.targets[0], "id", ""): part.value for part in node.body if isinstance(part, ast.Assign)}
    return [given["title"]] if "authors" in given and "title" in given else []


def _text_of(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(_text_of(part) if isinstance(part, ast.Constant) else "…" for part in node.values)


def _is_set_apart(node: ast.AST) -> bool:
    """True if this is a message, a docstring, or something that programmers or operators read."""
    if isinstance(node, ast.Call):
        # `partial` calls what it is given first.
        called = getattr(node.args[0], "id", "") if name_of(node) == "partial" and node.args else name_of(node)
        return called in CALLS | FOR_PROGRAMMERS | {"_"} or _is_log(node.func)
    if isinstance(node, ast.FunctionDef):
        # The admin names rows so.
        return node.name == "__str__"
    if isinstance(node, ast.Assign):
        return any(getattr(target, "id", "") in ("authors", "licence") for target in node.targets)
    if isinstance(node, ast.ClassDef):
        return node.name == "Meta"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_log(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and getattr(called.value, "id", "") in LOGS


def rooms() -> dict[str, list[str]]:
    """All that is left, by room: an app, a game, or a folder of `templates/`."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt", ".svg"):
            below = path.relative_to(ROOT).parts
            room = "/".join(below[:2]) if len(below) > 2 else "templates"
            found.setdefault(room, []).extend(in_template(path.read_text()))
    for folder in folders()[1:]:
        room = str(folder.relative_to(ROOT))
        places = ("*.py",) if room == "games" else ("**/*.py", "**/templates/**/*.*")
        for path in sorted({path for place in places for path in folder.glob(place)}):
            if path.suffix == ".py" and not FOR_OPERATORS & set(path.parts) and "migrations" not in path.parts:
                phrases = room.startswith(("games", "engine"))
                found.setdefault(room, []).extend(in_python(path.read_text(), phrases=phrases))
            elif path.suffix in (".html", ".txt", ".svg"):
                found.setdefault(room, []).extend(in_template(path.read_text()))
    return found


def counts() -> dict[str, int]:
    """How much is left in each room that is not complete."""
    return {room: len(texts) for room, texts in rooms().items() if texts}


def main(asked: list[str]) -> None:
    """Print how much is left, or what it is in the rooms that are named."""
    found = rooms()
    for room in asked:
        sys.stdout.writelines(f"{number:4} {text}\n" for text, number in Counter(found[room]).items())
    if not asked:
        sys.stdout.writelines(f"{len(texts):5} {room}\n" for room, texts in found.items() if texts)
        sys.stdout.write(f"{sum(map(len, found.values())):5} in all\n")


if __name__ == "__main__":
    main(sys.argv[1:])
