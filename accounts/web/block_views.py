"""Views to block users."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.blocks import block_user, unblock_user
from accounts.identity.readers import reader
from accounts.identity.selectors import user_or_404
from foundation.errors import Refused


@login_required
@require_safe
def blocked_people(request: HttpRequest) -> HttpResponse:
    """Show the users I have blocked."""
    blocks = reader(request).blocks.select_related("other")
    return render(request, "account/blocked.html", {"blocked": [block.other for block in blocks]})


@login_required
@require_POST
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a user, or lift the block."""
    me, other = reader(request), user_or_404(name=name, closed_too=True)
    if request.POST.get("block") == "0":
        unblock_user(user=me, other=other)
        messages.success(
            request, gettext("You and {display_name} may meet again.").format(display_name=other.display_name)
        )
        return redirect("accounts:blocked")
    try:
        block_user(user=me, other=other, now=timezone.now())
    except Refused as refused:
        messages.warning(request, refused.message)
    else:
        messages.success(
            request,
            gettext("{name} is blocked. Running matches go on, and you do not meet at new tables.").format(
                name=other.display_name
            ),
        )
    return redirect("accounts:blocked")
