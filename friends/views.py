"""Friends: the list, the followers, following and refusing, and how soon to hear of open tables."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.readers import reader
from accounts.identity.selectors import user_or_404
from accounts.security.limits import rate_limited
from foundation.errors import Refused
from friends.frequencies import WORDS, Frequency, frequency_of
from friends.selectors.friends import followed_among, followers, friends_of, people_followed
from friends.services.following import follow, remove_follower, unfollow
from friends.services.notices import choose_frequency
from matches.web.views.common import refusal

A_PAGE = 30


@require_safe
@login_required
def friends(request: HttpRequest) -> HttpResponse:
    """Show whom I follow, and who waits for whom."""
    me = reader(request)
    page = Paginator(people_followed(me), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "friends": friends_of(me, list(page.object_list)),
        "frequency": frequency_of(me),
        "frequencies": list(WORDS.items()),
        "followers": followers(me).count(),
    }
    return render(request, "friends/friends.html", context)


@require_safe
@login_required
def followers_page(request: HttpRequest) -> HttpResponse:
    """Show who follows me."""
    me = reader(request)
    page = Paginator(followers(me), A_PAGE).get_page(request.GET.get("page"))
    people = [row.by for row in page.object_list]
    back = followed_among(me, people)
    rows = [(person, person.pk in back) for person in people]
    return render(request, "friends/followers.html", {"page": page, "rows": rows})


@require_POST
@login_required
@rate_limited("follow")
def follow_one(request: HttpRequest) -> HttpResponse:
    """Follow someone, or stop."""
    me, other = reader(request), user_or_404(name=request.POST.get("name", ""))
    if request.POST.get("follow") == "0":
        unfollow(user=me, other=other, now=timezone.now())
        messages.success(request, gettext("You no longer follow {name}.").format(name=other.display_name))
        return redirect("friends:friends")
    try:
        follow(user=me, other=other, now=timezone.now())
    except Refused as refused:
        return refusal(request, refused)
    messages.success(request, gettext("You follow {name}.").format(name=other.display_name))
    return redirect("friends:friends")


@require_POST
@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """Let someone follow me no longer."""
    me, follower = reader(request), user_or_404(name=request.POST.get("name", ""))
    remove_follower(user=me, follower=follower, now=timezone.now())
    messages.success(request, gettext("{name} no longer follows you.").format(name=follower.display_name))
    return redirect("friends:followers")


@require_POST
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """Choose how soon to hear of open tables."""
    me, chosen = reader(request), request.POST.get("frequency", "")
    if chosen not in list(WORDS):
        return refusal(request, Refused("no_such_frequency", pgettext("how often", "Choose one of the offers.")))
    choose_frequency(user=me, frequency=Frequency(chosen))
    messages.success(request, gettext("Your choice is kept."))
    return redirect("friends:friends")
