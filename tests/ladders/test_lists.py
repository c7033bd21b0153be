"""Lists of clubs, as spreadsheets and people make them."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from foundation.errors import Refused
from ladders.forms import LONGEST_FILE, ListForm
from ladders.services.imports import read_lines


def test_a_column_of_another_name_is_no_division() -> None:
    assert [(line.name, line.division) for line in read_lines("name,mail\nana,a@b.example\n")] == [("ana", "")]
    assert [(line.name, line.division) for line in read_lines("ana,First\n")] == [("ana", "First")]
    assert [(line.name, line.division) for line in read_lines("Group;Name\nFirst;ana\n")] == [("ana", "First")]


def test_a_cell_over_two_lines_does_not_shift_the_numbers() -> None:
    assert [(line.number, line.name) for line in read_lines('name,note\nana,"a\nb"\nben,\n')] == [
        (2, "ana"),
        (4, "ben"),
    ]


def test_what_no_list_is_gets_a_sentence() -> None:
    with pytest.raises(Refused) as refused:
        read_lines('"' + "a" * 140_000)
    assert refused.value.code == "unreadable_list"
    assert all("\x00" not in line.name for line in read_lines("a\x00n\x00a\x00\n"))


def test_a_file_is_never_cut_short_in_silence() -> None:
    files: MultiValueDict[str, Any] = MultiValueDict(
        {"file": [SimpleUploadedFile("list.csv", b"ana\n" * LONGEST_FILE)]}
    )
    form = ListForm({}, files)
    assert not form.is_valid() and "too large" in str(form.errors)
