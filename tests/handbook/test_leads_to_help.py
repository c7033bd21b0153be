"""Pages lead to the section of the help that explains them."""

import pytest

from handbook.rendering import page_html
from tests.clubs.founded import club_of
from tests.friends.test_friends import open_table
from tests.ladders.play import SLUG
from tests.matches.tables import person
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db
LEADS = {
    "/clubs/": ("players", "clubs"),
    "/clubs/new/": ("players", "clubs"),
    "/club/{club}/": ("players", "clubs"),
    "/club/{club}/manage/": ("organisers", "in-a-club"),
    "/ladders/new/{game}/?club={club}": ("organisers", "in-a-club"),
    "/tournaments/new/{game}/?club={club}": ("organisers", "in-a-club"),
    "/friends/": ("players", "finding-people"),
    "/quick/": ("players", "finding-people"),
    "/table/{table}/": ("players", "how-a-sealed-round-works"),
}


@pytest.mark.parametrize("path", LEADS)
def test_a_page_leads_to_a_section_that_is_there(path: str) -> None:
    club, match = club_of("ana"), open_table("ana")
    page, part = LEADS[path]
    reply = client_of(person("ana")).get(path.format(club=club.pk, game=SLUG, table=match.pk))
    assert f'href="/help/{page}/#{part}"' in reply.content.decode()
    assert f'id="{part}"' in page_html(page)
