"""People for tests."""

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User, UserKind


@transaction.atomic
def create_person(*, name: str, address: str, password: str, confirmed: bool, time_zone: str = "UTC") -> User:
    """Make a person with an address, confirmed or not."""
    user = User.objects.create_user(name, address, password, kind=UserKind.PERSON, time_zone=time_zone)
    EmailAddress.objects.create(user=user, email=address.lower(), primary=True, verified=confirmed)
    return user
