"""Checks of workers, sweeps and the nightly verification."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches.models import Verification
from operations import heartbeat, probes, queue_state, selectors
from operations.doctor.findings import Finding, fail, ok, warn

ANSWER_SECONDS = 2.0
ROUNDS_WAIT = timedelta(minutes=1)
NOTICES_WAIT = timedelta(minutes=15)
TASKS_WAIT = 1000
VERIFIED_WITHIN = timedelta(days=3)
"""All matches and the audit are checked every night. A large site may take longer."""


def a_worker_answers() -> Iterator[Finding]:
    """Check that a worker runs, and that all workers know the tasks of this version."""
    if settings.EMBEDDED:
        yield ok("The worker is part of the embedded site.")
        return
    try:
        known = current_app.control.inspect(timeout=ANSWER_SECONDS).registered() or {}
    except (OperationalError, OSError) as error:
        yield fail(f"The queue cannot be reached ({type(error).__name__}). Check Redis.")
        return
    if not known:
        yield fail(
            "No worker answers. Start one: `systemctl start piecepack-worker`, or `docker compose start worker`."
        )
        return
    yield ok(f"{len(known)} worker{'s' if len(known) > 1 else ''} answer{'' if len(known) > 1 else 's'}.")
    ours = {name for name in current_app.tasks if not name.startswith("celery.")}
    for worker, tasks in sorted(known.items()):
        if missing := sorted(ours - set(tasks)):
            yield warn(f"{worker} runs another version: it does not know {', '.join(missing)}. Restart it.")


def sweeps_end() -> Iterator[Finding]:
    """Check that both sweeps ended recently. An embedded site is asked over HTTP."""
    if settings.EMBEDDED:
        yield _embedded_site()
        return
    if probes.redis_server() != probes.OK:
        yield fail("Redis, which stores when a sweep last ended, cannot be reached.")
    elif late := heartbeat.late_sweeps(now=timezone.now()):
        words = "Start beat: `systemctl start piecepack-beat`, or `docker compose start beat`. Check the worker too."
        yield fail(f"No recent sweep: {', '.join(late)}. {words}")
    else:
        yield ok("Sweeps handle passed deadlines and lost jobs.")


def _embedded_site() -> Finding:
    address = f"http://127.0.0.1:{settings.PORT}/readyz"
    try:
        with urllib.request.urlopen(address, timeout=5) as reply:
            json.load(reply)
    except urllib.error.HTTPError as reply:
        states = json.load(reply)
        wrong = ", ".join(f"{name} is {word}" for name, word in states.items() if word not in (probes.OK, False))
        return fail(f"The site runs but is not ready: {wrong}.")
    except (OSError, ValueError):
        return warn(f"The site does not answer on port {settings.PORT}. Start it with `manage.py play`, or set PORT.")
    return ok("The site runs, and sweeps handle passed deadlines.")


def nothing_waits_long() -> Iterator[Finding]:
    """Check that complete rounds, due notices and queued tasks do not wait for long."""
    now = timezone.now()
    waiting = (
        ("round", selectors.rounds_awaiting_resolution(now=now), ROUNDS_WAIT, "Look into the log of the workers."),
        ("notice", selectors.notices_overdue(now=now), NOTICES_WAIT, "Check worker, sweep and mail."),
    )
    late = [
        fail(f"{backlog.count} {word}{'s wait' if backlog.count > 1 else ' waits'}, {_since(backlog.oldest)}. {advice}")
        for word, backlog, patience, advice in waiting
        if backlog.oldest and now - backlog.oldest > patience
    ]
    if not settings.EMBEDDED and (tasks := queue_state.depth().waiting) > TASKS_WAIT:
        late.append(warn(f"{tasks:,} tasks wait for the workers, such as moves of AI players. Start more workers."))
    yield from late or [ok("No round, notice or task waits for long.")]


def _since(oldest: datetime) -> str:
    return f"the oldest since {oldest:%-d %B, %H:%M} UTC"


def chains_hold() -> Iterator[Finding]:
    """Report the last check of all matches and the moderators' audit."""
    last, running = selectors.last_verification(), Verification.running()
    faults, at = selectors.faults_found(), selectors.verified_at()
    so_far = f" {running.matches} have passed the one that is running." if running else ""
    if faults:
        for fault in faults[:5]:
            yield fail(fault)
        yield fail(f"{len(faults)} checks failed. Run `manage.py verify --all`, and see docs/moderators.md.")
    elif at is None:
        yield ok("Matches and audit have not been checked yet. Beat starts the check once a day.")
    elif at < timezone.now() - VERIFIED_WITHIN:
        yield warn(f"Matches and audit were last checked on {at.day} {at:%B %Y}. Check that beat is running.")
    elif last is None or last.ended_at is None:
        yield ok(f"No check of all matches is over yet.{so_far}")
    else:
        ended = f"{last.ended_at.day} {last.ended_at:%B %Y}"
        yield ok(f"{last.matches} matches and the audit passed the check of {ended}.{so_far}")
