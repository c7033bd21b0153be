"""How lines of the log are written: one line an event, as JSON or for the eye, without secrets.

What the site does is logged with numbers of tables and notices. What could carry a secret is left out here, whoever
logs it: the words of errors (they may quote a hand), and addresses (they may hold a key that opens an account).
"""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict

ADDED = ("view", "method", "status", "ms", "task", "notice")
"""What a line may have beside its words; anything else that a library adds may hold a whole request."""
HERE = str(Path(__file__).resolve().parents[1])
INNERMOST_FRAMES = 3
MOST_FRAMES = 20
MOST_KINDS = 8
Processor = Callable[[Any, str, EventDict], EventDict]


def without_words_of_errors(logger: Any, method: str, line: EventDict) -> EventDict:
    """Name the kind of each error among a line's arguments; its words may quote what a seat holds."""
    record: logging.LogRecord = line["_record"]
    args = line.pop("positional_args", None)
    if isinstance(args, tuple) and any(isinstance(arg, BaseException) for arg in args):
        line["event"] = record.msg % tuple(
            type(arg).__name__ if isinstance(arg, BaseException) else arg for arg in args
        )
    if record.name == "celery.app.trace" and isinstance(args, dict) and "name" in args:
        line["event"] = f"Task {args['name']} {args.get('description', 'ended')}"
    if record.name == "asyncio":
        line["event"] = str(line["event"]).partition("\n")[0]
    return line


def without_addresses(logger: Any, method: str, line: EventDict) -> EventDict:
    """Leave out the address that a line of Django names: it may hold the key of a mail's link."""
    request = getattr(line["_record"], "request", None)
    if request is not None and hasattr(request, "get_full_path"):
        said = str(line["event"]).replace(request.get_full_path(), "(address)")
        line["event"] = said.replace(request.path, "(address)")
    return line


def where_it_broke(logger: Any, method: str, line: EventDict) -> EventDict:
    """Replace a traceback by the kinds of the errors and the lines of code they passed."""
    info = line.pop("exc_info", None)
    line.pop("stack_info", None)
    if isinstance(info, tuple) and info[1] is not None:
        line["error"] = " from ".join(kinds_of(info[1]))
        line["where"] = frames_of(info[2])
    return line


def kinds_of(error: BaseException) -> list[str]:
    """The kinds of an error and of those that led to it, last first."""
    kinds: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(kinds) < MOST_KINDS:
        kinds.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    return kinds


def frames_of(trace: TracebackType | None) -> list[str]:
    """The places that an error passed: all in the site's own code, and the innermost wherever they are."""
    frames = traceback.extract_tb(trace)
    told = [
        frame for number, frame in enumerate(frames, start=INNERMOST_FRAMES) if number >= len(frames) or _ours(frame)
    ]
    return [
        f"{'/'.join(frame.filename.rsplit('/', 3)[1:])}:{frame.lineno} {frame.name}" for frame in told[-MOST_FRAMES:]
    ]


def _ours(frame: traceback.FrameSummary) -> bool:
    return frame.filename.startswith(HERE) and "site-packages" not in frame.filename


def _formatter(*, as_json: bool, whole_errors: bool) -> dict[str, Any]:
    last: Any = (
        structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    plain: list[Processor] = [] if whole_errors else [without_words_of_errors, without_addresses, where_it_broke]
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        "pass_foreign_args": not whole_errors,
        "foreign_pre_chain": [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=ADDED),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *plain,
        ],
    }


def logging_settings(*, level: str, as_json: bool, each_request: bool, whole_errors: bool) -> dict[str, Any]:
    """Django's `LOGGING`: everything to standard error. `whole_errors` shows what errors say: for developers only."""
    silent: dict[str, Any] = {"handlers": [], "propagate": False, "level": "CRITICAL"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _formatter(as_json=as_json, whole_errors=whole_errors)},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # A request that failed is told of by `operations.requests`, without its address.
            "django.request": silent,
            "django.server": silent,
            # Uvicorn sets its own loggers up before it loads the site; its lines of access hold whole addresses.
            "uvicorn": {"handlers": [], "propagate": True, "level": "WARNING"},
            "uvicorn.access": silent,
            "operations.work": {"level": "INFO" if each_request else "WARNING"},
            # That a worker is ready is worth a line; that it took or ended a task is told of by `operations.work`.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
        },
    }
