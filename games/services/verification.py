"""Exports of finished matches, and what can be checked of any match."""

import msgspec

from games.engine import game_of, logged
from games.models import Match
from games.rules.core.log import FORMAT, ChainedStep, LoggedStep, MatchRecord, RecordedSeat, seed_hash
from games.rules.core.replay import Check, check_record, steps_of, taken_back
from games.selectors import seat_name
from games.services.errors import Forbidden
from games.services.seeds import site_seeds
from games.vault import unseal


def match_record(match: Match) -> MatchRecord:
    """A finished match with its secrets opened. Raises `Forbidden` while it runs."""
    if match.status != Match.Status.FINISHED:
        raise Forbidden("match_not_finished", "Seed and answers are opened when the match has ended. Come back then.")
    return _record(match)


def _record(match: Match) -> MatchRecord:
    first, *later = site_seeds(match)
    return MatchRecord(
        format=FORMAT,
        game=match.game,
        rules_version=match.rules_version,
        players=match.players,
        options=match.options,
        seats=tuple(RecordedSeat(seat_name(seat), seat.contribution) for seat in match.seats.all()),
        seed_hash=match.seed_hash,
        site_seed=first.hex(),
        steps=tuple(ChainedStep(logged(row), row.hash) for row in match.steps.order_by("number", "part")),
        later_seeds=tuple(seed.hex() for seed in later),
    )


def export_json(match: Match) -> bytes:
    """The export as a file. Raises `Forbidden` while the match runs."""
    return msgspec.json.format(msgspec.json.encode(match_record(match)), indent=1)


def match_checks(match: Match) -> list[Check]:
    """Check a match as far as it has come: the words tell whether each check holds, and no secret."""
    if match.step < 0:
        published = seed_hash(bytes.fromhex(unseal(match.sealed_seed, str))) == match.seed_hash
        return [Check("seed", published, "The hash of the site's seed was published before anyone joined.")]
    record = _record(match)
    checks = check_record(game_of(match), record)
    return [*checks, _check_head(match, record)]


def _check_head(match: Match, record: MatchRecord) -> Check:
    """The stored cache against the log."""
    steps = steps_of(record)
    stands = [(step.number, step.part) for step in steps[-1:]] == [(match.step, _parts(steps, match.step))]
    known = {step for first, last in match.taken_back for step in range(first, last + 1)}
    ok = stands and record.steps[-1].hash == match.head and known == taken_back(steps)
    words = "The table's last step is the last of the chain."
    return Check("head", ok, words if ok else "The table does not stand where its log ends.")


def _parts(steps: list[LoggedStep], number: int) -> int:
    """How many steps without a number of their own follow one."""
    return sum(step.number == number for step in steps) - 1
