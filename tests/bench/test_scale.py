"""`make bench-scale` on a site of a few matches: all is built and measured, and copies point to copies."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping

import pytest
from django.conf import settings

from bench.figures import Figure
from bench.scale.copied import Layout, copied_models, statement_for
from bench.scale.page import text_of
from bench.scale.pages import Cost, Page, ratios
from bench.scale.progress import bar_of
from bench.scale.sizes import sizes_of
from matches.models import Match, Seat
from notifications.models import Notice
from tests.support.processes import ROOT

LOADED = (
    "storm_rounds_per_s",
    "web_ms_cpu_per_answer",
    "worker_ms_cpu_per_round",
    "stores_ms_cpu_per_answer",
    "kb_per_socket",
)
FIGURES = [
    *(f"small.{name}" for name in LOADED),
    *("scale.bytes_per_running_match", "scale.sweep_tick_ms", "small.sweep_tick_ms"),
    *("scale.pages", "scale.page_ratio_max", "scale.page_queries_max"),
    *("scale.signals_s", "scale.signals_mb"),
    *(f"scale.{name}" for name in LOADED),
    "scale.pgbouncer_connections",
]
BARRED = {
    *("scale.bytes_per_running_match", "scale.sweep_tick_ms", "scale.page_ratio_max", "scale.page_queries_max"),
    *(
        "scale.storm_rounds_per_s",
        "scale.web_ms_cpu_per_answer",
        "scale.worker_ms_cpu_per_round",
        "scale.kb_per_socket",
    ),
}


@pytest.mark.timeout(600)
@pytest.mark.exhaustive("builds a site, copies it and runs servers on it, which takes minutes")
def test_a_tiny_site_is_built_and_measured():
    done = subprocess.run(
        [sys.executable, "-m", "bench", "scale"],
        cwd=ROOT,
        env=os.environ | {"SCALE": "0.0001"},
        capture_output=True,
        text=True,
        check=False,
    )
    figures = {line["figure"]: line["value"] for line in map(json.loads, done.stdout.splitlines())}
    # A machine may have no PgBouncer and no way to get it.
    assert list(figures) in (FIGURES, FIGURES[:-1]), done.stderr
    assert all(value > 0 for value in figures.values())
    sweeps = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {line.rpartition(" ")[2] for line in done.stderr.splitlines() if " ms when small: " in line} >= sweeps
    # A tiny site may miss a bar of a large one, as its rows have no company; nothing else may go wrong.
    missed = {line.partition(" is ")[0] for line in done.stderr.splitlines() if ", but must be " in line}
    assert missed <= BARRED, done.stderr
    assert done.returncode == bool(missed), done.stderr


def test_the_page_follows_from_the_figures():
    value = dict.fromkeys(LOADED, 4.0) | {"bytes_per_running_match": 20_000.0, "pgbouncer_connections": 8}
    rows = [Figure(f"scale.{name}", number, "ms") for name, number in value.items()]
    text = text_of(value, rows, 1)
    assert "has 200,016 running and 1,000,008 finished matches" in text
    # 12 ms in all: 83 answers a second of a core, of which half is counted.
    assert "| 1 | 170 | 14,000,000 | 2,000,000 | 5,000,000 |" in text
    assert "| Board Game Arena in 2022, at the peak | 200 | 4.8 |" in text
    assert "| `scale.kb_per_socket` | 4.0 | ms | - |" in text
    assert "takes 4,000 answers a second, so it serves 24 machines" in text
    assert "{" not in text
    assert "This run had" not in text
    assert "This run had `SCALE=0.02`: the big site\nhas that part" in text_of(value, rows, 0.02)
    assert "shared\n8 connections, and no answer was refused" in text
    del value["pgbouncer_connections"]
    assert "so these settings were not tried" in text_of(value, rows, 1)


def layout(older: float = 0.0) -> Layout:
    strides: Mapping[str, int] = {model._meta.db_table: 100 for model in copied_models()}
    return Layout(strides, dict.fromkeys(strides, 0), strides, older)


def test_a_copy_points_to_copies():
    statement, arguments = statement_for(Seat, layout(), range(1, 4))
    assert '"id" + k * 100, "match_id" + k * 100' in statement
    assert '"deadline"' in statement.partition("SELECT")[2]
    assert arguments == [1, 3, 0, 100]


def test_no_copy_has_the_invitation_of_an_original():
    # Those of originals have hyphens, so `abc-4` could be one of them.
    statement, _ = statement_for(Match, layout(), range(1, 4))
    assert """left("invite_token", 14) || '.' || k""" in statement


def test_what_the_number_of_a_match_keeps_apart_is_copied_as_it_is():
    statement, _ = statement_for(Match, layout(), range(1, 4))
    assert ', "members_only", ' in statement.partition("SELECT")[2]


def test_what_is_about_a_match_is_about_its_copy():
    statement, _ = statement_for(Notice, layout(), range(1, 4))
    assert "'match:' || (substring(\"topic\" FROM 7)::bigint + k * 100)" in statement


def test_what_is_not_kept_for_long_is_not_copied_into_the_past():
    day = 86_400.0
    assert statement_for(Notice, layout(day), range(1, 1000))[1][:2] == [1, 90]
    statement, (_, last, *_) = statement_for(Seat, layout(day), range(1, 1000))
    assert last == 999
    assert "\"deadline\" - k * interval '86400.0 seconds'" in statement


def test_sizes_follow_the_scale():
    whole, tenth = sizes_of(1), sizes_of(0.1)
    assert whole.running * (whole.copies + 1) == pytest.approx(200_000, rel=0.01)
    assert whole.running * (whole.ended + 1) == pytest.approx(1_000_000, rel=0.01)
    assert tenth.running * (tenth.copies + 1) == pytest.approx(20_000, rel=0.01)


def test_short_times_count_as_the_floor():
    one, two = Page("a", "-", "visitor"), Page("b", "-", "visitor")
    small, big = {one: Cost(1, 3), two: Cost(40, 3)}, {one: Cost(30, 3), two: Cost(120, 3)}
    assert ratios(small, big, floor=20) == [(3.0, two), (1.5, one)]


def test_the_bar_says_what_is_left():
    assert bar_of(30, 120, "copied", 60) == f"[{'#' * 7}{' ' * 23}]  25% copied, 3 min left "


def test_people_take_turns_at_matches_that_are_copied_more_often():
    statement, _ = statement_for(Seat, layout()._replace(people=7), range(1, 1000))
    assert '"match_id" + k * 100' in statement and '"user_id" + mod(k, 8) * 100' in statement
