"""Bundles hold their parts in order, and are found like any static file."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from foundation.bundles import COMMENTS, PADDING, all_bundles, lean


@pytest.mark.parametrize("name", all_bundles())
def test_a_bundle_has_its_parts_in_order(name: str):
    found = finders.find(name)
    assert isinstance(found, str)
    text = Path(found).read_text(encoding="utf-8")
    parts, _ = all_bundles()[name]
    assert len(parts) > 1
    places = [text.index(lean(part.read_text(encoding="utf-8"), part.suffix)) for part in parts]
    assert places == sorted(places)
    own = str(Path(name).parent)
    # A game may have the site's words for scripts in its bundle.
    folders = {str(part.parent).rpartition("static/")[2] for part in parts if part.name != "texts.js"}
    assert folders == {own}


def test_comments_and_indents_are_left_out_and_nothing_else():
    script = "// Opens.\nconst at = 'https://example.org'; // here\n\n  // Then.\n  open(at);\n"
    assert lean(script, ".js") == "const at = 'https://example.org'; // here\nopen(at);\n"
    sheet = "/* The\n   board. */\n.board { /* wide */ color: red }\n"
    assert lean(sheet, ".css") == ".board {  color: red }\n"


@pytest.mark.parametrize("name", all_bundles())
def test_no_text_in_a_file_looks_like_a_comment_or_an_indent(name: str):
    for part in all_bundles()[name][0]:
        text = part.read_text(encoding="utf-8")
        for found in (*COMMENTS[part.suffix].finditer(text), *PADDING.finditer(text)):
            before = text[: found.start()]
            assert before.count("`") % 2 == 0, "a template in a script"
            assert before.rpartition("\n")[2].count('"') % 2 == 0, "a text in a style sheet"


@pytest.mark.parametrize("name", [name for name in all_bundles() if name.endswith(".js")])
def test_a_bundled_script_keeps_its_names_to_itself(name: str):
    for part in all_bundles()[name][0]:
        lines = [line for line in part.read_text(encoding="utf-8").splitlines() if line]
        code = [line for line in lines if not line.startswith("//")]
        assert (code[0], code[-1]) == ("(() => {", "})();")


def test_no_file_has_the_name_of_a_bundle():
    assert not [name for name, (parts, _) in all_bundles().items() if (parts[0].parent / Path(name).name).exists()]
