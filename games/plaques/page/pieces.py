"""The pieces that only these games have: plaques."""

from engine.language import say
from foundation.drawings import PieceKind
from foundation.kept_drawings import Drawn
from games.plaques.rules.pieces import PLAQUES, plaque_words
from games.plaques.templatetags import plaques


def _plaque(plaque: str) -> Drawn:
    return plaques.small_plaque(plaque, decorative=True)


def _plaque_words(plaque: str) -> str:
    return plaques.plaque_name(plaque) if plaque else say("a plaque face down")


def _plaques_by_name() -> dict[str, str]:
    return {plaque_words(plaque): plaque for plaque in PLAQUES}


KINDS = {
    "k": PieceKind(
        "plaques/pieces/plaque_small.svg",
        _plaque,
        _plaque_words,
        42,
        60,
        back="plaques/pieces/plaque_small_back.svg",
        sheet="plaques/plaques.css",
        figures="plaques/plaques.svg",
        by_name=_plaques_by_name,
    ),
}
