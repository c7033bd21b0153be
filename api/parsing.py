"""Bodies: JSON and nothing else, not too large and not too deep."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.conf import settings
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api.problems import Refusal

DEEPEST = 16
"""Lists and objects inside one another."""


class JsonParser(BaseParser):
    """Reads a body."""

    media_type = "application/json"
    most: int = settings.API_LARGEST_BODY
    """Bytes that are read at most."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The body's value. Raises `Refusal`."""
        raw = stream.read(self.most + 1)
        if len(raw) > self.most:
            detail = f"The body is larger than {self.most} bytes. Send less at once."
            raise Refusal(413, "body_too_large", detail, field="/")
        try:
            value = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refusal(400, "not_json", "The body is not JSON.", field="/") from error
        except RecursionError as error:
            raise _too_deep() from error
        if _depth(value) > DEEPEST:
            raise _too_deep()
        return value


def _too_deep() -> Refusal:
    return Refusal(400, "body_too_deep", f"The body has more than {DEEPEST} levels.", field="/")


def _depth(value: Any) -> int:
    """How many lists and objects lie inside one another, as far as it matters."""
    depth, level = 0, [value]
    while level and depth <= DEEPEST:
        nested = [part for part in level if isinstance(part, dict | list)]
        level = [inner for part in nested for inner in (part.values() if isinstance(part, dict) else part)]
        depth += bool(nested)
    return depth


class JsonRenderer(BaseRenderer):
    """Writes responses as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """The bytes of a reply."""
        return b"" if data is None else msgspec.json.encode(data)


class AlwaysJson(BaseContentNegotiation):
    """Replies are JSON whatever the header Accept says; bodies are JSON or refused."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The parser of a body that says it is JSON; none for others."""
        kind = str(request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """The one there is."""
        return renderers[0], renderers[0].media_type
