"""Forms for bot accounts and tokens."""

from django import forms

from accounts.security.tokens import LIFETIMES
from accounts.web.adapter import AccountAdapter
from accounts.web.forms import NAME_HELP
from api.scopes import WORDS, Scope


class AboutForm(forms.Form):
    """The public description of a bot account."""

    about = forms.CharField(
        label="What it is",
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text="A sentence or two. Everyone may read them.",
    )
    link = forms.URLField(
        label="Link to read more", required=False, assume_scheme="https", help_text="Its source, for instance."
    )


class BotAccountForm(AboutForm):
    """A new bot account."""

    username = forms.CharField(
        label="Name of the bot account",
        help_text=f"{NAME_HELP} They see that it is yours, too.",
        widget=forms.TextInput({"maxlength": 24, "autocomplete": "off"}),
    )
    field_order = ("username", "about", "link")

    def clean_username(self) -> str:
        """Check the name as at sign-up."""
        return AccountAdapter().clean_username(self.cleaned_data["username"])


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label="Name of the token", max_length=60, help_text="For yourself: where it is used.", initial="My first token"
    )
    scopes = forms.MultipleChoiceField(
        label="What it is for",
        choices=[(scope.value, f"{scope}: {words}") for scope, words in WORDS.items()],
        initial=[scope for scope in Scope if scope != Scope.DATA],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label="How long it holds", coerce=int, choices=list(LIFETIMES.items()), initial=90)
