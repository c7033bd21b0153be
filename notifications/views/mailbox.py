"""Views for the mailbox of a development site."""

from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from notifications.models import KeptMail
from notifications.selectors import kept_mails

MAIL_POLICY = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "frame-ancestors": ["'self'"],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}


def _refuse_unless_open() -> None:
    if not settings.MAILBOX_OPEN:
        raise Http404(gettext("This site stores no mails."))


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """List the stored mails."""
    _refuse_unless_open()
    return render(request, "notifications/mailbox.html", {"mails": kept_mails()})


@require_safe
def kept_mail(request: HttpRequest, mail_id: int) -> HttpResponse:
    """Show a stored mail: headers, text, and its HTML in a frame."""
    _refuse_unless_open()
    return render(request, "notifications/kept_mail.html", {"mail": get_object_or_404(KeptMail, pk=mail_id)})


@csp(MAIL_POLICY)  # type: ignore[arg-type] # its types know no view with arguments
@xframe_options_sameorigin
@require_safe
def kept_html(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The HTML of a stored mail for the frame, without scripts and remote images."""
    _refuse_unless_open()
    mail = get_object_or_404(KeptMail, pk=mail_id)
    return HttpResponse(mail.html.replace("<head>", '<head><base target="_blank">', 1))
