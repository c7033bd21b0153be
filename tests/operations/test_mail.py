"""Which way mail leaves the site."""

import environ
import pytest

from piecepack_site.mail import mail_settings


@pytest.mark.parametrize(
    ("url", "backend"),
    [
        ("smtp+tls://ana:secret@mail.example.org:587", "notifications.smtp.EmailBackend"),
        ("consolemail://", "django.core.mail.backends.console.EmailBackend"),
    ],
)
def test_mail_leaves_as_its_address_says(url: str, backend: str) -> None:
    found = mail_settings(environ.Env.email_url_config(url))
    assert found["EMAIL_BACKEND"] == backend
    assert found["EMAIL_TIMEOUT"] == 15


def test_an_address_of_no_known_kind_is_refused() -> None:
    with pytest.raises(environ.ImproperlyConfigured):
        environ.Env.email_url_config("smtp+starttls://mail.example.org")


def test_without_an_address_mail_stays_on_the_site() -> None:
    assert mail_settings({}) == {"EMAIL_BACKEND": "notifications.mailbox.MailboxBackend"}
