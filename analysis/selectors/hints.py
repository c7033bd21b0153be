"""The hint of a round, for the seat that asked for it."""

from dataclasses import dataclass

from django.utils.translation import gettext

from analysis.findings import Advice, Considered
from analysis.models import Hint
from analysis.scale import advised_chances
from engine.names import ReaderNames
from engine.view import MatchView
from engine.words import or_list
from foundation.vault import unseal
from games.levels import hooks_of
from games.registry import GAMES

WORTH_SAYING = 0.1
"""An answer that *sharp* would give less often is left out, unless it is the first."""


@dataclass(frozen=True)
class Answer:
    """One answer, in words and for programs; figures are per cent."""

    action: object
    words: str
    chance: int
    error: int
    share: int


@dataclass(frozen=True)
class HintShown:
    """Where the hint of the open round stands."""

    asked: bool
    done: bool = False
    answers: tuple[Answer, ...] = ()
    """The answers that *sharp* would give, the likeliest first; none if the search failed."""
    compared: int = 0
    """How many answers were compared."""

    @property
    def failed(self) -> bool:
        """True if *sharp* could not work it out."""
        return self.done and not self.answers

    @property
    def first(self) -> Answer:
        """The answer that *sharp* would give, or gives most often."""
        return self.answers[0]

    @property
    def worth(self) -> str:
        """What its first answer is worth, in words; nothing if there was no other."""
        first = self.first
        if self.compared < 2:
            return ""
        if not first.error:
            return gettext(": a chance to win of about {chance} per cent").format(chance=first.chance)
        words = gettext(": a chance to win of about {chance} per cent, ± {error}")
        return words.format(chance=first.chance, error=first.error)

    @property
    def others(self) -> str:
        """The other answers that it gives at times, in words."""
        one = gettext("{answer} ({share} in 100)")
        return or_list([one.format(answer=other.words, share=other.share) for other in self.answers[1:]])


NOT_ASKED = HintShown(asked=False)


def hint_in(view: MatchView) -> HintShown | None:
    """Return how the reader's hint stands, as their view of the match has it; None where there are no hints."""
    if view.asked is None or view.me is None or view.step != view.last_step or view.arranged:
        return None
    if view.table_settings is None or view.table_settings.rated:
        return None
    row = Hint.objects.filter(match=view.number, seat=view.me, step=view.asked.step).first()
    if row is None:
        return NOT_ASKED
    if row.done_at is None:
        return HintShown(asked=True)
    stretch = hooks_of(GAMES[view.slug]).stretch
    advice = advised_chances(unseal(row.sealed, Advice), len(view.seats), stretch)
    return HintShown(True, True, tuple(_answers(view, advice)), len(advice.answers))


def _answers(view: MatchView, advice: Advice) -> list[Answer]:
    names = ReaderNames([seat.name for seat in view.seats], view.me)
    said = [one for number, one in enumerate(advice.answers) if not number or one.share >= WORTH_SAYING]
    return [answer_in_words(view.slug, one, view.seen, names) for one in said]


def answer_in_words(slug: str, one: Considered, seen: object, names: ReaderNames) -> Answer:
    """Return what was found for one answer, for people."""
    game = GAMES[slug]
    words = game.wording.choice(game.action_from(one.action), seen, names)
    return Answer(one.action, words, per_cent(one.worth), per_cent(one.error), per_cent(one.share))


def per_cent(share: float) -> int:
    """Return a share in per cent."""
    return round(100 * share)
