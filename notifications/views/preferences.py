"""Views for the preferences of notices."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity.readers import reader
from accounts.models import User, UserKind
from accounts.security.limits import rate_limited
from notifications.channels.by_webhook import FAILURES, post_test
from notifications.enums import Channel
from notifications.forms import PreferencesForm, WebhookForm
from notifications.models import Feed, Messenger
from notifications.policy import MOST_DEVICES
from notifications.readers import OPEN_TO, reader_of
from notifications.selectors import webhook_of
from notifications.services import devices
from notifications.services.messengers import offered_messengers
from notifications.services.preferences import set_preferences
from notifications.vapid import public_key


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change the preferences."""
    user = reader(request)
    form = PreferencesForm(reader_of(user), request.POST or None)
    if form.is_valid():
        set_preferences(user=user, choice=form.choice(), digest_hour=form.cleaned_data["digest_hour"])
        messages.success(request, gettext("Your choices are kept."))
        return redirect("notifications:preferences")
    return preferences_page(request, form=form)


def preferences_page(
    request: HttpRequest, *, form: PreferencesForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    """The page of preferences, with what a form brought."""
    user = reader(request)
    form = form or PreferencesForm(reader_of(user))
    webhook = webhook_of(user)
    key = settings.VAPID_PRIVATE_KEY
    context = {
        "form": form,
        "me": form.reader,
        "messengers": _messengers(user),
        "telegram_bot": settings.TELEGRAM_BOT,
        "matrix_user": settings.MATRIX_USER,
        "devices": user.devices.all(),
        "most_devices": MOST_DEVICES,
        "push_key": public_key(key) if key else "",
        "webhook": webhook,
        "webhook_form": WebhookForm(initial={"form": webhook.form, "url": webhook.url} if webhook else None),
        "SITE_URL": settings.SITE_URL,
        "feed": Feed.objects.filter(user=user).first(),
    }
    return render(request, "notifications/preferences.html", context | more, status=status)


def _messengers(user: User) -> list[tuple[Channel, Messenger | None]]:
    """The messengers that the user can link, each with its link."""
    linked = {row.channel: row for row in Messenger.objects.filter(user=user)}
    open_to = OPEN_TO[UserKind(user.kind)]
    return [(channel, linked.get(channel)) for channel in offered_messengers() if channel in open_to]


@require_POST
@login_required
def device(request: HttpRequest) -> HttpResponse:
    """Register a browser for push notices."""
    given = {name: request.POST.get(name, "") for name in ("name", "endpoint", "p256dh", "auth")}
    try:
        devices.add_device(user=reader(request), **given, now=timezone.now())
    except ValidationError as error:
        return HttpResponse(error.messages[0], status=400, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


@require_POST
@login_required
def remove_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Remove a browser."""
    devices.remove_device(user=reader(request), device_id=device_id)
    return redirect("notifications:preferences")


@require_POST
@login_required
def webhook(request: HttpRequest) -> HttpResponse:
    """Save or remove the webhook."""
    if "remove" in request.POST:
        devices.remove_webhook(user=reader(request))
        return redirect("notifications:preferences")
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            devices.set_webhook(user=reader(request), **form.cleaned_data, now=timezone.now())
        except ValidationError as error:
            form.add_error("url", error)
        else:
            messages.success(request, gettext("The webhook is kept. Test it once."))
            return redirect("notifications:preferences")
    return preferences_page(request, status=400, webhook_form=form)


@require_POST
@login_required
@rate_limited("webhook_test")
def webhook_try(request: HttpRequest) -> HttpResponse:
    """Post a test to the webhook. The result is shown on the page."""
    found = webhook_of(reader(request))
    if found is None:
        messages.error(request, gettext("There is no webhook to test. Give its address first."))
        return redirect("notifications:preferences")
    try:
        post_test(webhook=found, now=timezone.now())
    except FAILURES:
        messages.error(request, gettext("The test was not taken. What came of it stands beside the webhook."))
    else:
        messages.success(request, gettext("The test was taken."))
    return redirect("notifications:preferences")


@require_POST
@login_required
def feed(request: HttpRequest) -> HttpResponse:
    """Renew the secret address of the feeds and show it once, or close them."""
    user = reader(request)
    if "close" in request.POST:
        devices.close_feed(user=user)
        return redirect("notifications:preferences")
    return preferences_page(request, feed_token=devices.renew_feed(user=user, now=timezone.now()))
