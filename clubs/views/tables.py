"""Opening a table for the members of a club."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.identity.readers import reader
from clubs.forms import TableForm
from clubs.services.tables import open_club_table
from clubs.views.common import my_membership
from foundation.errors import Refused


@login_required
def new_table(request: HttpRequest, number: int) -> HttpResponse:
    """Open a table that only members see and join."""
    membership = my_membership(request, number)
    form = TableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = open_club_table(number=number, user=reader(request), now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("matches:table", made.pk)
    page = {"form": form, "club": membership.club}
    return render(request, "clubs/new_table.html", page, status=400 if form.errors else 200)
