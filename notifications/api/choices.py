"""Your choices of notices and channels."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.throttles import count_as
from accounts.models import User
from api.messages import ApiRequest, ApiResponse, Line, Nothing
from api.problems import Refusal
from api.scopes import Scope
from api.views import ApiView, operation
from notifications.api.refusals import field_refused
from notifications.channels.by_webhook import FAILURES, post_test
from notifications.enums import Channel
from notifications.kinds import specs_to_choose
from notifications.models import Webhook
from notifications.outgoing import OthersTried, refusal_of
from notifications.policy import REMINDER_WORDS
from notifications.readers import Reader, reader_of
from notifications.selectors import webhook_of
from notifications.services.devices import remove_webhook, set_webhook
from notifications.services.preferences import Choice, set_preferences

HOUR = 3600
Channels = Annotated[
    dict[str, list[str]],
    Meta(
        max_length=40,
        description=f"For each kind of notice its channels, of {', '.join(f'`{name}`' for name in Channel.values)}. "
        "Kinds left out stay as they are.",
    ),
]
Reminders = Annotated[
    list[str],
    Meta(max_length=5, description="; ".join(f"`{key}`: {words}" for key, words in REMINDER_WORDS.items())),
]


class ChoicesResponse(ApiResponse):
    """The notices you get, by kind and channel."""

    channels: dict[str, list[str]]
    reminders: list[str]
    digest_hour: int
    """The hour of the daily mail, in your time zone."""


class NewChoices(ApiRequest):
    """The notices you want. Fields left out stay as they are."""

    channels: Channels = {}
    reminders: Reminders | None = None
    digest_hour: Annotated[int, Meta(ge=0, le=23)] | None = None


class WebhookResponse(ApiResponse):
    """Where your notices are posted."""

    form: str | None
    url: str | None
    key: str | None
    """The key that signs posted notices."""
    broken: bool
    last_result: str


class NewWebhook(ApiRequest):
    """Where to post your notices."""

    url: Annotated[Line, Meta(description="Begins with https://.")]
    form: Annotated[str, Meta(description=f"One of {', '.join(Webhook.Form.values)}.")] = "json"


def channels_wanted(reader: Reader) -> dict[str, list[str]]:
    """Return the channels of a reader by kind of notice."""
    kinds = [spec.slug for spec in specs_to_choose()]
    return {kind: [str(channel) for channel in Channel if reader.wants(kind, channel)] for kind in kinds}


def choice_of(reader: Reader, channels: Mapping[str, list[str]], reminders: list[str] | None) -> Choice:
    """Return a reader's choices with these changes. Raises `Refusal` with the field that is wrong."""
    offered = {spec.slug: spec for spec in specs_to_choose()}
    for kind, chosen in channels.items():
        spec = offered.get(kind)
        if spec is None:
            raise _wrong(
                f"/channels/{kind}",
                gettext("There is no kind of notice “{kind}”. See GET /notices/choices.").format(kind=kind),
            )
        for place, channel in enumerate(chosen):
            if channel not in Channel.values or channel in spec.never:
                raise _wrong(
                    f"/channels/{kind}/{place}",
                    gettext("“{channel}” cannot tell this. Choose another channel.").format(channel=channel),
                )
    for place, mark in enumerate(reminders or ()):
        if mark not in REMINDER_WORDS:
            raise _wrong(
                f"/reminders/{place}",
                gettext("There is no reminder “{mark}”. Choose one of those offered.").format(mark=mark),
            )
    return Choice(channels_wanted(reader) | dict(channels), reader.reminders if reminders is None else reminders)


def _wrong(field: str, detail: str) -> Refusal:
    return Refusal(400, "field_invalid", detail, field=field)


def _response(reader: Reader) -> ChoicesResponse:
    return ChoicesResponse(
        channels=channels_wanted(reader), reminders=list(reader.reminders), digest_hour=reader.digest_hour
    )


class ChoicesView(ApiView):
    """Choices of notices."""

    @operation("Look at what you are told", scope=Scope.READ, reply=ChoicesResponse)
    def get(self, request: Request) -> ChoicesResponse:
        """Get each kind of notice with the channels that you get it by."""
        return _response(reader_of(asking(request)))

    @operation("Choose what you are told", scope=Scope.PLAY, reply=ChoicesResponse, body=NewChoices)
    def put(self, request: Request, body: NewChoices, now: datetime) -> ChoicesResponse:
        """Set channels and reminders for all matches, and the hour of the daily mail."""
        user = asking(request)
        reader = reader_of(user)
        choice = choice_of(reader, body.channels, body.reminders)
        hour = reader.digest_hour if body.digest_hour is None else body.digest_hour
        set_preferences(user=user, choice=choice, digest_hour=hour)
        return _response(reader_of(user))


class WebhookView(ApiView):
    """The webhook."""

    @operation("Look at your webhook", scope=Scope.PLAY, reply=WebhookResponse)
    def get(self, request: Request) -> WebhookResponse:
        """Get the URL your notices are posted to, the key that signs them, and the last result."""
        return _webhook(asking(request))

    @operation("Set your webhook", scope=Scope.PLAY, reply=WebhookResponse, body=NewWebhook, keyed=False, busy=True)
    def put(self, request: Request, body: NewWebhook, now: datetime) -> WebhookResponse:
        """Have your notices posted to a URL.

        Answers 503 while others have their addresses tried: send it again after the seconds of `Retry-After`.
        """
        user = asking(request)
        if body.form not in Webhook.Form.values:
            raise _wrong(
                "/form",
                gettext("“{form}” is no form of a webhook. Choose one of those offered.").format(form=body.form),
            )
        try:
            set_webhook(user=user, form=body.form, url=body.url, now=now)
        except ValidationError as error:
            raise field_refused("/url", error) from error
        return _webhook(user)

    @operation("Remove your webhook", scope=Scope.PLAY, reply=None, status=204)
    def delete(self, request: Request, now: datetime) -> None:
        """Remove your webhook. 404 if you have none."""
        user = asking(request)
        if webhook_of(user) is None:
            raise Http404
        remove_webhook(user=user)


class WebhookTestView(ApiView):
    """Tests of the webhook."""

    @operation("Test your webhook", scope=Scope.PLAY, reply=WebhookResponse, body=Nothing, keyed=False, busy=True)
    def post(self, request: Request, body: Nothing, now: datetime) -> WebhookResponse:
        """Post a test to your webhook. `last_result` is its result. Each request posts one.

        Answers 503 while others have their addresses tried: send it again after the seconds of `Retry-After`.
        """
        user = asking(request)
        found = webhook_of(user)
        if found is None:
            raise Refusal(409, "no_webhook", gettext("You have no webhook. Set one by PUT /notices/webhook."))
        count_as("webhook_test", request, user, wait=HOUR)
        try:
            post_test(webhook=found, now=now)
        except OthersTried as busy:
            raise field_refused("", refusal_of(busy, "busy")) from busy
        except FAILURES:
            # Its row stores the error, which is the reply.
            pass
        return _webhook(user)


def _webhook(user: User) -> WebhookResponse:
    found = webhook_of(user)
    if found is None:
        return WebhookResponse(form=None, url=None, key=None, broken=False, last_result="")
    return WebhookResponse(
        form=found.form, url=found.url, key=found.key, broken=found.broken, last_result=found.result_words
    )
