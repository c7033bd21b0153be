"""Apply conditional moves: find their answers and remove what was used.

An answer is found when everything else that the round waits for is there, and takes effect in the
same transaction. Nothing is written before that, so neither the database nor other players' pages
reveal that there are conditional moves.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import prefetch_related_objects

from engine import Player
from engine.conditional_moves import left_over
from foundation.kept_queries import KeptQuery, KeptQueryOfMany, given
from foundation.rows import insert_rows
from matches.conditional_moves.book import EMPTY_BOOK, Book, in_force, is_settled, open_book, sealed_book, try_moves
from matches.log.sealed_answers import make_answer
from matches.log.states import game_of, state_of
from matches.models import Answer, ConditionalBook, Match, Seat
from matches.notices import match_id_of, topic_of
from notifications.held_back import settle_held_back

Used = dict[Player, int]
"""The index of the conditional move that answered, by seat."""


def create_books(match: Match) -> None:
    """Create the book of every seat of a match that starts, or starts again after its end."""
    write_books({match.pk: dict.fromkeys(match.seats.values_list("pk", flat=True), EMPTY_BOOK)})


def delete_books(match: Match) -> None:
    """Delete all conditional moves of a match that is over."""
    ConditionalBook.objects.filter(seat__match=match).delete()


SEATS = KeptQueryOfMany(
    lambda numbers: (
        Seat.objects.filter(match__pk__in=numbers)
        .select_related("user", "conditional_book")
        .order_by("match_id", "number")
    )
)
UNANSWERED = KeptQuery(
    lambda: (
        Seat.objects.filter(match=given("match"), awaited=True)
        .exclude(pk__in=Answer.objects.filter(match=given("match"), step=given("step")).values("seat"))
        .select_related("user", "conditional_book")
    )
)


def seats_with_books(match: Match) -> list[Seat]:
    """The seats of a match, with their users and books."""
    return _at(match, SEATS.rows([match.pk]))


def unanswered_seats(match: Match) -> list[Seat]:
    """The unanswered seats of the open round, with their users and books."""
    return _at(match, UNANSWERED.rows(match=match.pk, step=match.next_step))


def _at(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    for seat in seats:
        seat.match = match
    return list(seats)


def has_conditional_moves(seat: Seat) -> bool:
    """True if a seat, fetched with its book, has conditional moves, which may or may not answer."""
    return in_force(seat, open_book(getattr(seat, "conditional_book", None)))


def conditional_answers(match: Match, seats: Iterable[Seat], now: datetime) -> tuple[dict[Player, Answer], Used] | None:
    """Return the answers of all these awaited seats by their conditional moves, or None."""
    answers: dict[Player, Answer] = {}
    used: Used = {}
    state: Any = None
    for seat in seats:
        book = open_book(getattr(seat, "conditional_book", None))
        if not in_force(seat, book):
            return None
        state = state_of(match) if state is None else state
        found = try_moves(match, state, seat, book)
        if found is None:
            return None
        decided = settled_at(seat, book, now)
        answers[seat.number] = make_answer(
            match=match, seat=seat, action=found.action, now=now, by="conditional_move", decided=decided
        )
        used[seat.number] = found.move
    return answers, used


def settled_at(seat: Seat, book: Book, now: datetime) -> datetime:
    """Return when conditional moves settled the open turn: when it began, or when they were saved after that."""
    return now if seat.asked_at is None else min(now, max(seat.asked_at, book.saved_at))


def turns_settled(user_id: int, turns: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return which of these turns, by topic and step, a user's conditional moves answer."""
    numbers = [number for topic, _ in turns if (number := match_id_of(topic))]
    seats = Seat.objects.select_related("user", "conditional_book").filter(
        user_id=user_id, awaited=True, match_id__in=numbers
    )
    answered_ahead = [seat for seat in seats if has_conditional_moves(seat)]
    # Positions are large, so read them only for tables with conditional moves.
    prefetch_related_objects(answered_ahead, "match")
    asked = {(topic_of(seat.match_id), seat.match.next_step): seat for seat in answered_ahead}
    return {turn for turn, seat in asked.items() if turn in turns and is_settled(seat)}


def turns_open(turns: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return which of these turns, by topic and step, are not over yet."""
    numbers = [number for topic, _ in turns if (number := match_id_of(topic))]
    on = Match.objects.filter(pk__in=numbers, status__in=Match.GOING_ON).values_list("pk", "step")
    return {(topic_of(pk), step + 1) for pk, step in on} & set(turns)


def notify_conditional_answers(
    match: Match, seats: Iterable[Seat], decided: Mapping[Player, datetime], step: int
) -> None:
    """Settle the held-back notices of turns that conditional moves answered, as they are public now.

    `decided`: the time at which each settled its turn.
    """
    for seat in seats:
        if seat.number in decided and seat.user_id:
            topic, since = topic_of(match.pk), decided[seat.number]
            settle_held_back(user_id=seat.user_id, topic=topic, step=step, since=since)


def books_after(
    match: Match, seats: Collection[Seat], *, step: int, asked: set[Player], used: Used, state: Any
) -> tuple[dict[int, Book], bool]:
    """Return all books without used and expired conditional moves, if that changes any.

    Also return True if a seat asked now has any. The seats come with their books, read under the match's lock.
    """
    if match.is_over:
        return {}, False
    period = game_of(match).conditionals.period(game_of(match).observation(state, None))
    rows = {seat.pk: open_book(seat.conditional_book) for seat in seats if hasattr(seat, "conditional_book")}
    after: dict[int, Book] = {}
    for seat in seats:
        book = rows.get(seat.pk, EMPTY_BOOK)
        left = left_over(
            book.moves, step=step, used=used.get(seat.number), answered=seat.number in asked, period=period
        )
        if book.owner != seat.user_id or seat.resigned_at:
            left = ()
        after[seat.pk] = msgspec.structs.replace(book, moves=left, version=book.version + (left != book.moves))
    more = any(seat.awaited and in_force(seat, after[seat.pk]) for seat in seats)
    return (after if after != rows else {}), more


def write_books(books: Mapping[int, Mapping[int, Book]]) -> None:
    """Write the books of all seats of each of these matches together, so that it does not show which one changed."""
    rows = [
        ConditionalBook(match_id=match_id, seat_id=seat_id, sealed=sealed_book(book))
        for match_id, of_match in books.items()
        for seat_id, book in of_match.items()
    ]
    insert_rows(rows, same=["seat"], update=["sealed"])
