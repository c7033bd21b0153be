"""The front page and the lists of tables."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F, OuterRef, QuerySet, Subquery, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.identity.readers import reader, reader_or_none
from accounts.models import User
from games.registry import GAMES
from matches.chat.read import unread_of
from matches.models import Match, Seat
from matches.view.lobby_filter import soonest_first
from matches.view.match_view import match_view, may_see
from matches.view.summaries import (
    Summary,
    matches_inviting,
    matches_short_of_players,
    my_ended_matches,
    my_matches,
    open_matches,
    own_books,
    public_matches,
    starred_matches,
    summary,
    with_players,
)
from matches.web.cards import card_of, sheets_of
from matches.web.views.lobby_form import LobbyForm

A_PAGE = 20
MOST_LISTED = 1000
"""So many tables are listed: counting more would read them all."""
SHOWN_FINISHED = 6
MOST_CARDS, MOST_INVITATIONS = 100, 30
"""The most of a reader's own tables that are drawn, those whose time ends first, and the most invitations."""


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The front page: an introduction, a running match and the games to play."""
    shown = public_matches(Match.Status.RUNNING).filter(spectators=True).first()
    running = match_view(shown, None) if shown else None
    return render(request, "matches/front.html", {"running": running, "games": list(GAMES.values())})


@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The reader's tables, those that wait for them first."""
    me = reader(request)
    going_on, more = _going_on(me)
    over = my_ended_matches(me).prefetch_related(None)
    ended = list(over[:SHOWN_FINISHED])
    prefetch_related_objects([*going_on, *ended], with_players())
    prefetch_related_objects(going_on, "answers", own_books(me))
    active = [card_of(match, me.pk, unread=getattr(match, "unread", 0)) for match in going_on]
    running = [card for card in active if card.line.status != Match.Status.OPEN]
    halted = [card for card in running if card.line.paused or card.line.held]
    asked = [card for card in running if card.line.task and not card.line.answered and card not in halted]
    # Bots do not mind when an answer comes; people do.
    waiting = sorted(asked, key=lambda card: (card.line.no_hurry, card.line.deadline))
    others = [card for card in running if card not in waiting and card not in halted]
    closes = [card.line.deadline for card in others if card.line.deadline and not card.line.no_hurry]
    finished = [card_of(match, me.pk, drawn=False) for match in ended]
    page = {
        "waiting": waiting,
        "waiting_count": len(waiting),
        "halted": halted,
        "others": others,
        "next_close": min(closes, default=None),
        "open": [card for card in active if card.line.status == Match.Status.OPEN],
        "invitations": _summaries(matches_inviting(me)[:MOST_INVITATIONS], request),
        "starred": _summaries((match for match in starred_matches(me) if may_see(match, me.pk)), request),
        "more": more,
        "finished": finished,
        "finished_count": over.count() if len(finished) == SHOWN_FINISHED else len(finished),
        "sheets": sheets_of(active),
        "first_game": next(iter(GAMES.values())),
    }
    return render(request, "matches/mine.html", page)


def _going_on(user: User) -> tuple[list[Match], int]:
    """Return the user's tables that are not over, alone, and how many of them are left out as too many to draw."""
    seat = Seat.objects.filter(match=OuterRef("pk"), user=user)
    soonest = F("my_deadline").asc(nulls_last=True)
    found = my_matches(user).prefetch_related(None).filter(ended_at=None)
    asking = found.annotate(
        asks=Subquery(seat.values("awaited")[:1]),
        my_deadline=Subquery(seat.values("deadline")[:1]),
        unread=unread_of(user.pk),
    )
    shown = list(asking.order_by("-asks", soonest, "-pk")[: MOST_CARDS + 1])
    more = found.count() - MOST_CARDS if len(shown) > MOST_CARDS else 0
    return sorted(shown[:MOST_CARDS], key=lambda match: -match.pk), more


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Tables to join, tables to watch and finished matches."""
    kind = request.GET.get("show", "open")
    me = reader_or_none(request)
    form = LobbyForm(request.GET, me)
    wanted = form.filter(timezone.now()).condition()

    def starting() -> QuerySet[Match]:
        return soonest_first(open_matches(request.user.pk).filter(wanted))

    found = {
        "open": starting,
        "seats": matches_short_of_players,
        "running": lambda: public_matches(*Match.GOING_ON),
        "finished": lambda: public_matches(Match.Status.FINISHED),
    }.get(kind)
    if found is None:
        kind, found = "open", starting
    page = Paginator(found()[:MOST_LISTED], A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "matches/tables.html",
        {
            "show": kind,
            "form": form if kind == "open" else None,
            "page": page,
            "tables": _summaries(list(page.object_list), request),
            "most": MOST_LISTED if page.paginator.count == MOST_LISTED and not page.has_next() else 0,
        },
    )


def _summaries(found: Iterable[Match], request: HttpRequest) -> list[Summary]:
    return [summary(match, request.user.pk) for match in found]
