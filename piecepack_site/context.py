"""The template context of every page."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy

from matches.view.summaries import Awaited, decisions_awaited
from matches.web.mail_access import opened_by_mail
from notifications.selectors import NoticeSummary, notice_summary_of

THEMES = (("", gettext_lazy("System")), ("light", gettext_lazy("Light")), ("dark", gettext_lazy("Dark")))


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name and mode, and the matches waiting for the reader (evaluated lazily)."""
    by_mail = opened_by_mail(request)
    reader = request.user.pk if hasattr(request, "user") and by_mail is None else None
    awaited = SimpleLazyObject(lambda: decisions_awaited(reader) if reader else Awaited([], set()))
    # A link in a mail identifies its reader for one match only. The rest of the page treats them as a visitor.
    own = {"user": AnonymousUser()} if by_mail else {}
    return own | {
        "by_mail": by_mail,
        "SITE_NAME": settings.SITE_NAME,
        "SITE_VERSION": settings.SITE_VERSION,
        "DEMO": settings.DEMO,
        "MAILBOX_OPEN": settings.MAILBOX_OPEN,
        "theme": _theme(request),
        "themes": THEMES,
        "still": request.COOKIES.get("motion") == "still",
        "turns_waiting": SimpleLazyObject(lambda: awaited.turns),
        "waiting_count": SimpleLazyObject(lambda: len(awaited.turns)),
        "notice_summary": SimpleLazyObject(lambda: _notice_summary(reader, awaited)),
    }


def _notice_summary(reader: int | None, awaited: "Awaited | SimpleLazyObject[Awaited]") -> NoticeSummary:
    return notice_summary_of(user_id=reader, settled=awaited.settled) if reader else NoticeSummary(0, "", "")


def _theme(request: HttpRequest) -> str:
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in dict(THEMES) else ""
