"""Set the places of a finished match."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext, gettext_lazy

from foundation.errors import Stale
from matches.interventions.outcomes import are_places, set_places, unset_places
from matches.models import Match
from moderation.action import Acting, Action, ActionForm, Done, On, Target, register
from moderation.models import AuditRow
from moderation.services.tables import notices_for_all


class AdjustForm(ActionForm):
    """The form for the places."""

    places = forms.CharField(
        label=gettext_lazy("Places, seat by seat"),
        max_length=60,
        help_text=gettext_lazy(
            "2, 1, 3 means that the first seat came second. Who shares a place has the same number: 1, 2, 2, 4."
        ),
    )

    def clean_places(self) -> list[int]:
        """The places as numbers."""
        parts = self.cleaned_data["places"].replace(",", " ").split()
        if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            raise forms.ValidationError(gettext("Write numbers with commas between them."))
        places = [int(part) for part in parts]
        if not are_places(places):
            raise forms.ValidationError(gettext("A place counts everyone ahead: 1, 2, 2, 4."))
        return places


class Adjust(Action):
    """Replace the places by the rules."""

    slug = "adjust"
    title = gettext_lazy("Set the places")
    says = gettext_lazy(
        "Ratings, ladder and tournament follow these places instead of those of the rules, which stay in the log."
    )
    past = gettext_lazy("set the places")
    on = On.MATCH
    weight = 3
    decides = True
    form = AdjustForm

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse matches that have not ended."""
        return "" if target.whole_match.status == Match.Status.FINISHED else gettext("This match has no result yet.")

    def carry_out(self, acting: Acting) -> Done:
        """Set the places and notify the players."""
        match, places = acting.target.whole_match, acting.given["places"]
        done = set_places(match_id=match.pk, places=places, note=acting.note(self), now=acting.now)
        text = gettext_lazy("A moderator set the places of this match. Ratings, ladder and tournament follow them.")
        return Done({"places": places, "before": done.before}, notices_for_all(match, text), done.step)

    def undo(self, acting: Acting, row: AuditRow) -> Done:
        """Restore the previous places: the rules', or those a moderator had set."""
        match, before = acting.target.whole_match, row.done.get("before")
        if AuditRow.objects.filter(action="rewind", match=match, number__gt=row.number).exists():
            raise Stale(
                "rewound_since", gettext("The match was taken back since, and its places with it. Set them again.")
            )
        if before is not None:
            done = set_places(match_id=match.pk, places=before, note=acting.note(self), now=acting.now)
            text = gettext_lazy("A moderator took the last places of this match back: those set before count again.")
            return Done({"places": before}, notices_for_all(match, text), done.step)
        step = unset_places(match_id=match.pk, note=acting.note(self), now=acting.now)
        return Done(
            {}, notices_for_all(match, gettext_lazy("The places by the rules count again at this match.")), step
        )


register(Adjust())
