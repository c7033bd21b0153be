"""Joining and leaving a ladder; making, accepting and taking back challenges."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.identity.readers import reader
from accounts.models import User
from ladders.models import Challenge
from ladders.services import challenges, ladders
from ladders.views.common import act, visible_ladder
from matches.web.views.common import is_whole_number


@require_POST
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a ladder at the bottom."""
    ladder, me = visible_ladder(request, slug), reader(request)
    return act(
        request,
        ladder.get_absolute_url(),
        lambda: ladders.join_ladder(ladder_id=ladder.pk, user=me, now=timezone.now()),
        gettext("You stand on {title} now, at the bottom.").format(title=ladder.title),
    )


@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a ladder."""
    ladder, me = visible_ladder(request, slug), reader(request)
    return act(
        request,
        ladder.get_absolute_url(),
        lambda: ladders.leave_ladder(ladder_id=ladder.pk, user=me, now=timezone.now()),
        gettext("You have left {title}. You may come back after {days} days, at the bottom.").format(
            title=ladder.title, days=ladders.REJOIN_DAYS
        ),
    )


@require_POST
@login_required
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge the selected players."""
    ladder, me = visible_ladder(request, slug), reader(request)
    numbers = [int(value) for value in request.POST.getlist("opponent") if is_whole_number(value)]
    found = User.objects.in_bulk(numbers)
    opponents = [found[number] for number in dict.fromkeys(numbers) if number in found]
    return act(
        request,
        ladder.get_absolute_url(),
        lambda: challenges.make_challenge(ladder_id=ladder.pk, challenger=me, opponents=opponents, now=timezone.now()),
        gettext("The challenge is out. The match begins when all have accepted, within {days} days.").format(
            days=challenges.ACCEPT_DAYS
        ),
    )


def _challenge_shown(request: HttpRequest, slug: str, number: int) -> Challenge:
    """A challenge on a ladder that the reader may see. Raises `Http404`."""
    return get_object_or_404(Challenge, pk=number, ladder=visible_ladder(request, slug))


@require_POST
@login_required
def accept(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept a challenge."""
    found, me = _challenge_shown(request, slug, number), reader(request)
    return act(
        request,
        found.ladder.get_absolute_url(),
        lambda: challenges.accept_challenge(challenge_id=found.pk, user=me, now=timezone.now()),
        gettext("Accepted. The match begins as soon as everyone has."),
    )


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take back a challenge."""
    found, me = _challenge_shown(request, slug, number), reader(request)
    return act(
        request,
        found.ladder.get_absolute_url(),
        lambda: challenges.take_back_challenge(challenge_id=found.pk, user=me, now=timezone.now()),
        gettext("The challenge is taken back. You can invite the same table again in a week."),
    )
