"""The choice of who sits out when not all players can be seated."""

from ladders.methods.pairing.field import Field


def lowest_without(field: Field, count: int) -> list[int]:
    """The lowest-ranked players among those with the fewest byes: no second bye before everyone has had one."""
    order = {player: rank for rank, player in enumerate(field.players)}
    return sorted(field.players, key=lambda player: (field.byes.get(player, 0), -order[player]))[:count]


def highest(field: Field, count: int) -> list[int]:
    """The best seeds among those with the fewest byes, for knock-outs, where a bye is earned."""
    return sorted(field.players, key=lambda player: field.byes.get(player, 0))[:count]
