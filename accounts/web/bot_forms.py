"""Forms for bot accounts and tokens."""

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from accounts.security.tokens import LIFETIMES
from accounts.web.forms import NewNameForm
from api.scopes import WORDS, Scope


class AboutForm(forms.Form):
    """The public description of a bot account."""

    about = forms.CharField(
        label=gettext_lazy("What it is"),
        required=False,
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("A sentence or two. Everyone may read them."),
    )
    link = forms.URLField(
        label=gettext_lazy("Link to read more"),
        required=False,
        assume_scheme="https",
        help_text=gettext_lazy("Its source, for instance."),
    )


class BotAccountForm(NewNameForm, AboutForm):
    """A new bot account."""

    username = forms.CharField(
        label=gettext_lazy("Name of the bot account"),
        help_text=gettext_lazy(
            "2 to 24 letters, digits, full stops, hyphens or underscores. "
            "Everyone sees it. They see that it is yours, too."
        ),
        widget=forms.TextInput({"maxlength": 24, "autocomplete": "off"}),
    )
    field_order = ("username", "about", "link")


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label=gettext_lazy("Name of the token"),
        max_length=60,
        help_text=gettext_lazy("For yourself: where it is used."),
        initial=gettext_lazy("My first token"),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it is for"),
        choices=lambda: [
            (scope.value, format_html("<code>{}</code>: {}", scope, words)) for scope, words in WORDS.items()
        ],
        initial=[scope for scope in Scope if scope != Scope.DATA],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("How long it holds"), coerce=int, choices=list(LIFETIMES.items()), initial=90
    )
