"""Signals: weigh finished matches one by one, and store what stands out over all of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import Trace, User
from foundation.errors import Forbidden
from foundation.shares import in_shares
from matches.log.states import open_step
from matches.models import AnswerHour, Match, Seat
from moderation.action import Target
from moderation.models import Category, Report, Signal, Weighed
from moderation.models.signal_words import (
    ANSWERS_ALIKE,
    DAYS,
    FEEDS,
    MATCHES,
    SHARES_BOTH,
    SHARES_BROWSER,
    SHARES_NETWORK,
    times_words,
)
from moderation.models.signals import reported_words
from moderation.services.reports import make_report
from moderation.signals.feeding import Favour, Feeding, favours, feeding
from moderation.signals.gains import Gain
from moderation.signals.shared import Mark, Shared, pairs_in_common
from moderation.signals.timing import Answered, together
from moderation.weighing import Load, weigh_apart

MOST_TRIES = 2
TABLES_SHOWN = 5
TABLES_MET = 2
"""How many matches with both players to show for a pair that other matches made stand out."""
SECONDS = 3600
A_SHARE = 5000
"""Rows that are read by one statement."""
_FAVOURED = msgspec.json.Decoder(list[tuple[int, int, float, list[int]]])
Weigh = Callable[[Load], list[Gain]]
Kind = Signal.Kind


class Found(NamedTuple):
    """A signal before it is stored."""

    kind: Signal.Kind
    pair: tuple[int, int]
    strength: float
    words: str
    evidence: list[dict[str, object]]


class Met(NamedTuple):
    """How often two accounts played together, with the newest such matches that evidence may show."""

    times: int = 0
    newest: tuple[int, ...] = ()


def weigh_match(*, weigh_it: Weigh = weigh_apart) -> bool:
    """Weigh the next finished match that has not been weighed in its current state; return True if there was one."""
    match = _unweighed().order_by("pk").first()
    if match is None:
        return False
    # Count the attempt before it starts: the task may be killed while weighing.
    weighed, _ = Weighed.objects.get_or_create(match=match)
    weighed.tries = weighed.tries + 1 if weighed.tried == match.head else 1
    weighed.tried = match.head
    weighed.save(update_fields=["tried", "tries"])
    if weighed.tries >= MOST_TRIES:
        _mark(match)
    # The account that held each seat throughout; None if the seat changed hands.
    seats: Iterable[Seat] = match.seats.order_by("number")
    people = [seat.user_id if seat.first_user_id is None else None for seat in seats]
    # With fewer than two people nobody can favour anybody. Most matches are like that, and weighing one takes seconds.
    gains = weigh_it(_load(match, people)) if len({*people} - {None}) > 1 else []
    rows = [[row.giver, row.receiver, row.amount, list(row.steps)] for row in favours(match.pk, people, gains)]
    Weighed.objects.update_or_create(match=match, defaults={"head": match.head, "favours": rows})
    _mark(match)
    return True


def _load(match: Match, people: Sequence[int | None]) -> Load:
    persons = tuple(seat for seat, person in enumerate(people) if person is not None)
    steps = msgspec.json.encode([open_step(row) for row in match.steps.order_by("number", "part")])
    return Load(match.game, match.players, match.options, steps, persons, match.pk)


def _mark(match: Match) -> None:
    """Take a match from those to weigh, until it ends once more or its outcome changes."""
    Match.objects.filter(pk=match.pk).update(weighed_outcome=match.outcome)


def _unweighed() -> QuerySet[Match]:
    """Finished matches in which a player could favour another: those with three seats or more.

    The mark on the match keeps them in an index of their own, so this costs the same however many have ended.
    """
    ended = Match.objects.filter(status=Match.Status.FINISHED, players__gte=3, fork_words="")
    return ended.filter(outcome__gt=F("weighed_outcome"))


def recompute_signals(*, now: datetime) -> int:
    """Recompute all signals; return how many there are. Signals that no longer stand out are deleted."""
    common = _in_common()
    met = _met(common)
    found = [*_feeding(), *_timing(met), *_shared(common, met)]
    # The signals of an erased account went with it.
    accounts = {account for one in found for account in one.pair}
    in_use = set(User.objects.filter(pk__in=accounts, is_active=True).values_list("pk", flat=True))
    found = [one for one in found if in_use.issuperset(one.pair)]
    kept = []
    with transaction.atomic():
        for one in found:
            giver, receiver = one.pair
            values = {"strength": one.strength, "words": one.words, "evidence": one.evidence, "at": now}
            signal, _ = Signal.objects.update_or_create(kind=one.kind, one_id=giver, other_id=receiver, defaults=values)
            kept.append(signal.pk)
        Signal.objects.exclude(pk__in=kept).delete()
    return len(found)


def _feeding() -> Iterator[Found]:
    for pair in feeding(_favours):
        words = FEEDS.format(matches=pair.matches, deviations=f"{pair.deviations:.1f}", chance=f"{pair.chance:.1%}")
        yield Found(Kind.FEEDING, (pair.giver, pair.receiver), pair.deviations, words, _steps_of(pair))


def _favours() -> Iterator[Favour]:
    """All favours of matches as they ended, without their steps: only those of few matches are shown."""
    ended = Weighed.objects.filter(match__status=Match.Status.FINISHED, head=F("match__head"))
    # As text: Django's own reader of JSON took a third of the time.
    texts = ended.annotate(text=Cast("favours", TextField())).values_list("pk", "text")
    for match, text in in_shares(texts, A_SHARE):
        for one, other, amount, _ in _FAVOURED.decode(text):
            yield Favour(match, one, other, amount, ())


def _steps_of(pair: Feeding) -> list[dict[str, object]]:
    """Evidence rows for the matches that support it most, with the steps that gave most."""
    found = Weighed.objects.in_bulk([row.match for row in pair.most])
    steps = {
        match: given
        for match, weighed in found.items()
        for one, other, _, given in weighed.favours
        if (one, other) == (pair.giver, pair.receiver)
    }
    return [{"table": row.match, "steps": list(steps.get(row.match, ()))} for row in pair.most]


def _timing(met: Mapping[tuple[int, int], Met]) -> Iterator[Found]:
    key = ("user_id", "match_id", "hour")
    rows = in_shares(AnswerHour.objects.values_list(*key), A_SHARE, by=key)
    answered = (Answered(user, match, int(hour.timestamp()) // SECONDS) for user, match, hour in rows)
    for one in together(answered, met):
        words = ANSWERS_ALIKE.format(days=one.days, usual=f"{one.usual:.0f}", chance=f"{one.chance:.1%}")
        ended = set(Match.objects.filter(pk__in=one.tables, status=Match.Status.FINISHED).values_list("pk", flat=True))
        apart = _tables([match for match in one.tables if match in ended])
        both = [{**row, "both": True} for row in _tables(met[one.pair].newest)[:TABLES_MET]]
        yield Found(Kind.TIMING, one.pair, one.strength, words, [*apart, *both])


def _tables(matches: Sequence[int]) -> list[dict[str, object]]:
    """Evidence rows for the first of these matches."""
    return [{"table": match, "steps": []} for match in matches[:TABLES_SHOWN]]


def _in_common() -> list[Shared]:
    key = ("user_id", "kind", "hash", "day")
    return pairs_in_common(Mark(*row) for row in in_shares(Trace.objects.values_list(*key), A_SHARE, by=key))


def _shared(common: Iterable[Shared], met: Mapping[tuple[int, int], Met]) -> Iterator[Found]:
    for one in common:
        if one.pair not in met:
            continue
        words = SHARES_BOTH if one.devices and one.addresses else SHARES_BROWSER if one.devices else SHARES_NETWORK
        words = words.format(
            browser=times_words(one.devices, DAYS),
            network=times_words(one.addresses, DAYS),
            times=times_words(met[one.pair].times, MATCHES),
        )
        yield Found(Kind.SHARED, one.pair, one.strength, words, _tables(met[one.pair].newest))


def _met(common: Iterable[Shared]) -> dict[tuple[int, int], Met]:
    """How often two accounts played together, if both answered lately or if they have something in common.

    All finished seats are read for it, so once and one match after the other.
    """
    accounts = set(AnswerHour.objects.values_list("user_id", flat=True).distinct())
    accounts.update(account for one in common for account in one.pair)
    rows = Seat.objects.filter(match__status=Match.Status.FINISHED, match__fork_words="", user__isnull=False)
    seats = in_shares(rows.values_list("match_id", "number", "user_id"), A_SHARE, by=("-match_id", "-number"))
    met: dict[tuple[int, int], Met] = {}
    for match, at_table in groupby(seats, key=itemgetter(0)):
        for pair in combinations(sorted(user for _, _, user in at_table if user in accounts), 2):
            before = met.get(pair, Met())
            newest = before.newest if before.times >= TABLES_SHOWN else (*before.newest, match)
            met[pair] = Met(before.times + 1, newest)
    return met


def report_signal(*, signal: Signal, actor: User, now: datetime) -> Report:
    """Open a report from a signal, for another moderator to look into. Raises `Forbidden`."""
    if signal.one.pk == actor.pk or signal.other.pk == actor.pk:
        raise Forbidden("interest", gettext("This signal is about you. Another moderator will see it."))
    tables = ", ".join(str(row["table"]) for row in signal.evidence)
    one, other = signal.one.display_name, signal.other.display_name
    facts = {"kind": signal.kind, "one": one, "other": other, "words": signal.words, "tables": tables}
    with translation.override(settings.LANGUAGE_CODE):
        words = reported_words(facts)
    category = Category.COLLUSION if signal.kind == Kind.FEEDING else Category.ACCOUNTS
    # A report has one subject; a match in which both played keeps the second away from it as well.
    shown = Match.objects.filter(pk__in=[row["table"] for row in signal.evidence])
    met = shown.filter(seats__user=signal.one).filter(seats__user=signal.other).order_by("pk").first()
    target = Target(user=signal.one, match=met)
    return make_report(reporter=actor, target=target, category=category, words=words, now=now, signal=facts)
