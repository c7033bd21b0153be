"""Sanctions, and choosing a new name after moderators removed one."""

from datetime import datetime
from typing import Annotated

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Meta
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.responses import Player, player_response
from accounts.models import User
from api.cursors import newest_first
from api.messages import ApiRequest, ApiResponse, Line, NextCursor, PageQuery
from api.problems import Refusal
from api.scopes import Scope
from api.views import ApiView, operation
from moderation.forms import NameForm
from moderation.models import Sanction
from moderation.selectors.own_record import binding, names_due, sanctions_read_by
from moderation.services.sanctions import choose_new_name


class SanctionResponse(ApiResponse):
    """A warning, or something that you or your bot account may not do for a time."""

    number: int
    player: str
    """You, or your bot account."""
    kind: str
    """`warning`, `mute`, `name` (you have to choose another) or `suspension`."""
    category: str
    words: str
    """The explanation given to you."""
    begun_at: datetime
    ends_at: datetime | None
    """Null: permanent, or until lifted."""
    lifted_at: datetime | None
    in_force: bool


class Sanctions(ApiResponse):
    """Sanctions against you and your bot accounts, newest first."""

    results: list[SanctionResponse]
    next_cursor: NextCursor


class NewName(ApiRequest):
    """A new name."""

    name: Line
    of: Annotated[Line, Meta(description="The bot account of yours to rename; leave it out to rename yourself.")] = ""


class SanctionsView(ApiView):
    """Sanctions."""

    @operation("List what moderators did", scope=Scope.READ, reply=Sanctions, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Sanctions:
        """List warnings you got, and what you may not do for a time."""
        me = asking(request)
        found = sanctions_read_by(me)
        page = newest_first(found, of="sanctions", cursor=query.cursor, limit=query.limit)
        in_force = set(binding(found, timezone.now()).values_list("pk", flat=True))
        shown = [_response(row, in_force=row.pk in in_force) for row in page.rows]
        return Sanctions(results=shown, next_cursor=page.next_cursor)


def _response(row: Sanction, *, in_force: bool) -> SanctionResponse:
    names = ("kind", "category", "begun_at", "ends_at", "lifted_at")
    given = {name: getattr(row, name) for name in names}
    return SanctionResponse(number=row.pk, player=row.user.username, words=row.words_read, in_force=in_force, **given)


class NameView(ApiView):
    """The name of a user or bot account."""

    @operation(
        "Choose another name", scope=Scope.PLAY, reply=Player, body=NewName, error_fields={"no_name_due": "/name"}
    )
    def put(self, request: Request, body: NewName, now: datetime) -> Player:
        """Choose a new name for you or your bot account after moderators removed the old one."""
        whose, form = _account_to_rename(asking(request), body.of), NameForm({"username": body.name})
        if not form.is_valid():
            raise Refusal(400, "name_invalid", str(form.errors["username"][0]), field="/name")
        try:
            choose_new_name(user=whose, name=form.cleaned_data["username"], now=now)
        except ValidationError as error:
            raise Refusal(400, "name_taken", error.messages[0], field="/name") from error
        return player_response(whose)


def _account_to_rename(me: User, name: str) -> User:
    """Return the user to rename."""
    if name in ("", me.username):
        return me
    found = next((user for user in names_due(me) if user.username == name), None)
    if found is None:
        detail = gettext("No bot account of yours named “{name}” has to choose a name.").format(name=name)
        raise Refusal(400, "bot_name_not_due", detail, field="/of")
    return found
