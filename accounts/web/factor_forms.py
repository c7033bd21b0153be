"""Forms of the second factor, in the site's words."""

import struct
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext, gettext_lazy
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from accounts.security.guesses import count_guess
from accounts.security.passkeys import is_said_here, is_verified, keep_count
from accounts.security.second_factor import factors_of
from foundation.language import Words

UNREADABLE = (AttributeError, LookupError, TypeError, ValueError, struct.error, OverflowError, RecursionError)
"""What the library raises for an answer that no browser sends."""
MOST_KEYS = 10
"""How many passkeys somebody has. A log-in looks at each of them."""
LARGEST_KEY = 16 * 1024
"""Bytes of what a browser sends of a new key. Those with certificates of their maker take a quarter of it."""
LONGEST_NAME = 60
CODE = (gettext_lazy("Code"), gettext_lazy("Six digits of your app, or one of your recovery codes."))


def _label(form: forms.BaseForm, name: str, label: Words, help_text: Words = "") -> None:
    field = form.fields[name]
    field.widget.attrs.pop("placeholder", None)
    field.label, field.help_text = label, help_text


def _name_of_key(form: forms.BaseForm, *, required: bool) -> None:
    form.fields["name"] = forms.CharField(max_length=LONGEST_NAME, required=required)
    _label(form, "name", gettext("Name"), gettext("For you, to tell your keys apart."))


class _CountedCode(BaseAuthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, "code", *CODE)

    def clean_code(self) -> str:
        """Look at the code, unless too many were tried; that looks like a wrong one."""
        guess = count_guess(context.request, f"code user-{self.user.pk}", self.user)
        if guess is None:
            raise get_adapter().validation_error("incorrect_code")
        code: str = super().clean_code()
        guess.rollback()
        return code


class CodeForm(_CountedCode, AuthenticateForm):  # type: ignore[misc]
    """The second step of a log-in."""


class CodeAgainForm(_CountedCode, ReauthenticateForm):  # type: ignore[misc]
    """Confirm your identity with a code."""


class AppForm(ActivateTOTPForm):  # type: ignore[misc]
    """Enter the app's first code to prove that it has the key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, "code", gettext("Code that the app shows"), gettext("Six digits."))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class _KeyShown(AuthenticateWebAuthnForm):  # type: ignore[misc]
    alone = False

    def clean_credential(self) -> Authenticator:
        """Look at the answer of a passkey; one that cannot be read is a wrong one."""
        credential = self.cleaned_data["credential"]
        try:
            said = AuthenticationResponse.from_dict(credential).response.client_data
            right = is_said_here(said) and (is_verified(credential) or not self.alone)
            found = super().clean_credential() if right else None
            if found is not None and keep_count(found, credential):
                return found
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        raise get_adapter().validation_error("incorrect_code")


class KeyAloneForm(_KeyShown, LoginWebAuthnForm):  # type: ignore[misc]
    """Log in with a passkey alone, which then stands for two factors: it was held, and asked for a finger or PIN."""

    alone = True


class KeyAfterPasswordForm(_KeyShown):
    """The second step of a log-in."""


class KeyAgainForm(_KeyShown, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Confirm your identity with a passkey."""


class KeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """Add a passkey or a security key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_of_key(self, required=False)
        _label(
            self,
            "passwordless",
            gettext("Log in with it alone, without the password"),
            gettext("It then asks for your finger or PIN."),
        )

    def clean(self) -> dict[str, Any]:
        """Look at the new key; one that cannot be read is a wrong one."""
        credential = self.cleaned_data.get("credential")
        if factors_of(self.user).count(Authenticator.Type.WEBAUTHN) >= MOST_KEYS:
            raise forms.ValidationError(gettext("You can have {most} keys. Remove one first.").format(most=MOST_KEYS))
        if len(self.data.get("credential", "")) > LARGEST_KEY:
            raise get_adapter().validation_error("incorrect_code")
        try:
            if credential and not is_said_here(RegistrationResponse.from_dict(credential).response.client_data):
                raise get_adapter().validation_error("incorrect_code")
            return dict(super().clean())
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error


class KeyNameForm(EditWebAuthnForm):  # type: ignore[misc]
    """Rename a key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_of_key(self, required=True)
