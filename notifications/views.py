"""The pages of notices: stopping a kind of mail, and the mailbox of a development site."""

from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from notifications.models import KeptMail
from notifications.selectors import kept_mails
from notifications.stopping import stop_meant
from notifications.wishes import turn_off

MAIL_POLICY = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "frame-ancestors": ["'self'"],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}


# The signature is what is asked for: mail programs post here without cookies (RFC 8058).
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Turn one kind of mail off: asked by a button on GET, done at once on POST."""
    meant = stop_meant(token)
    if meant is None:
        return render(request, "notifications/stop_unknown.html", status=404)
    user, kind = meant
    if request.method == "POST":
        turn_off(user=user, kind=kind)
    context = {"reader": user, "kind": kind, "done": request.method == "POST"}
    return render(request, "notifications/stop.html", context)


def _refuse_unless_open() -> None:
    if not settings.MAILBOX_OPEN:
        raise Http404("This site sends its mails.")


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """List the mails that the site has kept."""
    _refuse_unless_open()
    return render(request, "notifications/mailbox.html", {"mails": kept_mails()})


@require_safe
def kept_mail(request: HttpRequest, mail_id: int) -> HttpResponse:
    """Show one kept mail: headers, text, and the HTML in a frame of its own."""
    _refuse_unless_open()
    return render(request, "notifications/kept_mail.html", {"mail": get_object_or_404(KeptMail, pk=mail_id)})


@csp(MAIL_POLICY)  # type: ignore[arg-type] # its types know no view with arguments
@xframe_options_sameorigin
@require_safe
def kept_html(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The HTML of a kept mail, for the frame: no script, no picture from elsewhere, links open beside it."""
    _refuse_unless_open()
    mail = get_object_or_404(KeptMail, pk=mail_id)
    return HttpResponse(mail.html.replace("<head>", '<head><base target="_blank">', 1))
