"""Names in prose stay on one line where they are short, and are text, never markup."""

from matches.templatetags.table import LONGEST_WHOLE, names_joined


def test_short_names_stay_whole_and_long_ones_may_break() -> None:
    long = "W" * (LONGEST_WHOLE + 1)
    assert names_joined(["Marek", "Steady-2", long]) == (
        f'<span class="whole">Marek</span>, <span class="whole">Steady-2</span> and {long}'
    )


def test_names_are_escaped_short_and_long() -> None:
    assert "<b>" not in names_joined(["<b>x</b>", "<b>" + "x" * LONGEST_WHOLE])
    assert names_joined(["a&b"]) == '<span class="whole">a&amp;b</span>'
