"""Whether the work behind the pages is done: workers and sweeps."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from operations import heartbeat, probes, selectors
from operations.doctor.findings import Finding, fail, ok, warn

ANSWER_SECONDS = 2.0
VERIFIED_WITHIN = timedelta(days=3)
"""All matches and the audit are checked every night; a large site may take its time."""


def a_worker_answers() -> Iterator[Finding]:
    """Some worker takes tasks, and all know the tasks of this code."""
    if settings.EMBEDDED:
        yield ok("The worker is part of the embedded site.")
        return
    try:
        known = current_app.control.inspect(timeout=ANSWER_SECONDS).registered() or {}
    except (OperationalError, OSError) as error:
        yield fail(f"The queue cannot be reached ({type(error).__name__}). See to Redis.")
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
            yield warn(f"{worker} runs other code: it does not know {', '.join(missing)}. Restart it.")


def sweeps_end() -> Iterator[Finding]:
    """Both sweeps ended not long ago; an embedded site is asked, for it keeps that to itself."""
    if settings.EMBEDDED:
        yield _embedded_site()
        return
    if probes.redis_server() != probes.OK:
        yield fail("Redis, which knows when a sweep last ended, cannot be reached.")
    elif late := heartbeat.late_sweeps(now=timezone.now()):
        words = "Start beat: `systemctl start piecepack-beat`, or `docker compose start beat`; and see to the worker."
        yield fail(f"No sweep of late: {', '.join(late)}. {words}")
    else:
        yield ok("Passed deadlines and lost hints are swept up.")


def _embedded_site() -> Finding:
    address = f"http://127.0.0.1:{settings.PORT}/readyz"
    try:
        with urllib.request.urlopen(address, timeout=5) as reply:
            json.load(reply)
    except urllib.error.HTTPError as reply:
        said = json.load(reply)
        wrong = ", ".join(f"{name} is {word}" for name, word in said.items() if word not in (probes.OK, False))
        return fail(f"The site runs but is not ready: {wrong}.")
    except (OSError, ValueError):
        return warn(f"The site does not answer at port {settings.PORT}. Start it with `manage.py play`, or set PORT.")
    return ok("The site runs, and passed deadlines are swept up.")


def chains_hold() -> Iterator[Finding]:
    """What the last check of all matches and of the moderators' audit found."""
    last = selectors.last_verification()
    if last is None or last.ended_at is None:
        yield ok("Matches and audit have not been checked yet: beat sees to it once a day.")
    elif last.faults:
        for fault in last.faults[:5]:
            yield fail(fault)
        yield fail(f"{len(last.faults)} checks do not hold. Run `manage.py verify --all`, and see docs/moderators.md.")
    elif last.ended_at < timezone.now() - VERIFIED_WITHIN:
        yield warn(f"Matches and audit were last checked on {last.ended_at:%d %B %Y}. See whether beat is running.")
    else:
        yield ok(f"{last.matches} matches and the audit were checked, and hold.")
