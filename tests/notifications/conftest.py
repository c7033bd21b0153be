"""What the tests of notices share."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings

from tests.support.smtp import MailServer


@pytest.fixture(autouse=True, scope="session")
def _folder_of_static_files() -> None:
    # WhiteNoise warns when the folder that `collectstatic` makes is not there.
    Path(django_settings.STATIC_ROOT).mkdir(exist_ok=True)


@pytest.fixture
def smtp_settings(settings, mail_server: MailServer):
    """The site's mails go through a real mail server."""
    settings.EMAIL_BACKEND = "notifications.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", urlsplit(mail_server.url).port
    settings.EMAIL_TIMEOUT = 5
    settings.SITE_URL = "https://post.example"
    return settings
