"""What moderators did that concerns me, and the name that I choose in place of one that was taken away."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.authentication import asking
from accounts.api.shapes import Player, player_shape
from api.cursors import newest_first
from api.problems import Refusal
from api.scopes import Scope
from api.shapes import Body, Line, PageQuery, Shape
from api.views import ApiView, operation
from moderation.forms import NameForm
from moderation.selectors.standing import binding, sanctions_of
from moderation.services.sanctions import name_chosen


class SanctionShape(Shape):
    """A warning, or something that I may not do for a time."""

    number: int
    kind: str
    """`warning`, `mute`, `name` (another is to be chosen) or `suspension`."""
    category: str
    words: str
    """What I was told."""
    begun_at: datetime
    ends_at: datetime | None
    """Null: for good, or until it is lifted."""
    lifted_at: datetime | None
    in_force: bool


class Sanctions(Shape):
    """What moderators did that concerns me, newest first."""

    results: list[SanctionShape]
    next_cursor: str | None


class NewName(Body):
    """The name that I choose."""

    name: Line


class SanctionsView(ApiView):
    """What moderators did."""

    @operation("List what moderators did", scope=Scope.READ, reply=Sanctions, query=PageQuery)
    def get(self, request: Request, query: PageQuery) -> Sanctions:
        """Warnings that I was given, and what I may not do for a time."""
        me = asking(request)
        page = newest_first(sanctions_of(me), of="sanctions", cursor=query.cursor, limit=query.limit)
        in_force = set(binding(sanctions_of(me), timezone.now()).values_list("pk", flat=True))
        names = ("kind", "category", "words", "begun_at", "ends_at", "lifted_at")
        shown = [
            SanctionShape(number=row.pk, in_force=row.pk in in_force, **{name: getattr(row, name) for name in names})
            for row in page.rows
        ]
        return Sanctions(results=shown, next_cursor=page.next_cursor)


class NameView(ApiView):
    """My name."""

    @operation("Choose another name", scope=Scope.PLAY, reply=Player, body=NewName, blamed={"no_name_due": "/name"})
    def put(self, request: Request, body: NewName, now: datetime) -> Player:
        """Choose another name in place of one that moderators took away."""
        me, form = asking(request), NameForm({"username": body.name})
        if not form.is_valid():
            raise Refusal(400, "name_invalid", str(form.errors["username"][0]), field="/name")
        try:
            name_chosen(user=me, name=form.cleaned_data["username"], now=now)
        except ValidationError as error:
            raise Refusal(400, "name_taken", error.messages[0], field="/name") from error
        return player_shape(me)
