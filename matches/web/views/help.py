"""Help pages generated from the values in the code."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.values import hour_bounds
from matches import policy
from matches.clocks.time_controls import paces


@require_safe
def clocks(request: HttpRequest) -> HttpResponse:
    """Explain clocks, missed turns and reliability with the policy's figures."""
    return render(request, "matches/help_clocks.html", clock_figures())


def clock_figures() -> dict[str, object]:
    """The context of the page: the paces, and every figure of the policy."""
    return {"policy": asdict(policy.POLICY) | asdict(hour_bounds.HABITS), "paces": list(paces().items())}
