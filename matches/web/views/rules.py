"""Rules pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.views.decorators.http import require_safe

from games.options import options_table
from games.rules.registry import GAMES


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games of the box."""
    return render(request, "games/rules_index.html", {"games": list(GAMES.values())})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, in our own words."""
    game = GAMES.get(slug)
    if game is None:
        raise Http404("There is no such game.")
    template = select_template([f"games/rules/{slug}.html", "games/rules.html"])
    return HttpResponse(template.render({"game": game, "options": options_table(game.Options)}, request))
