"""Linking Telegram, Matrix and ntfy."""

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from accounts.models import UserKind
from accounts.security.limits import rate_limited
from accounts.security.recent import check_recent_password
from notifications.channels.by_messenger import FAILURES
from notifications.enums import MESSENGERS, Channel
from notifications.models import Messenger
from notifications.readers import OPEN_TO
from notifications.services import messengers
from notifications.views.preferences import preferences_page

LINKS = ("begin", "confirm")
"""What leads to a chat that gets the notices from then on. A session alone does not, as it may be a stranger's."""
NOT_SEEN = gettext_lazy("The code has not come yet. Send it to the bot, then look again.")


@require_POST
@login_required
@rate_limited("messenger")
def messenger(request: HttpRequest, channel: str) -> HttpResponse:
    """Do what the pressed button says: begin, confirm, look, test or remove."""
    user, now = reader(request), timezone.now()
    if channel not in MESSENGERS or channel not in OPEN_TO[UserKind(user.kind)]:
        raise Http404(gettext("There is no such messenger."))
    way = Channel(channel)
    act, given = request.POST.get("act", ""), request.POST.get("given", "").strip()
    if act in LINKS:
        check_recent_password(request)
    try:
        if act == "remove":
            messengers.unlink(user=user, channel=way)
        elif act == "begin" and way == Channel.TELEGRAM:
            return preferences_page(request, telegram_code=messengers.begin_telegram(user=user, now=now))
        elif act == "begin":
            messengers.begin_with_code(user=user, channel=way, target=given, now=now)
            messages.success(request, gettext("A code was sent there. Enter it below."))
        elif act == "confirm":
            messengers.confirm(user=user, channel=way, code=given, now=now)
            messages.success(request, gettext("It is linked: your notices go there too."))
        elif act == "look":
            _look(request)
        elif act == "test":
            _test(user.pk, way)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    return redirect("notifications:preferences")


def _look(request: HttpRequest) -> None:
    """Look for the code that the reader has sent to the bot."""
    messengers.look_for_telegram_code(now=timezone.now())
    linked = Messenger.objects.filter(user=reader(request), channel=Channel.TELEGRAM).exclude(linked_at=None)
    if not linked.exists():
        messages.warning(request, NOT_SEEN)


def _test(user_id: int, channel: Channel) -> None:
    """Send a test; what came of it stands on the page."""
    found = Messenger.objects.filter(user=user_id, channel=channel).exclude(linked_at=None).first()
    if found is not None:
        with suppress(*FAILURES):
            messengers.test_messenger(messenger=found, now=timezone.now())
