"""Exports of finished matches, and what can be checked of any match."""

import msgspec

from games.engine import game_of, logged
from games.models import Match
from games.rules.core.log import FORMAT, ChainedStep, MatchRecord, RecordedSeat, seed_hash
from games.rules.core.replay import Check, check_record
from games.selectors import seat_name
from games.services.errors import Forbidden
from games.vault import unseal


def match_record(match: Match) -> MatchRecord:
    """A finished match with its secrets opened. Raises `Forbidden` while it runs."""
    if match.status != Match.Status.FINISHED:
        raise Forbidden("match_not_finished", "Seed and answers are opened when the match has ended. Come back then.")
    return _record(match)


def _record(match: Match) -> MatchRecord:
    return MatchRecord(
        format=FORMAT,
        game=match.game,
        rules_version=match.rules_version,
        players=match.players,
        options=match.options,
        seats=tuple(RecordedSeat(seat_name(seat), seat.contribution) for seat in match.seats.all()),
        seed_hash=match.seed_hash,
        site_seed=unseal(match.sealed_seed, str),
        steps=tuple(ChainedStep(logged(row), row.hash) for row in match.steps.order_by("number")),
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
    ok = bool(record.steps) and record.steps[-1].hash == match.head and len(record.steps) == match.step + 1
    words = "The table's last step is the last of the chain."
    return Check("head", ok, words if ok else "The table does not stand where its log ends.")
