"""Tournaments: the list, one tournament with its standings and charts, entering, running."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.identity.selectors import player_of_name, selves
from accounts.security.limits import rate_limited
from clubs.models import Club
from foundation.errors import Refused, refusal_words
from foundation.language import reword
from foundation.spans import span_words
from ladders.charts import bracket
from ladders.forms import TournamentForm
from ladders.live import socket_of
from ladders.methods.tiebreaks import EXPLAINED, KNOCK_OUT, NAMES, Line
from ladders.models import Entry, StandingChange, Tournament, TournamentTable
from ladders.selectors.calendar import calendar_of
from ladders.selectors.tournaments import (
    keep_entries,
    my_seats,
    reached_in,
    reasons_of,
    seed_shown,
    standings_of,
    tables_of,
    tournaments_listed,
)
from ladders.services import tournaments as services
from ladders.services.organisers import (
    check_calls_off,
    check_enters_others,
    check_starts_early,
    takes_bots,
)
from ladders.views.common import (
    act,
    club_of_form,
    may_organise,
    options_words,
    title_of,
    tournament_run,
    visible_tournament,
)
from ladders.views.organise import game_of_page
from ladders.views.tournament_page import columns_of, enter_offer, may_withdraw, standings_rows, takes_entries
from matches.clocks.time_controls import clock_words

A_PAGE = 30
SHOWN_REASONS = 400
LOT = 5
"""The last of the criteria: a hash, which says nothing to a reader."""


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments, the newest first."""
    page = Paginator(tournaments_listed(request.user.pk), A_PAGE).get_page(request.GET.get("page"))
    listed = [(one, title_of(one.game)) for one in page.object_list]
    context = {"page": page, "tournaments": listed, "may_organise": may_organise(request)}
    return render(request, "ladders/tournaments.html", context)


@login_required
@rate_limited("club")
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce a tournament, for everyone or a club."""
    club = club_of_form(request)
    form = TournamentForm(game_of_page(slug), club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.make_tournament(by=reader(request), plan=_plan(form, club), now=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, gettext("{title} is announced and takes entries.").format(title=made.title))
            return redirect(made)
    page: dict[str, Any] = {"form": form, "game": form.game, "club": club}
    page |= {"head": gettext("Announce a tournament"), "button": gettext("Announce the tournament")}
    return render(request, "ladders/new.html", page, status=400 if form.errors else 200)


def _plan(form: TournamentForm, club: Club | None) -> services.Plan:
    given = form.cleaned_data
    same = ("title", "kind", "options", "seats", "starts_at", "go_on", "round_seconds", "most_entries")
    return services.Plan(
        **{name: given[name] for name in same},
        slug=form.game.slug,
        club_id=club.pk if club else None,
        time_control=form.chosen_clock(),
        rounds=given["rounds"] or 0,
        late_rounds=given["late_rounds"] or 0,
        ladder=given.get("ladder"),
        repeat_days=given["repeat_days"],
    )


@require_safe
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """A tournament: what waits for the reader, the standings, the rounds, the chart."""
    shown = visible_tournament(request, number)
    tables = tables_of(shown, players=False) if shown.started_at else []
    entries = keep_entries(shown, tables)
    entry = next((one for one in entries.values() if one.user_id == request.user.pk), None)
    me = reader(request) if request.user.is_authenticated else None
    offer = enter_offer(shown, entry, logged_in=me is not None)
    refused = refusal_words(lambda: services.check_may_enter(shown, me)) if me and offer else ""
    left = _left_to_others(request, shown)
    enters_others = shown.kind != Tournament.Kind.FINAL and takes_entries(shown) and not left.get("enter")
    page: dict[str, Any] = {
        "tournament": shown,
        "game": title_of(shown.game),
        "settings": [*clock_words(shown.time_control), *_rounds(shown)],
        "options": options_words(shown.game, shown.options),
        "entry": entry,
        "offer": offer,
        "refused": refused,
        "may_withdraw": may_withdraw(shown, entry),
        "entries": [one for one in entries.values() if one.state != Entry.State.WITHDRAWN],
        "my_seats": my_seats(tables, request.user.pk),
        "round": tables[-1].round if tables else None,
        "may_organise": may_organise(request, shown.club_id),
        "left": left,
        "enters_others": enters_others,
        "enters_bots": enters_others or takes_bots(shown),
        "takes_bots": takes_bots(shown),
        "calendar": request.build_absolute_uri("calendar.ics"),
        "seed": seed_shown(shown),
        "socket": socket_of(shown),
    }
    if shown.started_at:
        page |= _running(shown, entries, tables, request.user.pk)
    return render(request, "ladders/tournament.html", page)


def _left_to_others(request: HttpRequest, shown: Tournament) -> dict[str, str]:
    """Why an organiser may not use each of the page's buttons, by button; empty where they may."""
    if not may_organise(request, shown.club_id):
        return {}
    mine, announced = selves(reader(request)), shown.status == Tournament.Status.ANNOUNCED
    entering = shown.kind != Tournament.Kind.FINAL and takes_entries(shown)

    def check_starts() -> None:
        check_starts_early(shown, mine)
        services.check_enough(shown)

    return {
        "enter": refusal_words(lambda: check_enters_others(shown, mine)) if entering else "",
        "start": refusal_words(check_starts) if announced else "",
        "call_off": refusal_words(lambda: check_calls_off(shown, mine)),
    }


def _rounds(shown: Tournament) -> list[tuple[str, str]]:
    """The length of rounds, and how long entry is open."""
    late = (
        gettext("Until round {round} ends").format(round=shown.last_late_round)
        if shown.last_late_round
        else gettext("Only before the start")
    )
    return [
        (gettext("A round"), gettext("{time} at most").format(time=span_words(shown.round_seconds))),
        (
            gettext("Entering"),
            gettext("{late}; {most} players at most, more in reserve").format(late=late, most=shown.most_entries),
        ),
    ]


def _running(
    shown: Tournament, entries: Mapping[int, Entry], tables: Sequence[TournamentTable], user_id: int | None
) -> dict[str, Any]:
    """The standings and rounds of a tournament that has started."""
    lines = standings_of(shown, tables)
    breaks = _needed(lines, reached_in(tables) if shown.knocks_out else {})
    criteria = [*(KNOCK_OUT if shown.knocks_out else ()), *zip(NAMES, EXPLAINED, strict=True)]
    return {
        "bracket": bracket(tables) if shown.knocks_out else None,
        "lines": standings_rows(shown, lines, entries, tables),
        "columns": columns_of(shown, tables, user_id),
        "tie_breaks": [(reword(name), reword(words)) for name, words in criteria],
        "shown_breaks": min(breaks, LOT - 1),
        "by_lot": breaks == LOT,
    }


def _needed(lines: list[Line], reached: Mapping[int, tuple[int, bool, int]]) -> int:
    """How many of the criteria are needed to separate all players, so that the page can hide the others.

    `reached` holds what separates the players of a knock-out first.
    """
    keys = [
        ((reached.get(line.player), line.points), line.opponents, line.firsts, line.direct, line.lot) for line in lines
    ]
    return next(count for count in range(1, LOT + 1) if count == LOT or len({key[:count] for key in keys}) == len(keys))


@require_safe
def reasons(request: HttpRequest, number: int) -> HttpResponse:
    """Every change of a standing with its reason, newest first."""
    shown = visible_tournament(request, number)
    page = {"tournament": shown, "changes": [(one, shows_points(one)) for one in reasons_of(shown)[:SHOWN_REASONS]]}
    return render(request, "ladders/reasons.html", page)


def shows_points(change: StandingChange) -> bool:
    """True if a change is shown with its points: also with none, if a table might have brought some."""
    return bool(change.points) or change.why in (StandingChange.Why.TABLE, StandingChange.Why.SHARED)


@require_safe
def calendar(request: HttpRequest, number: int) -> HttpResponse:
    """The tournament as a calendar feed."""
    shown = visible_tournament(request, number)
    text = calendar_of(shown, request.build_absolute_uri(shown.get_absolute_url()), timezone.now())
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="tournament-{shown.pk}.ics"'
    return answer


@require_POST
@login_required
def enter(request: HttpRequest, number: int) -> HttpResponse:
    """Enter a tournament, or enter another player or a bot as an organiser."""
    shown, me, now = visible_tournament(request, number), reader(request), timezone.now()
    name, bot = request.POST.get("name", "").strip(), "bot" in request.POST

    def do() -> None:
        if bot:
            services.enter_bot(tournament_id=shown.pk, by=me, now=now)
            return
        user = player_of_name(name) if name else me
        services.enter_tournament(tournament_id=shown.pk, user=user, now=now, by=me if name else None)

    done = (
        gettext("A bot is entered.")
        if bot
        else gettext("{name} is entered.").format(name=name)
        if name
        else gettext("You are entered.")
    )
    return act(request, shown.get_absolute_url(), do, done)


@require_POST
@login_required
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw from a tournament."""
    shown, me = visible_tournament(request, number), reader(request)
    return act(
        request,
        shown.get_absolute_url(),
        lambda: services.withdraw_from_tournament(tournament_id=shown.pk, user=me, now=timezone.now()),
        gettext("You have withdrawn. A bot holds your seats."),
    )


@require_POST
@login_required
def start(request: HttpRequest, number: int) -> HttpResponse:
    """Start a tournament early."""
    shown = tournament_run(request, number)
    return act(
        request,
        shown.get_absolute_url(),
        lambda: services.start_tournament(tournament_id=shown.pk, now=timezone.now(), by=reader(request)),
        gettext("The tournament has started. The tables of the first round come in a moment."),
    )


@require_POST
@login_required
def call_off(request: HttpRequest, number: int) -> HttpResponse:
    """Call off a tournament."""
    shown = tournament_run(request, number)
    return act(
        request,
        shown.get_absolute_url(),
        lambda: services.call_off_tournament(tournament_id=shown.pk, by=reader(request), now=timezone.now()),
        gettext("The tournament is called off."),
    )
