"""What the site logs, as a server writes it."""

import json
import logging
import logging.config
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from django.conf import settings

from operations.logs import logging_settings


@contextmanager
def logged(level: str, **changed: Any) -> Iterator[StringIO]:
    """Everything that is logged meanwhile, formatted as a server does."""
    options = {"as_json": True, "each_request": True, "whole_errors": False} | changed
    written = StringIO()
    arranged = logging_settings(level=level, **options)
    arranged["handlers"]["console"]["stream"] = written
    before = logging.root.handlers[:], logging.root.level
    try:
        logging.config.dictConfig(arranged)
        yield written
    finally:
        logging.config.dictConfig(settings.LOGGING)
        logging.root.handlers[:], logging.root.level = before


def lines_of(written: StringIO, event: str = "") -> list[dict[str, Any]]:
    """The lines with these words, or all."""
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    return [line for line in lines if not event or line["event"] == event]
