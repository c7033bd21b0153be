"""Sockets of the pages of ladders and tournaments: they say that something moved, never what."""

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
        group, stands = await _subject(**self.scope["url_route"]["kwargs"])
        await self.join(*([group, *self.own()] if group else []))
        made = QueryDict(self.scope["query_string"]).get("stands")
        if group and made and made != stands:
            await self.table_moved({})


@database_sync_to_async  # type: ignore[untyped-decorator]
def _subject(kind: str, number: int) -> tuple[str, str]:
    """The group of a ladder or tournament, and where it stands; nothing where there is none."""
    of = KINDS[kind].objects.filter(pk=number).first()
    return (group_of(of), standing(of)) if of else ("", "")


socket_urls = [path(f"ws/{kind}/<int:number>/", StandingsConsumer.as_asgi(), {"kind": kind}) for kind in KINDS]
