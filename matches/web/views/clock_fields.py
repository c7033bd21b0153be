"""The time control fields of the form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from engine.table_settings import TimeControl
from matches import policy
from matches.clocks.time_controls import pace_of, paces
from matches.policy import DAY, Speed

USUAL = str(3 * DAY)
FIELDS = ("turn_seconds", "weekends_off", "vacations", "excuses")


def clock_fields() -> dict[str, forms.Field]:
    """Return the fields: the pace first, then the rarely changed ones."""
    excuses = range(policy.POLICY.excuses_most + 1)
    return {
        "turn_seconds": forms.ChoiceField(
            label=gettext("Which pace"),
            choices=[(group, [(pace.key, words) for pace, words in choices]) for group, choices in paces().items()],
            initial=USUAL,
        ),
        "weekends_off": forms.BooleanField(
            label=gettext("Clocks stand still on weekends"),
            required=False,
            help_text=gettext("On Saturdays and Sundays, each in its player’s own zone. Not at live tables."),
        ),
        "vacations": forms.BooleanField(
            label=gettext("Clocks stand still on vacation days"),
            required=False,
            initial=True,
            help_text=gettext("On days that a player has taken off in advance. Not at live tables."),
        ),
        "excuses": forms.TypedChoiceField(
            label=gettext("Excuses for missed turns"),
            coerce=int,
            choices=[(count, str(count)) for count in excuses],
            initial=policy.POLICY.excuses_usual,
            required=False,
            help_text=gettext("An excuse gives a missed turn more time, once. After the last, the table answers."),
        ),
    }


def clock_of(cleaned: dict[str, Any]) -> TimeControl:
    """Return the time control from a valid form."""
    pace, excuses = pace_of(cleaned["pace"] or cleaned["turn_seconds"]), cleaned["excuses"]
    live = policy.POLICY.speed(pace.turn) == Speed.LIVE
    return TimeControl(
        turn_seconds=pace.turn,
        increment_seconds=pace.increment,
        cap_seconds=pace.cap,
        weekends_off=cleaned["weekends_off"] and not live,
        vacations=cleaned["vacations"] and not live,
        excuses=policy.POLICY.excuses_usual if excuses == "" else excuses,
    )
