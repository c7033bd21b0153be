"""What the clients noted held against the records and the mails: what is lost, done twice or told twice."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any, NamedTuple

Step = Mapping[str, Any]
"""A step as a record has it."""
TOLD_ONCE = frozenset({"turn", "reminder", "over"})
"""The kinds of notices of which a user gets one for each step of a match."""
KIND = re.compile(r"/mail/stop/\d+\.(\w+)\.")
TURN = re.compile(r"/act/\d+\.(\d+)\.match:(\d+)~")
TABLE = re.compile(r"/table/(\d+)/")


@dataclass(frozen=True)
class Noted:
    """An answer that the site said it had taken."""

    match: int
    step: int
    action: Any
    commitment: str
    """The hash that the reply gave; empty where it gave none."""


class Told(NamedTuple):
    """What a user was told of by mail."""

    address: str
    kind: str
    match: int
    step: int
    """0 where the kind has no step that the mail names."""


@dataclass
class Seat:
    """What the client of one seat of a match knows."""

    notes: list[Noted] = field(default_factory=list)
    sent: set[int] = field(default_factory=set)
    """The steps for which it sent an answer, whether it had a reply or not."""


def steps_of(record: Mapping[str, Any]) -> list[Step]:
    """Return the steps of a record without their hashes."""
    return [chained["step"] for chained in record["steps"]]


def lost_answers(steps: Sequence[Step], seats: Mapping[int, Seat]) -> list[Noted]:
    """Return the answers that were acknowledged to the seats of a match and are not in its record."""
    found = {(step["number"], answer["player"]): answer for step in steps for answer in _answers(step)}
    return [
        note
        for number, seat in seats.items()
        for note in seat.notes
        if not is_there(note, found.get((note.step, number)))
    ]


def is_there(note: Noted, recorded: Mapping[str, Any] | None) -> bool:
    """True if the record has the answer; one that came to nothing is never shown."""
    if recorded is None or recorded["by"] != "player":
        return False
    sealed = recorded.get("commitment", "")
    if not sealed:
        return True
    return bool(sealed == note.commitment if note.commitment else recorded["action"] == note.action)


def doubled_steps(steps: Sequence[Step], seats: Mapping[int, Seat]) -> set[int]:
    """Return the steps of a match that were done twice.

    Such a step is in the record twice, was acknowledged to a seat twice, or counts an answer that its seat never sent
    for this step, as if one that it sent for another were used again.
    """
    places = Counter((step["number"], step.get("part", 0)) for step in steps)
    acknowledged = Counter((note.step, number) for number, seat in seats.items() for note in seat.notes)
    made_up = {
        step["number"]
        for step in steps
        for answer in _answers(step)
        if answer["by"] == "player" and step["number"] not in seats.get(answer["player"], Seat()).sent
    }
    twice = {step for step, _ in [*_more_than_once(places), *_more_than_once(acknowledged)]}
    return twice | made_up


def notices_of(address: str, mail: EmailMessage) -> list[Told]:
    """Return what one mail tells its reader of, by its own links. Kinds that may come again are left out.

    Raises `ValueError` if it is of a kind that is told once, but names no match.
    """
    kind = KIND.search(str(mail["List-Unsubscribe"] or ""))
    if kind is None or kind[1] not in TOLD_ONCE:
        return []
    body = mail.get_body(("plain",))
    text = str(body.get_content()) if body else ""
    named = [(int(match), int(step)) for step, match in TURN.findall(text)]
    named = named or [(int(match), 0) for match in TABLE.findall(text)[:1]]
    if not named:
        raise ValueError(f"A mail of the kind {kind[1]} names no match: {mail['Subject']}")
    return [Told(address, kind[1], match, step) for match, step in named]


def told_again(told: Iterable[Told]) -> int:
    """Return how often somebody was told of something that a mail had told them before."""
    return sum(count - 1 for count in Counter(told).values())


def _answers(step: Step) -> Collection[Mapping[str, Any]]:
    found: Collection[Mapping[str, Any]] = step.get("answers", ())
    return found


def _more_than_once(counted: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, int]]:
    return (key for key, count in counted.items() if count > 1)
