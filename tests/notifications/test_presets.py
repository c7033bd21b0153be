"""Ready-made choices of notices: quiet, normal, everything."""

import pytest
from django.test import Client

from accounts.models import User
from notifications.kinds import NOTICE_SPECS, specs_to_choose
from notifications.models import Channel, NoticePreferences
from notifications.presets import Preset, channels_of, preset_of
from notifications.readers import reader_of
from tests.accounts.people import PASSWORD, person
from tests.matches.tables import table_of

pytestmark = pytest.mark.django_db
CHOOSE = "/notices/choose/"
READY = (Preset.QUIET, Preset.NORMAL, Preset.EVERYTHING)


@pytest.fixture
def own() -> Client:
    person("ana")
    client = Client()
    client.login(username="ana", password=PASSWORD)
    return client


def test_who_has_chosen_nothing_is_told_the_normal_way() -> None:
    ana = person("ana")
    assert preset_of(reader_of(ana)) == Preset.NORMAL
    normal = channels_of(Preset.NORMAL)
    assert all(normal[spec.slug] == spec.defaults - spec.never for spec in specs_to_choose())


@pytest.mark.parametrize("preset", READY)
def test_a_ready_made_choice_is_kept_whatever_the_boxes_say(own: Client, preset: Preset) -> None:
    assert own.post(CHOOSE, {"preset": preset, "chat-webhook": "on", "digest_hour": "8"}).status_code == 302
    reader = reader_of(User.objects.get())
    for slug, channels in channels_of(preset).items():
        assert {channel for channel in Channel if reader.wants(slug, channel)} == channels
    assert preset_of(reader) == preset
    page = own.get(CHOOSE).content.decode()
    assert f'value="{preset}"' in page and page.count('name="preset"') == 4


def test_own_boxes_count_only_under_custom(own: Client) -> None:
    own.post(CHOOSE, {"preset": "custom", "turn-mail": "on", "digest_hour": "8"})
    reader = reader_of(User.objects.get())
    assert [channel for channel in reader.ways if reader.wants("turn", channel)] == [Channel.MAIL]
    assert preset_of(reader) == Preset.CUSTOM


def test_quiet_rings_for_nothing_that_the_site_can_show() -> None:
    for slug, channels in channels_of(Preset.QUIET).items():
        if Channel.PAGE in NOTICE_SPECS[slug].never:
            assert channels == {Channel.MAIL}
        else:
            assert channels <= {Channel.PAGE, Channel.DIGEST} and Channel.PAGE in channels


def test_an_unknown_choice_is_refused(own: Client) -> None:
    assert own.post(CHOOSE, {"preset": "loud", "digest_hour": "8"}).status_code == 200
    assert not NoticePreferences.objects.exists()


@pytest.mark.parametrize("preset", READY)
def test_a_table_may_have_a_ready_made_choice_of_its_own(preset: Preset) -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    client = Client()
    client.force_login(ana)
    path = f"/table/{match.pk}/notices/"
    assert 'value="normal" id="id_preset_1" checked' in " ".join(client.get(path).content.decode().split())
    assert client.post(path, {"preset": preset, "chat-webhook": "on"}).status_code == 302
    assert preset_of(reader_of(ana, f"match:{match.pk}")) == preset
    assert preset_of(reader_of(ana)) == Preset.NORMAL
    client.post(path, {"preset": "custom", "turn-mail": "on"})
    assert preset_of(reader_of(ana, f"match:{match.pk}")) == Preset.CUSTOM
