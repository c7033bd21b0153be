"""Linking Telegram, Matrix and ntfy, as on the page of notices."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking, asking_surely
from accounts.api.throttles import count_as
from accounts.models import User, UserKind
from api.messages import ApiRequest, ApiResponse, Line, Nothing
from api.problems import Refusal
from api.scopes import Scope
from api.views import ApiView, operation
from foundation.errors import Busy
from notifications.api.refusals import field_refused
from notifications.channels.by_messenger import FAILURES
from notifications.enums import MESSENGERS, Channel
from notifications.models import Messenger
from notifications.readers import OPEN_TO
from notifications.services import messengers as service

HOUR = 3600


class MessengerResponse(ApiResponse):
    """A messenger, and whether your notices go there."""

    channel: str
    target: str
    """The room or topic; for Telegram the number of your chat."""
    linked: bool
    awaits_code: bool
    """True if a code is open that links it."""
    broken: bool
    last_result: str
    code: str = ""
    """For Telegram, once: send `/start CODE` to the bot within 15 minutes, then confirm."""
    writes_as: str = ""
    """The bot of Telegram that writes to you, or the user of Matrix whom you invite to your room."""


class MessengerList(ApiResponse):
    """The messengers that this site offers."""

    results: list[MessengerResponse]


class NewMessenger(ApiRequest):
    """Where your notices are to go."""

    target: Annotated[
        Line, Meta(description="The ID of a Matrix room, or the address of a topic of ntfy; empty for Telegram.")
    ] = ""


class Confirmation(ApiRequest):
    """The code that came."""

    code: Annotated[
        Line, Meta(description="The code that was sent to the room or topic; empty for Telegram, which is asked.")
    ] = ""


class MessengersView(ApiView):
    """Messengers."""

    @operation("List your messengers", scope=Scope.PLAY, reply=MessengerList)
    def get(self, request: Request) -> MessengerList:
        """List the messengers that the site offers, and which of them are linked."""
        user = asking(request)
        offered = [channel for channel in service.offered_messengers() if _is_open_to(user, channel)]
        return MessengerList(results=[_response(user, channel) for channel in offered])


class MessengerView(ApiView):
    """One messenger."""

    @operation(
        "Begin to link a messenger",
        scope=Scope.PLAY,
        reply=MessengerResponse,
        body=NewMessenger,
        keyed=False,
        busy=True,
    )
    def put(self, request: Request, channel: str, body: NewMessenger, now: datetime) -> MessengerResponse:
        """Send a code to a room or topic, or get one for the bot of Telegram. The code links it: see `…/confirm`.

        Answers 503 while others have their addresses tried: send it again after the seconds of `Retry-After`.
        """
        user, way = asking_surely(request), _messenger(request, channel)
        count_as("messenger", request, user, wait=HOUR)
        code = ""
        try:
            if way == Channel.TELEGRAM:
                code = service.begin_telegram(user=user, now=now)
            else:
                service.begin_with_code(user=user, channel=way, target=body.target.strip(), now=now)
        except ValidationError as error:
            raise _wrong("/target", error) from error
        return _response(user, way, code)

    @operation("Remove a messenger", scope=Scope.PLAY, reply=None, status=204)
    def delete(self, request: Request, channel: str, now: datetime) -> None:
        """Stop sending notices there. 404 if it is not linked and no code is open."""
        user, way = asking(request), _messenger(request, channel)
        if not Messenger.objects.filter(user=user, channel=way).exists():
            raise Http404
        service.unlink(user=user, channel=way)


class MessengerConfirmView(ApiView):
    """The code that links a messenger."""

    @operation("Link a messenger", scope=Scope.PLAY, reply=MessengerResponse, body=Confirmation, keyed=False, busy=True)
    def post(self, request: Request, channel: str, body: Confirmation, now: datetime) -> MessengerResponse:
        """Link it by the code that was sent there; for Telegram, look whether the bot has got yours.

        For Telegram this answers 503 while others have their addresses tried: send it again after the seconds of
        `Retry-After`.
        """
        user, way = asking_surely(request), _messenger(request, channel)
        count_as("messenger", request, user, wait=HOUR)
        try:
            if way == Channel.TELEGRAM:
                service.look_for_telegram_code(now=now)
            else:
                service.confirm(user=user, channel=way, code=body.code, now=now)
        except ValidationError as error:
            raise _wrong("/code", error) from error
        reply = _response(user, way)
        if not reply.linked:
            raise Refusal(
                409, "code_not_there", gettext("The code has not come yet. Send it to the bot, then ask again.")
            )
        return reply


class MessengerTestView(ApiView):
    """Tests of a messenger."""

    @operation("Test a messenger", scope=Scope.PLAY, reply=MessengerResponse, body=Nothing, keyed=False, busy=True)
    def post(self, request: Request, channel: str, body: Nothing, now: datetime) -> MessengerResponse:
        """Send a test there. `last_result` is its result. Each request sends one.

        Answers 503 while others have their addresses tried: send it again after the seconds of `Retry-After`.
        """
        user, way = asking(request), _messenger(request, channel)
        found = Messenger.objects.filter(user=user, channel=way).exclude(linked_at=None).first()
        if found is None:
            raise Refusal(
                409, "not_linked", gettext("This messenger is not linked. Begin by PUT /notices/messengers/….")
            )
        count_as("messenger", request, user, wait=HOUR)
        try:
            with suppress(*FAILURES):
                service.test_messenger(messenger=found, now=now)
        except ValidationError as error:
            raise _wrong("", error) from error
        return _response(user, way)


def _is_open_to(user: User, channel: Channel) -> bool:
    return channel in OPEN_TO[UserKind(user.kind)]


def _messenger(request: Request, channel: str) -> Channel:
    """Return the messenger that a URL names. Raises `Http404` if there is none for this user."""
    if channel not in MESSENGERS or not _is_open_to(asking(request), Channel(channel)):
        raise Http404
    return Channel(channel)


def _wrong(field: str, error: ValidationError) -> Refusal | Busy:
    if error.code == "not_offered":
        return Refusal(409, "not_offered", error.messages[0])
    return field_refused(field, error)


def _response(user: User, channel: Channel, code: str = "") -> MessengerResponse:
    found = Messenger.objects.filter(user=user, channel=channel).first()
    writes_as = {Channel.TELEGRAM: settings.TELEGRAM_BOT, Channel.MATRIX: settings.MATRIX_USER}.get(channel, "")
    if found is None:
        return MessengerResponse(channel, "", False, False, False, "", writes_as=writes_as)
    return MessengerResponse(
        channel=channel.value,
        target=found.target,
        linked=found.linked_at is not None,
        awaits_code=bool(found.code_hash),
        broken=found.broken,
        last_result=found.result_words,
        code=code,
        writes_as=writes_as,
    )
