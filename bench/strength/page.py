"""The page on how strong the AI players are, made of what was measured."""

from collections.abc import Iterable, Iterator, Sequence

from bench.figures import Figure
from bench.rules import seats_of
from bench.strength.measure import BARS, LIMITS, LONGER, MOST_MS, Met, Size, Strength
from engine.selfplay import Estimate
from games.levels import LEVELS
from ladders.methods.ratings import Skill

LEAST_MATCHES = 30
"""The interval of a mean supposes about so many: of four matches that end alike it would be certain."""


def figures_of(strength: Strength) -> Iterator[Figure]:
    """Return a game's figures as `make bench` prints them, with their bars."""
    slug = strength.game.slug
    for one in strength.met:
        bar = BARS.get((one.level, one.among))
        if bar is not None:
            name, unit = f"ai.{slug}.{one.level}_over_{one.among}", "times its share"
            yield Figure(name, round(one.firsts.mean, 2), unit, least=bar)
            yield Figure(f"{name}_low", round(one.firsts.low, 2), unit, least=1)
            yield Figure(f"{name}_high", round(one.firsts.high, 2), unit)
        limit = LIMITS.get((one.level, one.among))
        if limit is not None:
            name = f"ai.{slug}.{one.level}_among_{one.among}"
            yield Figure(name, round(one.firsts.mean, 2), "times its share", most=limit)
    if strength.thinking is not None:
        yield Figure(f"ai.{slug}.sharp_ms", round(strength.thinking.late), "ms", most=MOST_MS)


def page(found: Sequence[Strength], size: Size) -> Iterator[str]:
    """Return the lines of the page."""
    left_out = [f"*{name}*" for name in LEVELS if name not in size.levels]
    left_out += [strength.game.title for strength in found if not strength.met]
    found = [strength for strength in found if strength.met]
    weakest, *others = size.levels
    pair = f"How strong *{others[0]}* is among *{weakest}*"
    yield from (f"# {pair if len(others) == 1 else 'How strong the AI players are'}", "")
    yield f"Written by `make ai-strength` from {_count(found):,} matches with seed {size.seed}, whose decisions took"
    yield f"{_minutes(found):,.0f} minutes. Do not edit it by hand. [AI players](ai.md) explains the levels."
    yield from ("", *_method(size), *_not_played(left_out), "", "## Against what is asked for", "", *_summary(found))
    for strength in found:
        yield from ("", f"## {strength.game.title}", "", f"{seats_of(strength.game)} seats, the usual options.", "")
        yield from _cross(strength, size.levels, "First places")
        yield from ("", *_cross(strength, size.levels, "Mean place", places=True), "", *_levels(strength, size))


def _count(found: Iterable[Strength]) -> int:
    return sum(met.matches for strength in found for met in strength.met)


def _minutes(found: Iterable[Strength]) -> float:
    return sum(times.decisions * times.mean for strength in found for times in strength.times.values()) / 60_000


def _method(size: Size) -> Iterator[str]:
    """Explain how to read the tables."""
    yield "In every match one seat of the level in the row plays among seats of the level in the column, each seat of"
    yield "the table equally often. First places are counted as a multiple of the share of seats, and a shared one is"
    yield "split. In brackets is the 95 per cent interval: one of first places that holds 1 shows no difference."
    yield "Ratings are those of the ladders, after all matches. Times are of a machine with other work."
    yield ""
    if size.simulations is None:
        yield f"*Sharp* had the time that it has on the site, *patient* {LONGER} times as much."
    else:
        yield f"*Sharp* had {size.simulations} simulations for a decision here, not the thousand or two seconds of the"
        yield f"site; *patient* has {LONGER} times as many."
        if "steady" in size.levels:
            yield "Only `sharp_ms`, which 99 of 100 decisions stay within, was measured with those of the site."
    yield f"Two levels met in at most {size.matches} matches, or until their share of the time was over."


def _not_played(left_out: Sequence[str]) -> Iterator[str]:
    if left_out:
        yield f"Not played this time: {', '.join(left_out)}."


def _summary(found: Sequence[Strength]) -> Iterator[str]:
    """Return a line for each game and each bar: what was found, and whether it is enough."""
    yield from ("| Figure | asked for | found | matches | |", "| --- | ---: | ---: | ---: | --- |")
    for strength in found:
        slug, thinking = strength.game.slug, strength.thinking
        for one in strength.met:
            bar = BARS.get((one.level, one.among))
            if bar is not None:
                name = f"`ai.{slug}.{one.level}_over_{one.among}`"
                verdict = verdict_of(one.firsts, bar, one.matches)
                yield f"| {name} | {bar} or more | {_words(one.firsts)} | {one.matches} | {verdict} |"
            limit = LIMITS.get((one.level, one.among))
            if limit is not None:
                name = f"`ai.{slug}.{one.level}_among_{one.among}`"
                verdict = "reached" if one.firsts.mean <= limit else "missed"
                yield f"| {name} | {limit} or less | {_words(one.firsts)} | {one.matches} | {verdict} |"
        if thinking is not None:
            verdict = "reached" if thinking.late <= MOST_MS else "missed"
            cells = f"{MOST_MS:,.0f} or less | {thinking.late:,.0f} | {thinking.decisions} decisions"
            yield f"| `ai.{slug}.sharp_ms` | {cells} | {verdict} |"


def verdict_of(firsts: Estimate, bar: float, matches: int) -> str:
    """Say whether a bar is reached, and whether the level is stronger beyond doubt."""
    if matches < LEAST_MATCHES:
        return "too few matches to tell"
    sure = firsts.low > 1
    if firsts.mean < bar:
        return "missed, but stronger" if sure else "missed"
    return "reached" if sure else "reached, but the interval holds 1"


def _cross(strength: Strength, levels: Sequence[str], title: str, *, places: bool = False) -> Iterator[str]:
    """Return a table of each level among each weaker one."""
    cells = {(one.level, one.among): one for one in strength.met}
    yield f"| {title} | " + " | ".join(f"among *{name}*" for name in levels[:-1]) + " |"
    yield "| --- |" + " ---: |" * (len(levels) - 1)
    for level in levels[1:]:
        row = [_cell(cells.get((level, weaker)), places=places) for weaker in levels[:-1]]
        yield f"| *{level}* | {' | '.join(row)} |"


def _cell(met: Met | None, *, places: bool) -> str:
    if met is None:
        return ""
    return f"{_words(met.place if places else met.firsts)}, {met.matches} matches"


def _levels(strength: Strength, size: Size) -> Iterator[str]:
    """Return the table of times and ratings."""
    yield from (
        "| Level | rating | decisions | ms for one | ms, 99 of 100 within |",
        "| --- | ---: | ---: | ---: | ---: |",
    )
    for name in [name for name in size.levels if name in strength.times]:
        count, mean, late = strength.times[name]
        yield f"| *{name}* | {_rating(strength.skills[name])} | {count:,} | {mean:.2f} | {late:.2f} |"


def _rating(skill: Skill) -> str:
    return f"{skill.mu:.1f} ± {skill.sigma:.1f}"


def _words(found: Estimate) -> str:
    return f"{found.mean:.2f} ({found.low:.2f} to {found.high:.2f})"
