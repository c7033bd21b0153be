"""What was said, as the desk shows it: with a link beside each message that hides it."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from clubs.selectors.chat import inspected_club_around
from matches.chat.read import InspectedMessage, inspected_around
from moderation.action import ACTIONS, Target
from moderation.views.acting import action_path
from moderation.views.common import Inspected, message_shown


@dataclass(frozen=True)
class SaidLine:
    """A message and the address that hides it: empty if it is gone or the reader may not."""

    message: Inspected
    hide: str
    is_reported: bool


def said_lines(user: User, said: Iterable[Inspected], *, reported: int = 0, **names: object) -> list[SaidLine]:
    """Messages with links; `names` are the table or club, and a report; `reported` is the number of one of them."""
    doing = ACTIONS["hide-club-message" if "club" in names else "hide-message"]
    may = user.has_perm(doing.permission)
    return [
        SaidLine(
            one,
            action_path(doing, message=_key(one), **names) if may and not one.gone else "",
            one.number == reported,
        )
        for one in said
    ]


def _key(one: Inspected) -> object:
    return f"{one.room}-{one.number}" if isinstance(one, InspectedMessage) else one.number


def said_around(user: User, target: Target, interest: str) -> list[SaidLine]:
    """The message of a target with what was said around it; alone for who has an interest; empty if there is none."""
    message, said = target.message, target.club_message
    names: dict[str, object] = {"report": target.report.pk} if target.report else {}
    if interest:
        alone = message_shown(target)
        return [SaidLine(alone, "", is_reported=True)] if alone else []
    if said is not None:
        return said_lines(user, inspected_club_around(said), reported=said.number, club=said.club_id, **names)
    if message is None:
        return []
    near = inspected_around(target.whole_match, message)
    return said_lines(user, near, reported=message.number, table=message.match_id, **names)
