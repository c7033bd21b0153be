"""The schema as it is served: made once in each process, as it takes a second and never changes."""

from functools import cache
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

_making = Lock()
KEPT_SECONDS = 300


@require_safe
@conditional_page
def schema(request: HttpRequest) -> HttpResponse:
    """Send the schema."""
    response = HttpResponse(schema_json(), content_type=OpenApiJsonRenderer.media_type)
    response["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    response["Content-Disposition"] = 'inline; filename="piecepack-by-post.json"'
    return response


def schema_json() -> bytes:
    """The schema as JSON. Requests that come while it is made wait for it, and make no other."""
    with _making:
        return _made()


@cache
def _made() -> bytes:
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return bytes(OpenApiJsonRenderer().render(schema))
