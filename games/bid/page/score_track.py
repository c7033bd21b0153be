"""The positions of scores and ticks on a score track: arithmetic only, no drawing."""

from typing import NamedTuple

TIGHT = 0.055  # As a share of the track. Closer marks would overlap on a phone.


class Flag(NamedTuple):
    """A seat's score and the height of its flag, counted in flags."""

    seat: int
    score: int
    level: int


class Tick(NamedTuple):
    """One tick of the line, positioned in per cent of its length."""

    at: str
    foot: int
    label: str
    odd: bool


def scale_of(scores: tuple[int, ...], target: int | None) -> tuple[int, int]:
    """Return the ends of the line: multiples of ten that include zero, every score and the target."""
    reach = (*scores, 0, *([] if target is None else [target]))
    low = 10 * (min(reach) // 10)
    high = -10 * (-max(reach) // 10)
    return low, max(high, low + 10)


def flags_of(scores: tuple[int, ...], low: int, high: int) -> list[Flag]:
    """Stack flags that would overlap, the lowest seat number at the bottom."""
    flags: list[Flag] = []
    tight = TIGHT * (high - low)
    for seat, score in enumerate(scores):
        taken = {flag.level for flag in flags if abs(flag.score - score) < tight}
        level = next(level for level in range(len(scores)) if level not in taken)
        flags.append(Flag(seat, score, level))
    return flags


def step_of(low: int, high: int) -> int:
    """Return the distance between labelled ticks, for about twelve of them at most."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / step <= 12)


def ticks_of(low: int, high: int, base: int) -> list[Tick]:
    """Return long ticks with labels and a short tick halfway between."""
    step = step_of(low, high)
    first = low - low % step
    marks = [first + half * step / 2 for half in range(2 * (high - first) // step + 1)]
    return [_tick(mark, step, low, high, base) for mark in marks if low <= mark <= high]


def _tick(mark: float, step: int, low: int, high: int, base: int) -> Tick:
    at = f"{100 * (mark - low) / (high - low):.2f}"
    if mark % step:
        return Tick(at, base + 4, "", False)
    return Tick(at, base + 8, f"{mark:.0f}", bool(mark / step % 2))
