"""The coach of a first decision: a game's aim and pieces, then the seal, for the one who is asked alone."""

import re
from html import unescape

import pytest
from django.test import Client

from games.registry import GAMES
from matches.play.answers import submit_answer
from tests.matches.tables import NOON, table_of

pytestmark = pytest.mark.django_db

MOST_WORDS = 32
CARD = re.compile(r'<aside class="coach".*?</aside>', re.DOTALL)


def coach_of(client: Client, path: str) -> str:
    """The card of the coach as it stands in the page."""
    found = CARD.search(client.get(path).text)
    return unescape(found[0]) if found else ""


def steps(card: str) -> list[str]:
    """The sentences of each step, without the line that counts them."""
    parts = re.findall(r"<p\b[^>]*>(.*?)</p>", card, re.DOTALL)[:-1]
    return [" ".join(re.sub("<[^>]+>", " ", part).split()) for part in parts]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_says_its_aim_its_pieces_and_the_seal(slug: str, client: Client):
    match, people = table_of("ana", "ben", "cleo", slug=slug)
    asked = 0
    for user in people:
        client.force_login(user)
        card = coach_of(client, f"/table/{match.pk}/")
        if not card:
            continue
        asked += 1
        assert re.search(r'data-kind="[a-z_]+"', card)
        aim, pieces, seal = steps(card)
        assert max(len(words.split()) for words in (aim, pieces, seal)) <= MOST_WORDS
        assert len(pieces) > len("Tap it.")
        assert seal.startswith("Press “") and seal.endswith(("until the round closes.", "at once."))
    assert asked


def test_who_has_answered_and_who_watches_have_no_coach(client: Client):
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    path = f"/table/{match.pk}/"
    assert not coach_of(client, path)
    client.force_login(ana)
    assert coach_of(client, path)
    submit_answer(match_id=match.pk, user_id=ana.pk, step=1, actions=[{"act": "let_stand"}], now=NOON)
    assert not coach_of(client, path)
