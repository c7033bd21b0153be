"""The page on which a user chooses what to be told, and how."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import rate_limited
from notifications.channels.by_webhook import FAILURES, webhook_test
from notifications.forms import PreferencesForm, WebhookForm
from notifications.models import Feed, Webhook
from notifications.policy import MOST_DEVICES
from notifications.services.devices import (
    device_add,
    device_remove,
    feed_close,
    feed_renew,
    webhook_remove,
    webhook_set,
)
from notifications.services.preferences import wishes_set
from notifications.terms import Channel
from notifications.vapid import public_key
from notifications.views.common import reader
from notifications.wishes import reader_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change what a user is told."""
    user = reader(request)
    form = PreferencesForm(reader_of(user), request.POST or None)
    if form.is_valid():
        wishes_set(user=user, choice=form.choice(), digest_hour=form.cleaned_data["digest_hour"])
        messages.success(request, "Your choices are kept.")
        return redirect("notifications:preferences")
    return _page(request, form=form)


def _page(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    user = reader(request)
    webhook = Webhook.objects.filter(user=user).first()
    key = settings.VAPID_PRIVATE_KEY
    context = {
        "form": PreferencesForm(reader_of(user)),
        "me": reader_of(user),
        "channels": list(Channel),
        "devices": user.devices.all(),
        "most_devices": MOST_DEVICES,
        "push_key": public_key(key) if key else "",
        "webhook": webhook,
        "webhook_form": WebhookForm(initial={"form": webhook.form, "url": webhook.url} if webhook else None),
        "feed": Feed.objects.filter(user=user).first(),
    }
    return render(request, "notifications/preferences.html", context | more, status=status)


@require_POST
@login_required
def device(request: HttpRequest) -> HttpResponse:
    """Take a browser that wants pushed notices."""
    given = {name: request.POST.get(name, "") for name in ("name", "endpoint", "p256dh", "auth")}
    try:
        device_add(user=reader(request), **given, now=timezone.now())
    except ValidationError as error:
        return HttpResponse(error.messages[0], status=400, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


@require_POST
@login_required
def device_gone(request: HttpRequest, device_id: int) -> HttpResponse:
    """Push nothing to a browser any more."""
    device_remove(user=reader(request), device_id=device_id)
    return redirect("notifications:preferences")


@require_POST
@login_required
def webhook(request: HttpRequest) -> HttpResponse:
    """Keep the address of a webhook, or forget it."""
    if "remove" in request.POST:
        webhook_remove(user=reader(request))
        return redirect("notifications:preferences")
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            webhook_set(user=reader(request), **form.cleaned_data, now=timezone.now())
        except ValidationError as error:
            form.add_error("url", error)
        else:
            messages.success(request, "The webhook is kept. Test it once.")
            return redirect("notifications:preferences")
    return _page(request, status=400, webhook_form=form)


@require_POST
@login_required
@rate_limited("webhook_test")
def webhook_try(request: HttpRequest) -> HttpResponse:
    """Post a test to the webhook; what came of it stands on the page."""
    found = Webhook.objects.filter(user=reader(request)).first()
    if found is None:
        messages.error(request, "There is no webhook to test. Give its address first.")
        return redirect("notifications:preferences")
    try:
        webhook_test(webhook=found, now=timezone.now())
    except FAILURES:
        messages.error(request, "The test was not taken. What came of it stands beside the webhook.")
    else:
        messages.success(request, "The test was taken.")
    return redirect("notifications:preferences")


@require_POST
@login_required
def feed(request: HttpRequest) -> HttpResponse:
    """Make the secret address of the feeds anew, or close them. The address is shown this once."""
    user = reader(request)
    if "close" in request.POST:
        feed_close(user=user)
        return redirect("notifications:preferences")
    return _page(request, feed_token=feed_renew(user=user, now=timezone.now()))
