"""Public randomness of matches that are taken back after their end: each time, a round that nobody knows yet.

By then, everything else that goes into the seed is known to the site. So a step of its own first says which step the
match goes back to, and names a round some minutes ahead. What follows is drawn when that round is signed.
"""

from collections.abc import Sequence

from engine.beacon import LATER_WAIT, fault_of_round, fault_of_signature
from engine.language import say
from engine.log import REWINDING, REWOUND, LoggedStep, MatchRecord


def later_rounds(record: MatchRecord) -> list[tuple[int, str]]:
    """Return the rounds and signatures from when a match was taken back after its end, the oldest first.

    Its notes need not be checked yet.
    """
    notes = [chained.step.note for chained in record.steps if chained.step.kind == REWOUND]
    found = [(note.get("round"), note.get("signature")) for note in notes]
    return [(number, text) for number, text in found if isinstance(number, int) and isinstance(text, str)]


def fault_of_later_rounds(steps: Sequence[LoggedStep], *, mixed_in: bool) -> str:
    """Return what is wrong with the rounds in a log whose notes were checked, or nothing.

    `mixed_in`: whether the table was opened with public randomness.
    """
    announced: LoggedStep | None = None
    for step in steps:
        if step.kind == REWINDING:
            if announced or not mixed_in:
                return say(
                    "Step {place} fixes a round of public randomness, where none is to be fixed.", place=step.place
                )
            if fault := fault_of_round(step.note["round"], fixed_at=step.at, used_at="", wait=LATER_WAIT):
                return fault
            announced = step
        elif step.is_play:
            if fault := _fault_of_play(step, announced, mixed_in=mixed_in):
                return fault
            announced = None
    return ""


def _fault_of_play(step: LoggedStep, announced: LoggedStep | None, *, mixed_in: bool) -> str:
    """Return what is wrong with a step of play that follows what was announced, if anything was."""
    note = step.note if step.kind == REWOUND else {}
    if not (mixed_in and "seed_hash" in note):
        if announced or "round" in note or "signature" in note:
            return say("Step {place} is not what was announced before it, or was not announced.", place=step.place)
        return ""
    if announced is None or any(note.get(name) != announced.note[name] for name in ("to", "round")):
        return say("Step {place} takes back a match that had ended, and no round was fixed for that.", place=step.place)
    number, signature = announced.note["round"], note.get("signature", "")
    fault = fault_of_round(number, fixed_at=announced.at, used_at=step.at, wait=LATER_WAIT)
    return fault or fault_of_signature(number, signature)
