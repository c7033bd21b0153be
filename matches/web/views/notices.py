"""A player's notice settings for one match, and the counts in the masthead."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity.readers import reader
from accounts.security.caching import KEPT_BY_NOBODY
from matches.log.states import game_of
from matches.models import Match
from matches.notices import topic_of
from matches.view.match_view import seat_of
from matches.view.summaries import decisions_awaited
from matches.web.views.common import visible_match
from notifications.forms import NoticePreferencesForm, WebhookForm
from notifications.models import TopicPreferences
from notifications.readers import reader_of
from notifications.selectors import unread_count, webhook_of
from notifications.services.devices import remove_webhook, set_webhook
from notifications.services.preferences import set_topic_preferences, silence_topic


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, number: int) -> HttpResponse:
    """Choose which notices to get for one match, and how."""
    match, me = visible_match(request, number), reader(request)
    if seat_of(match, me.pk) is None:
        raise Http404(gettext("Only players of a table choose its notices."))
    topic = topic_of(match.pk)
    if "silent" in request.POST:
        silence_topic(user=me, topic=topic)
        messages.success(request, gettext("Notices are off for this table. It stays in My turns."))
        return redirect("matches:table", number)
    form = NoticePreferencesForm(reader_of(me, topic), request.POST or None)
    if "same" in request.POST or form.is_valid():
        choice = None if "same" in request.POST else form.choice()
        set_topic_preferences(user=me, topic=topic, choice=choice)
        messages.success(request, gettext("Your choices for this table are kept."))
        return redirect("matches:table", number)
    return _page(request, match, form)


@login_required
@require_POST
def webhook(request: HttpRequest, number: int) -> HttpResponse:
    """Set or remove a webhook for one match, which takes the place of the reader's own there."""
    match, me = visible_match(request, number), reader(request)
    if seat_of(match, me.pk) is None:
        raise Http404(gettext("Only players of a table choose its notices."))
    topic = topic_of(match.pk)
    if "remove" in request.POST:
        remove_webhook(user=me, topic=topic)
        return redirect("matches:notices", number)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            set_webhook(user=me, topic=topic, **form.cleaned_data, now=timezone.now())
        except ValidationError as error:
            form.add_error("url", error)
        else:
            messages.success(request, gettext("The webhook of this table is kept."))
            return redirect("matches:notices", number)
    return _page(request, match, NoticePreferencesForm(reader_of(me, topic)), form)


def _page(
    request: HttpRequest, match: Match, form: NoticePreferencesForm, webhook_form: WebhookForm | None = None
) -> HttpResponse:
    """The page of one match's notices; with a webhook that was refused, as an error."""
    me, topic = reader(request), topic_of(match.pk)
    special = TopicPreferences.objects.filter(user=me, topic=topic).first()
    hook = webhook_of(me, topic)
    page = {
        "form": form,
        "match": match,
        "title": game_of(match).title,
        "special": special,
        "silent": special is not None and not any(special.channels.values()),
        "webhook": hook,
        "webhook_form": webhook_form or WebhookForm(initial={"form": hook.form, "url": hook.url} if hook else None),
    }
    return render(request, "matches/notices.html", page, status=400 if webhook_form else 200)


@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """Return the number of tables that wait for the reader and of their unread notices."""
    user = request.user
    summary = {
        "turns": len(decisions_awaited(user.pk).turns) if user.is_authenticated else 0,
        "unread": unread_count(user_id=user.pk) if user.is_authenticated else 0,
    }
    response = JsonResponse(summary)
    response["Cache-Control"] = KEPT_BY_NOBODY
    return response
