"""Organisers' pages for ladders: opening, closing, seasons, pairs kept apart, lists of players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from accounts.identity.selectors import player_of_name
from accounts.security.limits import rate_limited
from engine import AnyGame
from foundation.errors import Refused
from games.registry import GAMES
from ladders.forms import ApartForm, LadderForm, ListForm, SeasonForm
from ladders.models import Apart, Ladder, Season, Tournament
from ladders.services.imports import import_list, read_lines
from ladders.services.ladders import close_ladder, open_ladder, set_apart
from ladders.services.seasons import end_season_of, open_season
from ladders.views.common import act, club_of_form, ladder_run, organisers_only, tournament_run


def game_of_page(slug: str) -> AnyGame:
    """The game with this slug. Raises `Http404`."""
    if slug not in GAMES:
        raise Http404(gettext("There is no such game."))
    return GAMES[slug]


@login_required
def choose(request: HttpRequest, what: str) -> HttpResponse:
    """Choose a game for a new ladder or tournament, for everyone or a club."""
    page = {"games": list(GAMES.values()), "what": what, "club": club_of_form(request)}
    return render(request, "ladders/choose.html", page)


@login_required
@rate_limited("club")
def new_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a ladder, for everyone or a club."""
    club = club_of_form(request)
    form = LadderForm(game_of_page(slug), request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            ladder = open_ladder(
                by=reader(request),
                title=given["title"],
                slug=slug,
                options=given["options"],
                seats=range(given["seats_from"], given["seats_to"] + 1),
                time_control=form.chosen_clock(),
                divisions=form.division_names(),
                moves=given["moves"],
                club_id=club.pk if club else None,
                now=timezone.now(),
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(
                request,
                gettext("{title} is open. Players may join; you can also import a list.").format(title=ladder.title),
            )
            return redirect(ladder)
    page: dict[str, object] = {"form": form, "game": form.game, "club": club}
    page |= {"head": gettext("Open a ladder"), "button": gettext("Open the ladder")}
    return render(request, "ladders/new.html", page, status=400 if form.errors else 200)


@require_POST
@login_required
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close a ladder."""
    ladder = ladder_run(request, slug)
    return act(
        request,
        ladder.get_absolute_url(),
        lambda: close_ladder(ladder_id=ladder.pk, by=reader(request), now=timezone.now()),
        gettext("The ladder is closed. Its order stays here."),
    )


@login_required
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce a season."""
    ladder = ladder_run(request, slug)
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = open_season(ladder_id=ladder.pk, by=reader(request), now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(
                request,
                gettext("{title} is announced. Its final table is kept when it ends.").format(title=season.title),
            )
            return redirect(ladder)
    page = {
        "form": form,
        "ladder": ladder,
        "head": gettext("Announce a season"),
        "button": gettext("Announce the season"),
    }
    return render(request, "ladders/new_season.html", page, status=400 if form.errors else 200)


@require_POST
@login_required
def end_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End a season early, or cancel it before its start."""
    season, now = (
        get_object_or_404(Season.objects.select_related("ladder"), pk=number, ladder=ladder_run(request, slug)),
        timezone.now(),
    )
    begun = season.starts_at <= now
    return act(
        request,
        (season if begun else season.ladder).get_absolute_url(),
        lambda: end_season_of(season_id=season.pk, by=reader(request), now=now),
        gettext("The season has ended. This is its final table.")
        if begun
        else gettext("{title} is taken back. It had not begun.").format(title=season.title),
    )


@organisers_only
def apart(request: HttpRequest) -> HttpResponse:
    """Pairs of players who are kept apart."""
    form = ApartForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            one, other = player_of_name(form.cleaned_data["one"]), player_of_name(form.cleaned_data["other"])
            keep = "release" not in request.POST
            set_apart(by=reader(request), one=one, other=other, apart=keep, now=timezone.now())
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, gettext("They are kept apart.") if keep else gettext("They may meet again."))
            return redirect("ladders:apart")
    pairs = Apart.objects.select_related("one", "other", "made_by").order_by("one__username")
    return render(request, "ladders/apart.html", {"form": form, "pairs": pairs}, status=400 if form.errors else 200)


@login_required
def import_to_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a club's list into a ladder."""
    return _import(request, ladder_run(request, slug))


@login_required
def import_to_tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Import a club's list into a tournament."""
    return _import(request, tournament_run(request, number))


def _import(request: HttpRequest, target: Ladder | Tournament) -> HttpResponse:
    """Preview the result of each line; import on confirmation."""
    form = ListForm(request.POST or None, request.FILES or None)
    page: dict[str, object] = {"form": form, "target": target, "lines": None}
    if request.method == "POST" and form.is_valid():
        keep = request.POST.get("do") == "enter"
        try:
            read = read_lines(form.cleaned_data["text"])
            lines = import_list(target=target, lines=read, by=reader(request), now=timezone.now(), keep=keep)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            good = sum(not line.error for line in lines)
            if keep:
                messages.success(
                    request, gettext("{good} of {lines} lines were entered.").format(good=good, lines=len(lines))
                )
                return redirect(target)
            page |= {"lines": lines, "good": good, "text": form.cleaned_data["text"]}
    return render(request, "ladders/import.html", page, status=400 if form.errors else 200)
