"""WebSockets for the pages of ladders and tournaments. They announce that something changed, never what."""

from collections.abc import Sequence
from typing import Any

from channels.db import database_sync_to_async
from django.urls import path

from ladders.live import group_of
from ladders.models import Ladder, Tournament
from ladders.selectors.access import seen_by
from matches.web.sockets import MovedConsumer

KINDS: dict[str, type[Ladder | Tournament]] = {"ladder": Ladder, "tournament": Tournament}


class StandingsConsumer(MovedConsumer):
    """The socket of one ladder or tournament page, open to those who may see the page."""

    async def connect(self) -> None:
        """Join the groups; if the page is older than the standings, tell it at once."""
        await super().connect()
        made = self.query_value("stands")
        # Looked up after joining, so that no change falls between the two.
        if self.groups_joined and made and made != await _stands(**self.scope["url_route"]["kwargs"]):
            await self.table_moved({})

    async def audible(self) -> Sequence[str]:
        """Return the group of the ladder or tournament, if the reader may see it."""
        of = await _subject(reader_id=self.scope["user"].pk, **self.scope["url_route"]["kwargs"])
        return [group_of(of), *self.own()] if of else []

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to reload; this is not personal news for its reader."""
        await self.send_json({"event": "standings-moved"})


@database_sync_to_async  # type: ignore[untyped-decorator]
def _subject(kind: str, number: int, reader_id: int | None) -> Ladder | Tournament | None:
    """The ladder or tournament, or None if there is none that this reader may see."""
    return KINDS[kind].objects.filter(seen_by(reader_id), pk=number).first()


@database_sync_to_async  # type: ignore[untyped-decorator]
def _stands(kind: str, number: int) -> str:
    """The current version of a ladder's or tournament's standings."""
    return str(KINDS[kind].objects.values_list("version", flat=True).get(pk=number))


socket_urls = [path(f"ws/{kind}/<int:number>/", StandingsConsumer.as_asgi(), {"kind": kind}) for kind in KINDS]
