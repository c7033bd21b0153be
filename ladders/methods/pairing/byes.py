"""Who sits out when the players cannot all be seated."""

from ladders.methods.pairing.field import Field


def lowest_without(field: Field, count: int) -> list[int]:
    """The last in order among those with the fewest byes: nobody has a second while someone has had none."""
    order = {player: rank for rank, player in enumerate(field.players)}
    return sorted(field.players, key=lambda player: (field.byes.get(player, 0), -order[player]))[:count]


def highest(field: Field, count: int) -> list[int]:
    """The best seeds that have had the fewest byes; for knock-outs, where a bye is earned."""
    return sorted(field.players, key=lambda player: field.byes.get(player, 0))[:count]
