"""Plaques as pieces: `k` and the plaque; `k` alone is face down."""

from games.plaques.rules.pieces import Tableau

FACE_DOWN = "k"


def plaques(tableau: Tableau) -> tuple[str, ...]:
    """Return plaques face up."""
    return tuple(f"k{plaque}" for plaque in tableau)


def backs(count: int) -> tuple[str, ...]:
    """Return plaques face down."""
    return (FACE_DOWN,) * count
