"""Sockets of the pages of ladders and tournaments: they say that something moved, never what."""

from typing import Any

from channels.db import database_sync_to_async
from django.http import QueryDict
from django.urls import path

from games.consumers import MovedConsumer
from ladders.models import Ladder, Tournament
from ladders.push import group_of, standing

KINDS: dict[str, type[Ladder | Tournament]] = {"ladder": Ladder, "tournament": Tournament}


class StandingsConsumer(MovedConsumer):
    """For the page of one ladder or tournament, at which everyone may look."""

    async def connect(self) -> None:
        """Listen; who comes by a page that is older than the standings hears so at once."""
        subject = self.scope["url_route"]["kwargs"]
        of = await _subject(**subject)
        await self.join(*([group_of(of), *self.own()] if of else []))
        made = QueryDict(self.scope["query_string"]).get("stands")
        # Looked up after joining, so that nothing falls between the two.
        if of and made and made != await _stands(**subject):
            await self.table_moved({})

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Tell the page to look again; it is no news of its reader's own."""
        await self.send_json({"event": "standings-moved"})


@database_sync_to_async  # type: ignore[untyped-decorator]
def _subject(kind: str, number: int) -> Ladder | Tournament | None:
    """A ladder or tournament, where there is one."""
    return KINDS[kind].objects.filter(pk=number).first()


@database_sync_to_async  # type: ignore[untyped-decorator]
def _stands(kind: str, number: int) -> str:
    """Where a ladder or tournament stands now."""
    return standing(KINDS[kind].objects.get(pk=number))


socket_urls = [path(f"ws/{kind}/<int:number>/", StandingsConsumer.as_asgi(), {"kind": kind}) for kind in KINDS]
