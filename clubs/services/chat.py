"""Send, take back, hide and read the messages of a club."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext

from accounts.models import User
from clubs.models import Club, ClubMessage, Membership
from clubs.policy import LONGEST_MESSAGE
from clubs.services.locking import lock_club, membership_in
from foundation.errors import Forbidden, Refused
from foundation.sanitise import sanitised
from matches.chat.write import check_may_speak, check_not_too_late


def write_club_message(*, number: int, user: User, text: str, now: datetime) -> ClubMessage:
    """Send a message to the members of a club. Raises `Club.DoesNotExist` and `Refused`."""
    words = sanitised(text)
    if not words:
        raise Refused("message_empty", gettext("Write something first, then send it."))
    if len(words) > LONGEST_MESSAGE:
        raise Refused(
            "text_too_long",
            gettext("This has {count} characters; {most} is the most. Make it shorter.").format(
                count=len(words), most=LONGEST_MESSAGE
            ),
        )
    check_may_speak(user, now)
    with transaction.atomic():
        club = lock_club(number)
        membership = membership_in(club, user)
        message = ClubMessage.objects.create(club=club, number=_last(club) + 1, author=user, text=words, at=now)
        mark_read(membership=membership, up_to=message.number)
    return message


def _last(club: Club) -> int:
    return club.messages.aggregate(last=Max("number"))["last"] or 0


def mark_read(*, membership: Membership, up_to: int) -> None:
    """Note how far a member has read."""
    Membership.objects.filter(pk=membership.pk, read_to__lt=up_to).update(read_to=up_to)


def take_back_club_message(*, number: int, user: User, message: int, now: datetime) -> None:
    """Take back one's own recent message. Raises `Club.DoesNotExist`, `ClubMessage.DoesNotExist` and `Refused`."""
    with transaction.atomic():
        club = lock_club(number)
        membership_in(club, user)
        found = club.messages.get(number=message)
        if found.author_id != user.pk:
            raise Forbidden("not_your_message", gettext("Only its writer can take a message back."))
        if found.taken_back_at is not None:
            raise ClubMessage.DoesNotExist
        check_not_too_late(found.at, now)
        found.taken_back_at = now
        found.save(update_fields=["taken_back_at"])


def hide_club_message(*, message: ClubMessage, by: User, now: datetime) -> None:
    """Hide a message from all members. Raises `Refused`."""
    if message.hidden_at is not None:
        raise Refused("hidden_already", gettext("This message is hidden already."))
    message.hidden_at, message.hidden_by = now, by
    message.save(update_fields=["hidden_at", "hidden_by"])


def show_club_message(*, message: ClubMessage) -> None:
    """Show a hidden message again."""
    message.hidden_at, message.hidden_by = None, None
    message.save(update_fields=["hidden_at", "hidden_by"])


def forget_words_of(user: User, now: datetime) -> None:
    """Take back all that a person wrote in clubs, and delete the words, as the account is erased."""
    user.club_messages.filter(taken_back_at=None).update(taken_back_at=now)
    user.club_messages.update(text="")
