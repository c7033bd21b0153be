"""Plaques as pieces: `k` and the plaque; `k` alone lies face down."""

from games.rules.plaques.pieces import Tableau

FACE_DOWN = "k"


def plaques(tableau: Tableau) -> tuple[str, ...]:
    """Plaques face up."""
    return tuple(f"k{plaque}" for plaque in tableau)


def backs(count: int) -> tuple[str, ...]:
    """Plaques face down."""
    return (FACE_DOWN,) * count
