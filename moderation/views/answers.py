"""Saved answers: write once, reuse."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderation.forms import AnswerForm
from moderation.models import SavedAnswer
from moderation.services.desk import remove_answer, save_answer
from moderation.views.common import desk_only


@desk_only
def answers(request: HttpRequest, number: int | None = None) -> HttpResponse:
    """List the saved answers, with a form for a new one or for the one with this number."""
    one = None if number is None else get_object_or_404(SavedAnswer, pk=number)
    form = AnswerForm(request.POST or None, instance=one)
    if request.method == "POST" and form.is_valid():
        save_answer(changed=one, **form.cleaned_data)
        messages.success(request, gettext("The answer is kept."))
        return redirect("moderation:answers")
    page = {"form": form, "one": one, "answers": SavedAnswer.objects.all(), "tab": "answers"}
    return render(request, "moderation/answers.html", page, status=400 if form.errors else 200)


@require_POST
@desk_only
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Delete a saved answer."""
    remove_answer(number=number)
    messages.success(request, gettext("The answer is gone."))
    return redirect("moderation:answers")
