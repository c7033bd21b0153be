"""Give a seat to another person."""

from datetime import datetime

from django import forms
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import selves, user_by_name
from accounts.models import User
from foundation.errors import Forbidden
from matches.interventions.seats import give_seat_to_person
from matches.models import Match
from moderation.action import Acting, Action, ActionForm, Done, On, Target, register
from moderation.selectors.interest import SELF
from moderation.services.tables import holder_notices


class SeatPersonForm(ActionForm):
    """The form for the new player."""

    player = forms.CharField(
        label=gettext_lazy("The new player"),
        max_length=150,
        help_text=gettext_lazy("Their user name. Ask them first: their clock begins to run."),
    )

    def clean_player(self) -> str:
        """The username of an existing player."""
        found = user_by_name(name=self.cleaned_data["player"], closed_too=True)
        if found is None:
            raise forms.ValidationError(gettext("There is no player of this name. Check the spelling."))
        return found.username


class SeatPerson(Action):
    """Put a substitute in a seat. Cannot be undone: two people would know what the seat holds."""

    slug = "seat-person"
    title = gettext_lazy("Give the seat to another player")
    says = gettext_lazy("They take over its hand and the time it has left. The player who had it cannot come back.")
    past = gettext_lazy("gave the seat to another player")
    on = On.SEAT
    weight = 2
    decides = True
    form = SeatPersonForm
    undoable = False

    def refusal(self, target: Target, now: datetime) -> str:
        """Refuse resigned seats, hidden names, and matches that are not running."""
        if target.whole_match.status not in Match.GOING_ON:
            return gettext("This match is not going on.")
        if target.whole_match.names_hidden:
            return gettext("Names are hidden at this table. Give the seat to a bot instead.")
        return gettext("This seat was resigned, so a bot plays it to the end.") if target.place.resigned_at else ""

    def carry_out(self, acting: Acting) -> Done:
        """Hand over the seat and notify both players."""
        match, seat = acting.target.whole_match, acting.target.place
        user = User.objects.get(username=acting.given["player"])
        if user.pk in selves(acting.actor):
            raise Forbidden("interest", SELF)
        notices = holder_notices(
            match, seat, gettext_lazy("A moderator gave your seat at this table to another player.")
        )
        step = give_seat_to_person(
            match_id=match.pk, seat=seat.number, user=user, note=acting.note(self), now=acting.now
        )
        seat.user = user
        notices += holder_notices(
            match, seat, gettext_lazy("A moderator gave you a seat at this table. It may be your turn.")
        )
        return Done({"player": user.pk}, notices, step)


register(SeatPerson())
