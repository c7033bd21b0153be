"""Take the last round of a match back, as its players agreed."""

from datetime import datetime

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from engine.hindsight import Shown, hindsight_of
from engine.log import BY_PLAYERS
from matches.log.states import game_of, open_step, state_after
from matches.models import Match, Step
from matches.notices import notify_players, people_of
from matches.rounds.rewinding import rewind_locked
from notifications.models import Kind

SENTENCES = {
    Shown.CHANCE: gettext_lazy("The last round drew dice or pieces, which would come out differently. It stays."),
    Shown.ANSWERS: gettext_lazy(
        "The last round opened what several players had sealed. It stays, as everyone has seen it."
    ),
    Shown.PIECES: gettext_lazy(
        "The last round showed something that was hidden before. It stays, as it has been seen."
    ),
}


def take_back_refusal(match: Match, asker: int) -> str:
    """Why the last round of a running match cannot be taken back, or an empty string.

    It follows from what the seat that asks can know.
    """
    row = Step.objects.filter(match=match, number=match.step, part=0, kind="round").first()
    if row is None or match.was_taken_back(match.step - 1):
        return gettext("There is no round to take back now.")
    game, before = game_of(match), state_after(match, match.step - 1)
    joint = {answer.player: game.action_from(answer.action) for answer in open_step(row).answers}
    return str(SENTENCES.get(hindsight_of(game, match.players, asker, before, joint), ""))


def take_round_back(*, match: Match, now: datetime) -> None:
    """Take the last round of a locked match back, and tell its players."""
    seats = list(match.seats.select_related("user", "conditional_book"))
    to = match.step - 1
    rewind_locked(match=match, seats=seats, to=to, note={"by": BY_PLAYERS}, now=now)
    match.save()
    text = format_lazy(
        gettext_lazy(
            "All of you agreed: the match went back to step {to}. What you had sealed or planned was dropped."
        ),
        to=to,
    )
    notify_players(match=match, kind=Kind.NEWS, number=match.step, text=text, users=people_of(match), now=now)
