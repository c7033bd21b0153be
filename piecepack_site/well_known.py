"""Addresses below /.well-known/ that programs look for: whom to tell of a weakness, and where to change a password."""

from datetime import timedelta

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from foundation.signing import key_file

VALID = timedelta(days=90)
"""How long the file is good for, counted from each request; RFC 9116 wants less than a year."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say whom to tell of a weakness (RFC 9116), if the operator has named somebody."""
    if not settings.SECURITY_CONTACT:
        raise Http404("No contact is set.")
    expires = (timezone.now() + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.isoformat()}",
        "Preferred-Languages: en",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def piecepack_keys(request: HttpRequest) -> HttpResponse:
    """Publish the keys that sign records and receipts, former ones too."""
    reply = HttpResponse(msgspec.json.encode(key_file()), content_type="application/json")
    reply["Cache-Control"] = "public, max-age=300"
    reply["Access-Control-Allow-Origin"] = "*"
    return reply


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Lead password managers to the page where a password is changed."""
    return redirect("account_change_password")
