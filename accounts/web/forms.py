"""Forms of the account pages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.identity.selectors import name_conflict
from accounts.models import User
from accounts.queue import enqueue_send_reset_mails
from accounts.security.held_factors import HeldFactor, end_factors, held_factors, leaves_enough
from accounts.security.second_factor import SecondFactors
from accounts.security.ways_in import end_ways_in, held_ways_in
from accounts.values.zones import DATE_LANGUAGES, zone_choices
from accounts.web.adapter import AccountAdapter
from foundation.language import Words

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

NAME_HELP = gettext_lazy("2 to 24 letters, digits, full stops, hyphens or underscores. Everyone sees it.")
ADDRESS_HELP = gettext_lazy("For mails about your turns. Nobody else sees it.")
STRENGTH_HELP = gettext_lazy("At least 8 characters, and not a common one.")


def _label(form: forms.BaseForm, **texts: tuple[Words, Words]) -> None:
    """Set labels and help texts. Help texts stand next to a field, never inside it."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
    for name, (label, help_text) in texts.items():
        form.fields[name].label, form.fields[name].help_text = label, help_text


def _ask_consent(form: forms.BaseForm) -> None:
    """Add a required checkbox if the operator has set a text to agree to."""
    if settings.CONSENT:
        missing = {"required": gettext_lazy("Agree to this first. Without it you can watch, but not play.")}
        form.fields["consent"] = forms.BooleanField(label=settings.CONSENT, error_messages=missing)


class LogInForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """Log in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, login=(gettext("Name or mail address"), ""), password=(gettext("Password"), ""))
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """Sign up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(
            self,
            username=(gettext("Name"), NAME_HELP),
            email=(gettext("Mail address"), ADDRESS_HELP),
            password1=(gettext("Password"), STRENGTH_HELP),
        )
        _ask_consent(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account. If the address has one already, only its owner hears of it; the work is the same."""
        if self.account_already_exists:
            User().set_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                made: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except IntegrityError:
            # Somebody took the name after the form had looked.
            messages.error(request, name_conflict(self.cleaned_data["username"]).message)
            return None, redirect("account_signup")
        return made


class AddressForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    """Add another mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, email=(gettext("New mail address"), ADDRESS_HELP))


class WaysInField(forms.MultipleChoiceField):
    """The kinds of access that end together with log-ins, all of them unless the user unticks one.

    Of second factors, only new passkeys are ticked: without an old one its owner may not get in again.
    """

    def __init__(self, user: User, factors: Sequence[HeldFactor] = ()) -> None:
        held = [(way_in.slug, f"{way_in.words} ({number})") for way_in, number in held_ways_in(user)]
        ticked = [slug for slug, _ in held] + [factor.slug for factor in factors if factor.is_new_key]
        super().__init__(
            label=gettext_lazy("End these too"),
            help_text=gettext_lazy(
                "Someone who knew your password may have left one behind. Untick the ones you know and need."
            ),
            choices=held + [(factor.slug, factor.words) for factor in factors],
            initial=ticked,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )


class EndForm(forms.Form):
    """Log out in several places at once."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ways_in"] = WaysInField(user)


class EndsWaysIn(forms.Form):
    """A new password ends what else opens the account, as far as it is ticked."""

    user: User | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A link of a mail that has run out names nobody.
        if isinstance(self.user, User):
            self.fields["ways_in"] = WaysInField(self.user)

    def save(self) -> None:
        """Save the password, and end what is ticked."""
        with transaction.atomic():
            super().save()  # type: ignore[misc]
            if isinstance(self.user, User):
                end_ways_in(user=self.user, slugs=self.cleaned_data["ways_in"], now=timezone.now())


class PasswordChangeForm(EndsWaysIn, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """Choose another password."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(
            self,
            oldpassword=(gettext("Current password"), ""),
            password1=(gettext("New password"), STRENGTH_HELP),
            password2=(gettext("New password once more"), ""),
        )
        # Only here, where the password is shown: neither a session nor a mailbox alone removes a second factor.
        self.fields["ways_in"] = WaysInField(self.user, held_factors(user=self.user, now=timezone.now()))

    def clean_ways_in(self) -> list[str]:
        """Leave one second factor to those who look after others."""
        chosen: list[str] = self.cleaned_data["ways_in"]
        if not leaves_enough(user=self.user, slugs=chosen):
            raise forms.ValidationError(SecondFactors.error_messages["cannot_delete_authenticator"])
        return chosen

    def save(self) -> None:
        """Save the password, and end what is ticked, second factors too."""
        with transaction.atomic():
            super().save()
            end_factors(user=self.user, slugs=self.cleaned_data["ways_in"])


class PasswordSetForm(EndsWaysIn, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """Choose a first password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password1=(gettext("Password"), STRENGTH_HELP), password2=(gettext("Password once more"), ""))


class PasswordResetForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """Request a mail to reset the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, email=(gettext("Mail address"), ""))

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Have a worker send the mail, whether there is an account or not."""
        enqueue_send_reset_mails(user_ids=[user.pk for user in self.users])
        return str(self.cleaned_data["email"])


class PasswordResetKeyForm(EndsWaysIn, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Choose a new password with the link from that mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(
            self, password1=(gettext("New password"), STRENGTH_HELP), password2=(gettext("New password once more"), "")
        )


class PasswordAgainForm(allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """Confirm your identity with your password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password=(gettext("Password"), ""))


class GuestForm(forms.Form):
    """Play as a guest. Empty unless the operator has set a text to agree to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_consent(self)


class NewNameForm(forms.Form):
    """A form with the name of an account in `username`."""

    def clean_username(self) -> str:
        """Check the name as at sign-up."""
        return AccountAdapter().clean_username(self.cleaned_data["username"])


class KeepForm(NewNameForm):
    """The name, address and password with which a guest keeps the account."""

    username = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=NAME_HELP,
        widget=forms.TextInput({"autocomplete": "username", "maxlength": 24}),
    )
    email = forms.EmailField(
        label=gettext_lazy("Mail address"),
        help_text=ADDRESS_HELP,
        widget=forms.EmailInput({"autocomplete": "email"}),
        error_messages={"invalid": gettext_lazy("This is not a mail address. Write it like name@example.org.")},
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        help_text=STRENGTH_HELP,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_consent(self)

    def clean_email(self) -> str:
        """The address in lower case, as stored."""
        return str(self.cleaned_data["email"]).lower()

    def clean(self) -> dict[str, Any]:
        """Check that the password does not resemble the name or address."""
        given = User(username=self.cleaned_data.get("username", ""), email=self.cleaned_data.get("email", ""))
        if password := self.cleaned_data.get("password"):
            try:
                validate_password(password, given)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return self.cleaned_data


class PreferencesForm(UserForm):
    """Language, time zone, language of dates, and whether one's matches stay out of the dump."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Deadlines are shown in it, here and in mails."),
        error_messages={"invalid_choice": gettext_lazy("This time zone is not known here. Choose one from the list.")},
    )
    date_language = forms.ChoiceField(label=gettext_lazy("Language of dates"), choices=DATE_LANGUAGES, required=False)

    stays_out = forms.BooleanField(
        label=gettext_lazy("Keep my matches out of the public file of matches"),
        help_text=gettext_lazy(
            "Each night the finished public matches go into one file for everyone. Yours are left out whole."
        ),
        required=False,
    )

    class Meta:
        model = User
        fields = ("language", "time_zone", "date_language", "stays_out")

    def __init__(self, *args: Any, browser_zone: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        of_browser = ("", gettext("As in my browser"))
        self.fields["language"].choices = [of_browser, *settings.LANGUAGES]  # type: ignore[attr-defined]
        if not (self.instance.zone_chosen or self.is_bound):
            self.fields["time_zone"].widget.attrs["data-zone"] = "unchosen"
        choices = dict(zone_choices())
        choices.setdefault(self.instance.time_zone, self.instance.time_zone)
        self.fields["time_zone"].choices = list(choices.items())  # type: ignore[attr-defined]
        if not self.instance.zone_chosen and browser_zone in choices:
            self.initial["time_zone"] = browser_zone

    def clean_date_language(self) -> str:
        """Keep the choice of readers of other languages, who are not asked."""
        return str(self.cleaned_data["date_language"] or self.instance.date_language)
