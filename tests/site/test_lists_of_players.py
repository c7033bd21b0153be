"""A sentence that lists players is right for a reader who is among them."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation

from engine.names import ReaderNames
from games.hexes.rules.events import BidsRevealed
from games.hexes.rules.wording import HexWording
from games.plaques.rules.auction import events as of_auction
from games.plaques.rules.auction.wording import AuctionWording
from games.plaques.rules.concealed import events as of_concealed
from games.plaques.rules.concealed.wording import ConcealedWording
from games.tp5.rules.events import IdentifiersGiven
from games.tp5.rules.wording import Tp5Wording

MANY = override_settings(LANGUAGES=[(code, code) for code in ("en-gb", "de", "fr", "es")])
DEALT = of_concealed.Dealt(2, 1, (0, 1, 2), ((), (), ()))
EQUAL = of_concealed.TableauxShown(2, ((), (), ()), 1, (0,))
EQUAL_AND_MINE = of_concealed.TableauxShown(2, ((), (), ()), 0, (1,))
PAID = of_auction.Dealt(hand=2, dealer=1, ante=3, pot=6, seated=(0, 1), hidden=((), (), ()))
GIVEN = IdentifiersGiven(((1,), (0, 2)))
OWN_GIVEN = IdentifiersGiven(((1, 2),))
ORDER = BidsRevealed(1, (1, 2), (1, 0))


@pytest.mark.parametrize(
    ("wording", "event", "said"),
    [
        (
            ConcealedWording(),
            DEALT,
            {
                "en-gb": "Ben dealt round 2 to you, Ben and Carla.",
                "de": "Ben hat Runde 2 gegeben; im Spiel: du, Ben und Carla.",
                "fr": "Ben a distribué la manche 2\u202f; en jeu\u202f: toi, Ben et Carla.",
                "es": "Ben repartió la ronda 2; en juego: tú, Ben y Carla.",
            },
        ),
        (
            ConcealedWording(),
            EQUAL,
            {
                "de": "Ben und du hattet gleich gute Auslagen; bestimmen durfte Ben.",
                "fr": "Ben et toi aviez des tableaux égaux, et le droit de désigner est revenu à Ben.",
                "es": "Combinaciones iguales: Ben y tú; nombrar le tocó a Ben.",
            },
        ),
        (
            ConcealedWording(),
            EQUAL_AND_MINE,
            {
                "de": "Du und Ben hattet gleich gute Auslagen; bestimmen durftest du.",
                "fr": "Toi et Ben aviez des tableaux égaux, et le droit de désigner t’est revenu.",
                "es": "Combinaciones iguales: tú y Ben; nombrar te tocó a ti.",
            },
        ),
        (
            AuctionWording(),
            PAID,
            {
                "de": "Ben hat Hand 2 gegeben: du und Ben habt je 3 Chips bezahlt, zusammen 6.",
                "fr": "Ben a distribué la donne 2\u202f: toi et Ben avez payé 3 jetons par personne, 6 en tout.",
                "es": "Ben repartió la mano 2: pagos de 3 fichas cada cual, 6 en total: tú y Ben.",
            },
        ),
        (
            Tp5Wording(),
            GIVEN,
            {
                "de": "Du hast Ben einen Marker gegeben; du und Carla habt je einen Marker von Ben bekommen.",
                "fr": "Tu as donné un marqueur à Ben\u202f; Ben a donné un marqueur par personne à toi et Carla.",
                "es": "Diste un marcador a Ben; Ben dio un marcador a cada cual: tú y Carla.",
            },
        ),
        (
            Tp5Wording(),
            OWN_GIVEN,
            {
                "de": "Ben und Carla haben je einen Marker von dir bekommen.",
                "fr": "Tu as donné un marqueur par personne à Ben et Carla.",
                "es": "Diste un marcador a cada cual: Ben y Carla.",
            },
        ),
        (
            HexWording(),
            ORDER,
            {
                "de": "Du hast 1 geboten und Ben hat 2 geboten; also war Ben zuerst dran, dann du.",
                "fr": "Tu as misé 1 et Ben a misé 2, donc Ben a joué en premier, puis toi.",
                "es": "Pujaste 1 y Ben pujó 2, así que primero fue Ben y después tú.",
            },
        ),
    ],
)
def test_a_list_of_players_with_the_reader(wording: Any, event: Any, said: dict[str, str]):
    assert {language: last_sentence(wording, [event], language) for language in said} == said


def last_sentence(wording: Any, events: Sequence[Any], language: str) -> str:
    """The last sentence of events, as the first of three players reads it in a language."""
    with MANY, translation.override(language):
        return str(wording.events(events, ReaderNames(["Ana", "Ben", "Carla"], 0))[-1])
