"""Exports of finished matches, and verification of any match."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from cryptography.fernet import InvalidToken
from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from engine.log import (
    FORMAT,
    ChainedStep,
    LoggedStep,
    MatchRecord,
    RecordedSeat,
    canonical,
    checksum,
    seed_hash,
)
from engine.replay import Check, steps_of, taken_back
from foundation.errors import Forbidden, Refused
from foundation.file_checks import KEPT_SECONDS, Broke, refuse_unless_next, result_apart
from foundation.language import language_read, read_by_operators
from matches.log.seeds import beacon_of, site_seeds
from matches.log.states import open_step, state_of, steps_taken_back
from matches.models import Match, Step
from matches.view.log_check import CheckedLog, check_log
from matches.view.match_view import seat_name
from matches.view.signed import proof_of

Checker = Callable[[bytes], CheckedLog]


def match_record(match: Match) -> MatchRecord:
    """Return a finished match with its secrets opened. Raises `Forbidden` while it runs."""
    check_finished(match)
    record = _record(match, opened_steps(match))
    return msgspec.structs.replace(record, checksum=checksum(record), proof=proof_of(record, match.pk))


def check_finished(match: Match) -> None:
    """Raise `Forbidden` unless the secrets of a match are open."""
    if match.status != Match.Status.FINISHED:
        raise Forbidden(
            "match_not_finished", gettext("Seed and answers are opened when the match has ended. Come back then.")
        )


def record_up_to(match: Match, steps: Iterable[ChainedStep]) -> MatchRecord:
    """Return a finished match with these first steps, neither signed nor with a checksum."""
    check_finished(match)
    return _record(match, steps)


def opened_steps(match: Match, last: int | None = None) -> Iterator[ChainedStep]:
    """Open the steps of a finished match one by one, up to the one with this number."""
    check_finished(match)
    rows = _rows(match)
    if last is not None:
        rows = rows.filter(Q(number__lt=last) | Q(number=last, part=0))
    return (ChainedStep(open_step(row), row.hash) for row in rows.iterator())


def _rows(match: Match) -> QuerySet[Step]:
    return match.steps.defer("sealed_state").order_by("number", "part")


def _record(match: Match, steps: Iterable[ChainedStep]) -> MatchRecord:
    first, *later = site_seeds(match)
    # Whatever its reader's language, it is the same file.
    with read_by_operators():
        seats = [RecordedSeat(seat_name(seat), seat.contribution, seat.nonce) for seat in match.seats.all()]
    return MatchRecord(
        format=FORMAT,
        game=match.game,
        rules_version=match.rules_version,
        players=match.players,
        options=match.options,
        seats=tuple(seats),
        seed_hash=match.seed_hash,
        site_seed=first.hex(),
        steps=tuple(steps),
        later_seeds=tuple(seed.hex() for seed in later),
        beacon=beacon_of(match),
    )


def export_json(match: Match) -> bytes:
    """Return the exported file. Raises `Forbidden` while the match runs."""
    # Compact, as a long match with many seats could otherwise be too large to import as a replay.
    return msgspec.json.encode(match_record(match))


def match_checks(match: Match, check: Checker = check_log) -> list[Check]:
    """Verify a match as far as it was played. The details reveal no secret."""
    try:
        return list(_checks(match, check))
    except Exception as error:  # changed rows may break anything
        if isinstance(error, Refused) and not isinstance(error, Broke):
            raise
        cause = type(error.__cause__ or error).__name__
        return [
            Check(
                "match",
                False,
                gettext("The table cannot be checked ({cause}): its row was changed.").format(cause=cause),
            )
        ]


def kept_checks(match: Match, whose: Collection[str] = ()) -> list[Check]:
    """Verify a match, once for what is stored of it. Raises `Refused` and `Busy`."""
    stored = _stored_hash(match)
    key = f"match-checks:{language_read()}:{stored}"
    kept = cache.get(key)
    if kept:
        return msgspec.json.decode(kept, type=list[Check])
    log = f"checked-log:{stored}"
    # Opening the rows takes longer than looking for a check of them that runs.
    refuse_unless_next(log, check_log, whose)
    checks = match_checks(match, lambda data: result_apart(log, CheckedLog, check_log, data, whose=whose))
    cache.set(key, msgspec.json.encode(checks).decode(), KEPT_SECONDS)
    return checks


def _stored_hash(match: Match) -> str:
    """The hash of all rows that a check reads: one changed value makes another."""
    digest = sha256()
    for rows in (Match.objects.filter(pk=match.pk), match.seats.order_by("pk"), match.steps.order_by("pk")):
        for row in rows.values_list().iterator():
            values = [bytes(value) if isinstance(value, memoryview) else value for value in row]
            digest.update(repr(values).encode())
    return digest.hexdigest()


def _checks(match: Match, check: Checker) -> Iterator[Check]:
    if match.step < 0:
        published = seed_hash(site_seeds(match)[0]) == match.seed_hash
        yield Check("seed", published, gettext("The hash of the site's seed was published before anyone joined."))
        return
    steps, rows = _open_rows(match)
    yield rows
    if steps is None:
        return
    try:
        record = _record(match, steps)
    except (InvalidToken, msgspec.MsgspecError):
        return
    found = check(msgspec.json.encode(record))
    yield from found.checks
    yield _check_head(match, record, found)


def _open_rows(match: Match) -> tuple[list[ChainedStep] | None, Check]:
    """Decrypt each row of the log, once, and check that it fits what it seals. Return nothing of a log with others."""
    steps, fault = list[ChainedStep](), ""
    for row in _rows(match):
        try:
            entry = open_step(row)
        except (InvalidToken, msgspec.MsgspecError):
            closed = gettext("The row of step {number} cannot be opened: it was changed.").format(number=row.number)
            return None, Check("rows", False, fault or closed)
        steps.append(ChainedStep(entry, row.hash))
        if not fault and entry.number != row.number:
            fault = gettext("The row of step {number} does not fit what it seals: it was changed.").format(
                number=row.number
            )
    return steps, Check("rows", not fault, fault or gettext("Every step can be opened and stands where it belongs."))


def _check_head(match: Match, record: MatchRecord, found: CheckedLog) -> Check:
    """Check the stored position against that of the log."""
    steps = steps_of(record)
    stands = [(step.number, step.part) for step in steps[-1:]] == [(match.step, _parts(steps, match.step))]
    if not stands or record.steps[-1].hash != match.head:
        return Check(
            "head", False, gettext("The table does not stand where its log ends: a step is missing, or changed.")
        )
    if not found.state:
        return Check("head", False, gettext("The log breaks the rules, so it gives no position."))
    if steps_taken_back(match) != taken_back(steps):
        return Check(
            "head", False, gettext("The table counts other steps as taken back than its log: its row was changed.")
        )
    if found.state != canonical(state_of(match)).decode():
        return Check(
            "head", False, gettext("The table shows another position than its log gives: its row was changed.")
        )
    places = found.places if match.status == Match.Status.FINISHED else None
    if places and places != [seat.place for seat in match.seats.order_by("number")]:
        return Check(
            "head", False, gettext("The seats have other places than the rules give: their rows were changed.")
        )
    return Check(
        "head", True, gettext("The table's last step is the last of the chain, and its position what the log gives.")
    )


def _parts(steps: Sequence[LoggedStep], number: int) -> int:
    """Return how many steps share this number without having their own."""
    return sum(step.number == number for step in steps) - 1
