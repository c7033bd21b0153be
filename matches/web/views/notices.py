"""What a player is told about one match, and the figures of the masthead."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.briefs import turns_waiting
from games.engine import game_of
from games.selectors import seat_of
from games.services.notices import topic_of
from games.views.common import reader, visible_match
from notifications.forms import WishesForm
from notifications.models import TopicWishes
from notifications.selectors import unread_count
from notifications.services.preferences import topic_wishes_set
from notifications.terms import Channel
from notifications.wishes import reader_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, number: int) -> HttpResponse:
    """Choose for one match what to be told, and how."""
    match, me = visible_match(request, number), reader(request)
    if seat_of(match, me.pk) is None:
        raise Http404("Only players of a table choose its notices.")
    topic = topic_of(match.pk)
    form = WishesForm(reader_of(me, topic), request.POST or None)
    if "same" in request.POST or form.is_valid():
        choice = None if "same" in request.POST else form.choice()
        topic_wishes_set(user=me, topic=topic, choice=choice)
        messages.success(request, "Your choices for this table are kept.")
        return redirect("games:table", number)
    page = {
        "form": form,
        "match": match,
        "title": game_of(match).title,
        "channels": list(Channel),
        "special": TopicWishes.objects.filter(user=me, topic=topic).exists(),
    }
    return render(request, "games/notices.html", page)


@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """How many tables wait for the reader, and how many notices they have not read."""
    user = request.user
    told = {
        "turns": len(turns_waiting(user.pk)) if user.is_authenticated else 0,
        "unread": unread_count(user_id=user.pk) if user.is_authenticated else 0,
    }
    response = JsonResponse(told)
    response["Cache-Control"] = "no-store"
    return response
