"""Messages that forms leave for the next page, in the reader's language."""

from typing import Any

from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest, HttpResponseBase

from accounts.web.languages import language_for


class InReadersLanguage(SessionStorage):
    """Stores messages in the language that the reader chose: only here do lazy texts become words."""

    request: HttpRequest

    def update(self, response: HttpResponseBase) -> list[Any] | None:
        """Word and store what the next page shows."""
        with language_for(self.request.user):
            return super().update(response)
