"""The format of log lines: one line per event, as JSON or plain text, without secrets.

Lines contain the numbers of matches and notices. Anything that could carry a secret is removed here, whatever logs it:
error messages (they may quote a hand) and URLs (they may hold a key that opens an account).
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
"""The extra fields of a line. Others, added by libraries, may hold a whole request."""
HERE = str(Path(__file__).resolve().parents[1])
INNERMOST_FRAMES = 3
MOST_FRAMES = 20
MOST_KINDS = 8
Processor = Callable[[Any, str, EventDict], EventDict]


def without_words_of_errors(logger: Any, method: str, line: EventDict) -> EventDict:
    """Replace errors in a line's arguments by their type. Their message may quote a hand."""
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
    """Remove the URL from Django's lines. It may hold the key of a link in a mail."""
    request = getattr(line["_record"], "request", None)
    if request is not None and hasattr(request, "get_full_path"):
        text = str(line["event"]).replace(request.get_full_path(), "(address)")
        line["event"] = text.replace(request.path, "(address)")
    return line


def where_it_broke(logger: Any, method: str, line: EventDict) -> EventDict:
    """Replace a traceback by the types of the errors and their places in the code."""
    info = line.pop("exc_info", None)
    line.pop("stack_info", None)
    if isinstance(info, tuple) and info[1] is not None:
        line["error"] = " from ".join(kinds_of(info[1]))
        line["where"] = frames_of(info[2])
    return line


def kinds_of(error: BaseException) -> list[str]:
    """The types of an error and its causes, last first."""
    kinds: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(kinds) < MOST_KINDS:
        kinds.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    return kinds


def frames_of(trace: TracebackType | None) -> list[str]:
    """The places that an error passed: all in the site's own code, and the innermost ones elsewhere."""
    frames = traceback.extract_tb(trace)
    shown = [
        frame for number, frame in enumerate(frames, start=INNERMOST_FRAMES) if number >= len(frames) or _ours(frame)
    ]
    return [
        f"{'/'.join(frame.filename.rsplit('/', 3)[1:])}:{frame.lineno} {frame.name}" for frame in shown[-MOST_FRAMES:]
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
    """Django's `LOGGING`, to standard error. `whole_errors` shows full errors, for developers only."""
    silent: dict[str, Any] = {"handlers": [], "propagate": False, "level": "CRITICAL"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _formatter(as_json=as_json, whole_errors=whole_errors)},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # `operations.requests` logs failed requests without their URL.
            "django.request": silent,
            "django.server": silent,
            # Uvicorn sets up its loggers before it loads the site. Its access lines hold full URLs.
            "uvicorn": {"handlers": [], "propagate": True, "level": "WARNING"},
            "uvicorn.access": silent,
            "operations.work": {"level": "INFO" if each_request else "WARNING"},
            # Keep the line that a worker is ready. `operations.work` logs its tasks.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
        },
    }
