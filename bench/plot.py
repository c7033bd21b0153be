"""A picture of what answers take: a run from before they were made cheap beside one of now."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure

BEFORE = Path(__file__).with_name("before.jsonl")
"""The figures of an early commit, which its own benchmarks printed. Its first line names the commit and the day."""
PICTURE = Path("images", "performance.svg")
"""Where the picture lies beside a page."""
RATES = {"server.answers_per_s": "taken", "server.answers_resolved_per_s": "resolved"}
PARTS = {
    "server.web_ms_cpu_per_answer": "web processes",
    "server.worker_ms_cpu_per_answer": "workers",
    "server.stores_ms_cpu_per_answer": "PostgreSQL, Redis",
}
LEFT, WIDTH, BAR, ROW, PANEL = 120, 480, 16, 22, 44
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 } .title { font-weight: 600 }
.before { fill: #9aa0a6 } .now { fill: #1a6fb5 } .part-0 { fill: #1a6fb5 } .part-1 { fill: #d9822b }
.part-2 { fill: #3d8b5f }
@media (prefers-color-scheme: dark) { text { fill: #e6e6e6 } .before { fill: #80868b } .now, .part-0 { fill: #5aa9e6 }
.part-1 { fill: #f0a35e } .part-2 { fill: #6fbf92 } }
"""

Values = Mapping[str, float]


class Bar(NamedTuple):
    """One bar: what it is called, and its pieces with the style of each."""

    name: str
    pieces: list[tuple[str, float]]
    unit: str = ""

    @property
    def total(self) -> float:
        """The length of all pieces."""
        return sum(value for _, value in self.pieces)


def draw_beside(page: Path, figures: Iterable[Figure]) -> str:
    """Draw the picture beside a page and return the lines that show it; empty if the figures are not there."""
    now = {figure.figure: figure.value for figure in figures}
    if not now.keys() >= RATES.keys() | PARTS.keys():
        return ""
    told, *lines = map(json.loads, BEFORE.read_text().splitlines())
    before = {line["figure"]: line["value"] for line in lines}
    path = page.parent / PICTURE
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture(before, now))
    words = "Answers a second and the CPU of an answer by part, before and now"
    return (
        f"\n![{words}]({PICTURE.as_posix()})\n\n"
        f'"Before" is commit {told["commit"]}, measured on {told["day"]} with the same number of processes.\n'
    )


def picture(before: Values, now: Values) -> str:
    """Return an SVG image that compares two runs."""
    rates = [
        Bar(f"{word}, {time}", [(time, values[name])])
        for name, word in RATES.items()
        for time, values in (("before", before), ("now", now))
    ]
    parts = [
        Bar(time, [(f"part-{number}", values[name]) for number, name in enumerate(PARTS)], " ms")
        for time, values in (("before", before), ("now", now))
    ]
    second = PANEL + ROW * len(rates) + BAR
    key = second + PANEL + ROW * len(parts)
    body = [*_panel("Answers a second", rates, 0), *_panel("CPU of an answer with its round", parts, second)]
    body += [line for number, word in enumerate(PARTS.values()) for line in _key(number, word, key)]
    size = f'width="{LEFT + WIDTH + 80}" height="{key + ROW}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><style>{STYLE}</style>\n{"".join(body)}</svg>\n'


def _panel(title: str, bars: list[Bar], top: int) -> Iterator[str]:
    scale = WIDTH / max(bar.total for bar in bars)
    yield _text(0, top + 20, title, "title")
    for number, bar in enumerate(bars):
        y, x = top + PANEL - BAR + ROW * number, float(LEFT)
        yield _text(0, y + 13, bar.name)
        for style, value in bar.pieces:
            yield _box(x, y, value * scale, style)
            x += value * scale
        yield _text(round(x) + 6, y + 13, f"{bar.total:,.3g}{bar.unit}")


def _key(number: int, word: str, top: int) -> Iterator[str]:
    x = LEFT + 160 * number
    yield _box(x, top - 13, 13, f"part-{number}")
    yield _text(x + 19, top, word)


def _box(x: float, y: float, width: float, style: str) -> str:
    return f'<rect class="{style}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}"/>\n'


def _text(x: int, y: int, words: str, style: str = "") -> str:
    named = f' class="{style}"' if style else ""
    return f'<text{named} x="{x}" y="{y}">{words}</text>\n'
