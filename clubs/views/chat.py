"""The chat of a club."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from accounts.security.limits import rate_limited
from clubs.policy import LONGEST_MESSAGE
from clubs.selectors.chat import club_chat
from clubs.services.chat import mark_read, take_back_club_message, write_club_message
from clubs.views.common import act, my_membership
from foundation.errors import Refused, refusal_words
from matches.chat.write import check_may_speak
from matches.web.views.common import whole_number


@login_required
@rate_limited("chat")
def chat(request: HttpRequest, number: int) -> HttpResponse:
    """Read the chat, or write to it."""
    membership, now, error = my_membership(request, number), timezone.now(), ""
    draft, status = request.POST.get("text", ""), 200
    if request.method == "POST":
        try:
            write_club_message(number=number, user=reader(request), text=draft, now=now)
            return redirect(f"{reverse('clubs:chat', args=[number])}#write")
        except Refused as refused:
            error, status = refused.message, refused.status
    shown = club_chat(membership, now)
    if request.method == "GET":
        mark_read(membership=membership, up_to=shown.last)
    page = {"club": membership.club, "chat": shown, "error": error, "draft": draft, "longest": LONGEST_MESSAGE}
    page["muted"] = refusal_words(lambda: check_may_speak(membership.user, now))
    return render(request, "clubs/chat.html", page, status=status)


@require_POST
@login_required
def take_back(request: HttpRequest, number: int) -> HttpResponse:
    """Take back a message of mine."""
    my_membership(request, number)

    def do() -> None:
        message = whole_number(request.POST.get("message", ""))
        take_back_club_message(number=number, user=reader(request), message=message, now=timezone.now())

    return act(request, f"{reverse('clubs:chat', args=[number])}#write", do, gettext("The message is taken back."))
