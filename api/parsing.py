"""Reading and writing JSON, with limits on size and depth."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api.problems import Refusal
from engine.strict_form import TwiceNamed, refuse_duplicate_keys
from foundation.json_size import DEEPEST, has_fractions, is_deeper, parts_of


class JsonParser(BaseParser):
    """Parser of request bodies."""

    media_type = "application/json"
    most: int = settings.API_LARGEST_BODY
    """The maximum size of a body in bytes."""
    most_parts: int | None = None
    """The maximum number of values in a body, if there is one: small values take many times their bytes in memory."""
    whole_numbers: bool = False
    """True if no body has a number with a point or an exponent: reading many of these takes seconds."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the body's value. Raises `Refusal` if it is not JSON, too large, too deep or ambiguous."""
        raw = stream.read(self.most + 1)
        if len(raw) > self.most:
            detail = gettext("The body is larger than {most} bytes. Send less at once.").format(most=self.most)
            raise Refusal(413, "body_too_large", detail, field="/")
        if self.most_parts is not None and parts_of(raw) > self.most_parts:
            detail = gettext("The body holds more than {most} values. Send less at once.").format(most=self.most_parts)
            raise Refusal(413, "body_too_large", detail, field="/")
        if is_deeper(raw, DEEPEST):
            raise Refusal(
                400,
                "body_too_deep",
                gettext("The body has more than {deepest} levels. Send fewer.").format(deepest=DEEPEST),
                field="/",
            )
        if self.whole_numbers and has_fractions(raw):
            detail = gettext("A number of the body has a point or an exponent. Send whole numbers.")
            raise Refusal(400, "number_not_whole", detail, field="/")
        try:
            value = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refusal(400, "not_json", gettext("The body is not JSON. Send JSON in UTF-8."), field="/") from error
        _refuse_duplicate_keys(raw)
        return value


def _refuse_duplicate_keys(raw: bytes) -> None:
    """Raise `Refusal` for two values of one key: of a record, the file and what is kept would not say the same."""
    try:
        refuse_duplicate_keys(raw)
    except TwiceNamed as error:
        detail = gettext("An object of the body has the same key twice. Send each key once.")
        raise Refusal(400, "key_twice", detail, field="/") from error


class JsonRenderer(BaseRenderer):
    """Renderer of responses as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the reply's bytes."""
        return b"" if data is None else msgspec.json.encode(data)


class AlwaysJson(BaseContentNegotiation):
    """Reply in JSON regardless of `Accept`, and accept only JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the JSON parser if the body claims to be JSON, otherwise None."""
        kind = str(request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the only renderer."""
        return renderers[0], renderers[0].media_type
