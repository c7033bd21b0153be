"""Rules pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.registry import GAMES
from matches.view.options import options_table


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the games."""
    return render(request, "matches/rules_index.html", {"games": list(GAMES.values())})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of one game."""
    game = GAMES.get(slug)
    if game is None:
        raise Http404(gettext("There is no such game."))
    template = select_template([f"{slug}/rules.html", "matches/rules.html"])
    return HttpResponse(template.render({"game": game, "options": options_table(game.Options)}, request))
