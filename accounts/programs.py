"""Programs as players: accounts that belong to a person and have tokens instead of a password."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import NAME_TAKEN, Kind, Program, User

MOST = 5
"""Programs that a person may have."""
PEOPLE_ONLY = "Only a person with an account of their own can have programs."
TOO_MANY = f"You can have {MOST} programs. Close one first."


def program_make(*, owner: User, name: str, about: str, link: str, now: datetime) -> Program:
    """Make a program's account. Raises `ValidationError`."""
    if not owner.is_person:
        raise ValidationError(PEOPLE_ONLY, code="people_only")
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=owner.pk)
            if owner.programs.filter(user__is_active=True).count() >= MOST:
                raise ValidationError(TOO_MANY, code="too_many_programs")
            return Program.objects.create(user=_account(name, owner, now), owner=owner, about=about, link=link)
    except IntegrityError as error:
        raise ValidationError({"username": NAME_TAKEN}, code="name_taken") from error


def _account(name: str, owner: User, now: datetime) -> User:
    user = User(username=name, kind=Kind.PROGRAM, time_zone=owner.time_zone, date_joined=now)
    user.set_unusable_password()
    user.save()
    return user


def program_change(*, program: Program, about: str, link: str) -> None:
    """Change what everyone may read about a program."""
    program.about, program.link = about, link
    program.save(update_fields=["about", "link"])


def program_close(*, program: Program, now: datetime) -> None:
    """Close a program for good: its tokens open nothing, and it keeps its name at old tables."""
    with transaction.atomic():
        program.user.tokens.filter(revoked_at=None).update(revoked_at=now)
        program.user.is_active = False
        program.user.save(update_fields=["is_active"])
