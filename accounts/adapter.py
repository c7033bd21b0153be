"""How the account pages treat names, guests and addresses."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError

from accounts.models import NAME_TAKEN, User
from accounts.names import name_key, name_normal, validate_name, validate_name_of_person


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The site's rules for accounts."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be kept, or a refusal that says what to do."""
        name = name_normal(username.strip())
        validate_name(name)
        if not shallow:
            validate_name_of_person(name)
            if User.objects.filter(name_key=name_key(name)).exists():
                raise ValidationError(NAME_TAKEN, code="name_taken")
        return name
