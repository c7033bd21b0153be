"""What servers allow: statements end before the tasks that run them, and there is room for the sockets of pages."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from piecepack_site.celery import app
from tests.support.processes import ROOT

UNITS = ROOT / "deploy/systemd"
WORKERS, WEB = ("piecepack-worker.service", "piecepack-rounds.service"), "piecepack-web@.service"
IN_CONTAINERS = ("web1", "web2", "worker", "rounds")
TIMEOUT = re.compile(r"statement_timeout ?= ?'?(\d+)s")
SOCKETS = 65536


def compose() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    return services


def seconds(text: str) -> int:
    """The time that a statement may take."""
    (found,) = TIMEOUT.findall(text)
    return int(found)


def timeouts() -> dict[str, int]:
    """The time that a statement may take, wherever it is set."""
    files: list[Path] = [*(UNITS / name for name in (*WORKERS, WEB)), ROOT / "docs/scaling.md"]
    found = {path.name: path.read_text() for path in [*files, ROOT / "bench/scale/scaling.txt"]}
    # What migrates past PgBouncer takes as long as it takes.
    given = {name: seconds(text.replace("statement_timeout=0", "")) for name, text in found.items()}
    return given | {name: seconds(compose()[name]["environment"]["PGOPTIONS"]) for name in IN_CONTAINERS}


@pytest.mark.parametrize("task", sorted(app.loader.import_default_modules() or app.tasks))
def test_a_statement_ends_before_the_task_that_runs_it(task: str) -> None:
    limit = app.tasks[task].time_limit or settings.CELERY_TASK_TIME_LIMIT
    assert {where: timeout for where, timeout in timeouts().items() if timeout >= limit} == {}


def test_a_web_process_has_room_for_the_sockets_of_its_pages() -> None:
    assert f"LimitNOFILE={SOCKETS}" in (UNITS / WEB).read_text().splitlines()
    assert [compose()[name]["ulimits"]["nofile"] for name in ("web1", "web2")] == [SOCKETS] * 2
    conf = (ROOT / "deploy/nginx/piecepack.conf").read_text()
    assert f"worker_rlimit_nofile {SOCKETS};" in conf
    assert f"worker_connections {SOCKETS // 2};" in conf
