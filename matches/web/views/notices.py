"""A player's notice settings for one match, and the counts in the masthead."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.security.caching import KEPT_BY_NOBODY
from matches.log.states import game_of
from matches.notices import topic_of
from matches.view.match_view import seat_of
from matches.view.summaries import turns_waiting
from matches.web.views.common import reader, visible_match
from notifications.enums import Channel
from notifications.forms import NoticePreferencesForm
from notifications.models import TopicPreferences
from notifications.preferences import reader_of
from notifications.selectors import unread_count
from notifications.services.preferences import set_topic_preferences


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, number: int) -> HttpResponse:
    """Choose which notices to get for one match, and how."""
    match, me = visible_match(request, number), reader(request)
    if seat_of(match, me.pk) is None:
        raise Http404("Only players of a table choose its notices.")
    topic = topic_of(match.pk)
    form = NoticePreferencesForm(reader_of(me, topic), request.POST or None)
    if "same" in request.POST or form.is_valid():
        choice = None if "same" in request.POST else form.choice()
        set_topic_preferences(user=me, topic=topic, choice=choice)
        messages.success(request, "Your choices for this table are kept.")
        return redirect("matches:table", number)
    page = {
        "form": form,
        "match": match,
        "title": game_of(match).title,
        "channels": list(Channel),
        "special": TopicPreferences.objects.filter(user=me, topic=topic).exists(),
    }
    return render(request, "matches/notices.html", page)


@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """Return the number of tables that wait for the reader and of their unread notices."""
    user = request.user
    summary = {
        "turns": len(turns_waiting(user.pk)) if user.is_authenticated else 0,
        "unread": unread_count(user_id=user.pk) if user.is_authenticated else 0,
    }
    response = JsonResponse(summary)
    response["Cache-Control"] = KEPT_BY_NOBODY
    return response
