"""Breaking a seal takes two moderators, a reason and no interest; it works once, and all learn of it at the end."""

from base64 import b64decode
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.identity.bot_accounts import create_bot_account
from accounts.identity.selectors import selves
from accounts.models import BotAccount, User
from engine.piecepack import TILES, tile_words
from foundation.errors import Refused
from matches.lobby.substitutes import knows_too_much, offer_seat, take_over_seat
from matches.models import Match, Seat
from matches.play.answers import submit_answer
from matches.rounds.calling_off import call_off_match
from matches.rounds.locking import lock_match
from matches.timeouts.stand_ins import begin_stand_in
from matches.view.match_view import matches
from moderation import policy
from moderation.models import AuditRow, SealGrant
from moderation.selectors.seals import seal_lines
from moderation.services.seals import ask_for_seal, break_seal, judge_seal, possible_seconders, tell_of_seals
from notifications.models import Notice
from tests.matches.tables import NOON, person, table_of
from tests.matches.test_two_worlds import bytes_seen
from tests.moderation.desk import moderator
from tests.support.html import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


BEFORE = NOON - timedelta(hours=1)


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)


def asked(match: Match, actor: User, reason: str = "They seem to share hands.") -> SealGrant:
    return ask_for_seal(match=match, actor=actor, category="collusion", reason=reason, now=NOON)


def judged(grant: SealGrant, actor: User, *, agree: bool = True) -> SealGrant:
    return judge_seal(grant_id=grant.pk, actor=actor, agree=agree, reason="I see why.", now=NOON)


def answered(match: Match, user: User) -> None:
    submit_answer(match_id=match.pk, user_id=user.pk, step=match.next_step, actions=[{"act": "reroll"}], now=NOON)


def test_one_who_is_alone_looks_with_a_reason() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    answered(match, ana)
    found = break_seal(grant_id=asked(match, moderator(senior=True)).pk, actor=person("mona"), now=NOON)
    assert [seat.name for seat in found] == ["ana", "ben", "cleo"]
    assert all(f"{seat.name} (" in seat.words for seat in found)
    own = [{tile for tile in TILES if tile_words(tile) in seat.words} for seat in found]
    assert own[0] != own[1] and all(seat.picture.startswith("data:image/svg+xml;base64,") for seat in found)
    assert "What ana sees" in b64decode(found[0].picture.partition(",")[2]).decode()
    assert found[0].answer and not found[1].answer
    actions = AuditRow.objects.order_by("number").values_list("action", flat=True)
    assert list(actions) == ["ask-seal", "break-seal"]


def test_what_a_bot_has_sealed_for_who_is_away_is_seen_too() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    begin_stand_in(match=match, seat=match.seats.get(user=ana), now=NOON)
    step = match.next_step
    submit_answer(match_id=match.pk, user_id=ana.pk, step=step, actions=[{"act": "reroll"}], now=NOON, by="stand_in")
    found = break_seal(grant_id=asked(match, moderator(senior=True)).pk, actor=person("mona"), now=NOON)
    assert found[0].answer


def test_where_there_is_a_second_they_must_agree() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    grant = asked(match, mona)
    with pytest.raises(Refused) as refused:
        break_seal(grant_id=grant.pk, actor=mona, now=NOON)
    assert refused.value.code == "not_usable"
    with pytest.raises(Refused) as refused:
        judged(grant, mona)
    assert refused.value.code == "own_request"
    judged(grant, otto)
    with pytest.raises(Refused) as refused:
        break_seal(grant_id=grant.pk, actor=otto, now=NOON)
    assert refused.value.code == "not_your_request"
    assert break_seal(grant_id=grant.pk, actor=mona, now=NOON)
    assert AuditRow.objects.get(action="break-seal").consent == otto


def test_a_refusal_is_final() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    grant = judged(asked(match, mona), otto, agree=False)
    for attempt in (lambda: judged(grant, otto), lambda: break_seal(grant_id=grant.pk, actor=mona, now=NOON)):
        with pytest.raises(Refused):
            attempt()


def test_a_second_with_an_interest_is_no_second() -> None:
    match, _ = table_of("ana", "otto", "cleo")
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    grant = asked(match, mona)
    assert not grant.needs_consent
    with pytest.raises(Refused) as refused:
        judged(grant, otto)
    assert refused.value.code == "interest"


def test_many_seconds_are_found_as_fast_as_one(django_assert_max_num_queries: Any) -> None:
    match, _ = table_of("ana", "otto", "cleo")
    mona, names = moderator(senior=True), ("otto", "gita", "hal", "ida")
    for name in names:
        moderator(name, senior=True)
    with django_assert_max_num_queries(3):
        assert [user.username for user in possible_seconders(match, mona)] == ["gita", "hal", "ida"]


def test_one_look_for_one_grant() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona = moderator(senior=True)
    grant = asked(match, mona)
    break_seal(grant_id=grant.pk, actor=mona, now=NOON)
    with pytest.raises(Refused) as refused:
        break_seal(grant_id=grant.pk, actor=mona, now=NOON)
    assert refused.value.code == "not_usable"


def test_a_consent_that_is_old_is_none() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    grant = judged(asked(match, mona), otto)
    with pytest.raises(Refused) as refused:
        break_seal(grant_id=grant.pk, actor=mona, now=NOON + policy.CONSENT_STANDS)
    assert refused.value.code == "not_usable"
    assert seal_lines(mona, selves(mona), may=True, now=NOON + policy.CONSENT_STANDS)[0].stands.startswith("Never used")
    late = asked(match, mona)
    with pytest.raises(Refused) as refused:
        judge_seal(grant_id=late.pk, actor=otto, agree=True, reason="Yes.", now=NOON + policy.REQUEST_STANDS)
    assert refused.value.code == "judged_already"


def test_nobody_looks_alone_by_suspending_the_second() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    mona, otto = moderator(senior=True), moderator("otto", senior=True)
    User.objects.filter(pk=otto.pk).update(suspended_until=NOON + policy.REQUEST_STANDS)
    with pytest.raises(Refused) as refused:
        asked(match, mona)
    assert refused.value.code == "no_second"
    moderator("pia", senior=True)
    assert asked(match, mona).needs_consent, "another second is there to agree"
    User.objects.get(username="pia").groups.clear()
    otto.groups.clear()
    assert not asked(match, mona).needs_consent, "an administrator took their office"


def test_who_plays_does_not_learn_that_somebody_wants_to_look() -> None:
    match, _ = table_of("ana", "ben", "cleo")
    grant = asked(match, moderator(senior=True))
    ana = Client()
    ana.force_login(moderator("ana", senior=True))
    for verb in ("judge", "break"):
        there = ana.post(f"/moderation/seals/{grant.pk}/{verb}/", {"agree": "1", "reason": "No."})
        nowhere = ana.post(f"/moderation/seals/999/{verb}/", {"agree": "1", "reason": "No."})
        assert (there.status_code, nowhere.status_code) == (404, 404)


@pytest.mark.parametrize("case", ["interest", "no permission", "no reason", "over"])
def test_who_may_not_ask(case: str) -> None:
    match, _ = table_of("mona" if case == "interest" else "ana", "ben", "cleo")
    mona = moderator(senior=case != "no permission")
    if case == "over":
        match.status, match.ended_at = Match.Status.FINISHED, NOON
    with pytest.raises(Refused):
        asked(match, mona, "" if case == "no reason" else "They seem to share hands.")
    assert not SealGrant.objects.exists()


def test_players_see_nothing_before_the_end_and_are_told_then() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    readers = (None, ana, ben, cleo)
    before = [bytes_seen(matches().get(pk=match.pk), reader) for reader in readers]
    break_seal(grant_id=asked(match, moderator(senior=True)).pk, actor=person("mona"), now=NOON)
    assert tell_of_seals(now=NOON) == 0
    assert [bytes_seen(matches().get(pk=match.pk), reader) for reader in readers] == before
    call_off_match(match=lock_match(match.pk), reason="vote", now=NOON)
    assert tell_of_seals(now=NOON) == 1
    assert tell_of_seals(now=NOON) == 0
    for user in (ana, ben, cleo):
        text = user.notices.get(topic__startswith="moderation:", channel="page").context["text"]
        assert "looked at what was sealed" in text and "mona" not in text
    client = Client()
    assert "looked at what was sealed" in client.get(f"/table/{match.pk}/log/").content.decode()


def test_the_owner_of_a_program_is_told_of_its_hand() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    BotAccount.objects.create(user=person("cleo"), owner=person("emil"))
    BotAccount.objects.create(user=person("ben"), owner=ana)
    break_seal(grant_id=asked(match, moderator(senior=True)).pk, actor=person("mona"), now=NOON)
    call_off_match(match=lock_match(match.pk), reason="vote", now=NOON)
    assert tell_of_seals(now=NOON) == 1
    notified = Notice.objects.filter(topic__startswith="moderation:", channel="page")
    texts = {user.username: notified.get(user=user).context["text"] for user in (ana, person("emil"))}
    assert texts["emil"].startswith("This is about your bot account cleo: During this match a moderator looked")
    assert texts["ana"].startswith("During this match"), "someone who plays there too is told once"


def test_who_gave_the_seat_away_since_is_told_too() -> None:
    match, (ana, ben, cleo) = table_of("ana", "ben", "cleo")
    offer_seat(match_id=match.pk, user_id=ben.pk, number=1, wanted=True, now=BEFORE)
    take_over_seat(match_id=match.pk, user=person("emil"), number=1, token="", now=BEFORE)
    break_seal(grant_id=asked(match, moderator(senior=True)).pk, actor=person("mona"), now=NOON)
    offer_seat(match_id=match.pk, user_id=ana.pk, number=0, wanted=True, now=NOON)
    take_over_seat(match_id=match.pk, user=person("dora"), number=0, token="", now=NOON)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=NOON)
    tell_of_seals(now=NOON)
    notified = User.objects.filter(notices__topic__startswith="moderation:", notices__channel="page")
    assert set(notified) == {ana, person("dora"), person("emil"), cleo}, "but not who had left before"


def test_who_has_looked_takes_no_seat_nor_does_their_program() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    mona = moderator(senior=True)
    robot = create_bot_account(owner=mona, name="Robo", about="", link="", now=NOON).user
    offer_seat(match_id=match.pk, user_id=ana.pk, number=0, wanted=True, now=NOON)
    break_seal(grant_id=asked(match, mona).pk, actor=mona, now=NOON)
    for account in (mona, robot):
        with pytest.raises(Refused) as refused:
            take_over_seat(match_id=match.pk, user=account, number=0, token="", now=NOON)
        assert refused.value.code == "knows_too_much"
        assert knows_too_much(match, account, besides=match.seats.get(number=0))
    take_over_seat(match_id=match.pk, user=person("dora"), number=0, token="", now=NOON)
    assert Seat.objects.get(match=match, number=0).user == person("dora")


def test_the_pages_lead_through_it() -> None:
    match, (ana, *_) = table_of("ana", "ben", "cleo")
    answered(match, ana)
    mona, otto = Client(), Client()
    mona.force_login(moderator(senior=True))
    otto.force_login(moderator("otto", senior=True))
    fields = {"category": "collusion", "reason": "They seem to share hands."}
    assert mona.post(f"/moderation/table/{match.pk}/seal/", fields).status_code == 302
    grant = SealGrant.objects.get()
    assert "Waits for a second moderator" in squeezed(mona.get("/moderation/seals/").content.decode())
    otto.post(f"/moderation/seals/{grant.pk}/judge/", {"agree": "1", "reason": "Yes."})
    page = mona.post(f"/moderation/seals/{grant.pk}/break/")
    assert page.status_code == 200 and "Sealed answer" in squeezed(page.content.decode())
    assert page.headers["Cache-Control"] == "private, no-store"
    assert mona.post(f"/moderation/seals/{grant.pk}/break/").status_code == 409
    assert "Used" in mona.get("/moderation/seals/").content.decode()
