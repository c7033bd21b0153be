"""Help pages that are drawn from the tables which the code uses."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import habits
from games import policy
from games.paces import paces


@require_safe
def clocks(request: HttpRequest) -> HttpResponse:
    """Clocks, missed turns and reliability: every figure comes from the policy."""
    figures = asdict(policy.POLICY) | asdict(habits.HABITS)
    return render(request, "games/help_clocks.html", {"policy": figures, "paces": list(paces().items())})
