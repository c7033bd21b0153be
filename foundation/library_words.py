"""What Django and allauth say of forms and passwords, noted for our own catalogues.

Their translations say *Sie*, *vous* or *usted*. Django looks in our catalogues first, so what is worded there wins.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

OF_FIELDS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid JSON."),
    gettext_noop("Enter a list of values."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
)
OF_FILES = (
    gettext_noop("No file was submitted."),
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("The submitted file is empty."),
    gettext_noop("Please either submit a file or check the clear checkbox, not both."),
)
OF_PASSWORDS = (
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("You must type the same password each time."),
)
OF_ACCOUNTS = (
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Please select only one."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
)
