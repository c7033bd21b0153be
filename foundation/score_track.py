"""Where scores and ticks stand on a score track: plain arithmetic, no drawing."""

from typing import NamedTuple

TIGHT = 0.055  # Signs nearer than this part of the track would cover each other on a phone.


class Flag(NamedTuple):
    """A seat's score, and how many flags it stands above the line."""

    seat: int
    score: int
    level: int


class Tick(NamedTuple):
    """One tick of the line, in per cent of its length."""

    at: str
    foot: int
    label: str
    odd: bool


def scale_of(scores: tuple[int, ...], target: int | None) -> tuple[int, int]:
    """Return the ends of the line: whole tens that hold nought, every score and the target."""
    reach = (*scores, 0, *([] if target is None else [target]))
    low = 10 * (min(reach) // 10)
    high = -10 * (-max(reach) // 10)
    return low, max(high, low + 10)


def flags_of(scores: tuple[int, ...], low: int, high: int) -> list[Flag]:
    """Raise flags that would cover each other, the lowest seat number staying lowest."""
    flags: list[Flag] = []
    tight = TIGHT * (high - low)
    for seat, score in enumerate(scores):
        taken = {flag.level for flag in flags if abs(flag.score - score) < tight}
        level = next(level for level in range(len(scores)) if level not in taken)
        flags.append(Flag(seat, score, level))
    return flags


def step_of(low: int, high: int) -> int:
    """Return the distance of labelled ticks: at most about twelve of them."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / step <= 12)


def ticks_of(low: int, high: int, base: int) -> list[Tick]:
    """Return long ticks with labels, and a short one halfway between."""
    step = step_of(low, high)
    first = low - low % step
    marks = [first + half * step / 2 for half in range(2 * (high - first) // step + 1)]
    return [_tick(mark, step, low, high, base) for mark in marks if low <= mark <= high]


def _tick(mark: float, step: int, low: int, high: int, base: int) -> Tick:
    at = f"{100 * (mark - low) / (high - low):.2f}"
    if mark % step:
        return Tick(at, base + 4, "", False)
    return Tick(at, base + 8, f"{mark:.0f}", bool(mark / step % 2))
