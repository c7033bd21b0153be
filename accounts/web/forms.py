"""The forms of the account pages."""

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password

from accounts.adapter import AccountAdapter
from accounts.models import User
from accounts.zones import DATE_LANGUAGES, zone_choices

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

NAME_HINT = "2 to 24 letters, digits, full stops, hyphens or underscores. Everyone sees it."
ADDRESS_HINT = "For mails about your turns. Nobody else sees it."
STRENGTH_HINT = "At least 8 characters, and not a common one."


def _label(form: forms.BaseForm, **texts: tuple[str, str]) -> None:
    """Give fields the site's label and hint; hints stand beside a field, never inside it."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
    for name, (label, hint) in texts.items():
        form.fields[name].label, form.fields[name].help_text = label, hint


def _ask_consent(form: forms.BaseForm) -> None:
    """Where the operator has a text to agree to, nobody plays without."""
    if settings.CONSENT:
        missing = {"required": "Agree to this first. Without, you can look on, but not play."}
        form.fields["consent"] = forms.BooleanField(label=settings.CONSENT, error_messages=missing)


class LogInForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """Log in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, login=("Name or mail address", ""), password=("Password", ""))
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """Become a person on this site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(
            self,
            username=("Name", NAME_HINT),
            email=("Mail address", ADDRESS_HINT),
            password1=("Password", STRENGTH_HINT),
        )
        _ask_consent(self)


class AddressForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    """Give another mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, email=("New mail address", ADDRESS_HINT))


class PasswordChangeForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """Choose another password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(
            self,
            oldpassword=("Password of now", ""),
            password1=("New password", STRENGTH_HINT),
            password2=("New password once more", ""),
        )


class PasswordSetForm(allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """Choose a first password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password1=("Password", STRENGTH_HINT), password2=("Password once more", ""))


class PasswordResetForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """Ask for a mail with which to choose another password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, email=("Mail address", ""))


class PasswordResetKeyForm(allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Choose another password by way of that mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password1=("New password", STRENGTH_HINT), password2=("New password once more", ""))


class PasswordAgainForm(allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """Show once more who one is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password=("Password", ""))


class GuestForm(forms.Form):
    """Play without an account of one's own: asks for nothing, unless the operator has a text to agree to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_consent(self)


class KeepForm(forms.Form):
    """What a guest gives to keep the account."""

    username = forms.CharField(
        label="Name", help_text=NAME_HINT, widget=forms.TextInput({"autocomplete": "username", "maxlength": 24})
    )
    email = forms.EmailField(
        label="Mail address",
        help_text=ADDRESS_HINT,
        widget=forms.EmailInput({"autocomplete": "email"}),
        error_messages={"invalid": "This is no mail address. It looks like name@example.org."},
    )
    password = forms.CharField(
        label="Password",
        help_text=STRENGTH_HINT,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_consent(self)

    def clean_username(self) -> str:
        """The name, checked as at sign-up."""
        return AccountAdapter().clean_username(self.cleaned_data["username"])

    def clean_email(self) -> str:
        """The address in lower case, as accounts keep it."""
        return str(self.cleaned_data["email"]).lower()

    def clean(self) -> dict[str, Any]:
        """Check the password against the name and address it must not resemble."""
        given = User(username=self.cleaned_data.get("username", ""), email=self.cleaned_data.get("email", ""))
        if password := self.cleaned_data.get("password"):
            try:
                validate_password(password, given)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return self.cleaned_data


class PreferencesForm(UserForm):
    """Time zone and language of dates."""

    time_zone = forms.ChoiceField(
        label="Time zone",
        help_text="Deadlines are shown in it, here and in mails.",
        error_messages={"invalid_choice": "This time zone is not known here. Choose one from the list."},
    )
    date_language = forms.ChoiceField(label="Language of dates", choices=DATE_LANGUAGES)

    class Meta:
        model = User
        fields = ("time_zone", "date_language")

    def __init__(self, *args: Any, browser_zone: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not (self.instance.zone_chosen or self.is_bound):
            self.fields["time_zone"].widget.attrs["data-zone"] = "unchosen"
        choices = dict(zone_choices())
        choices.setdefault(self.instance.time_zone, self.instance.time_zone)
        self.fields["time_zone"].choices = list(choices.items())  # type: ignore[attr-defined]
        if not self.instance.zone_chosen and browser_zone in choices:
            self.initial["time_zone"] = browser_zone
