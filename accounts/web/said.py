"""What forms say on the next page, worded for the reader."""

from typing import Any

from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest, HttpResponseBase

from accounts.web.languages import language_for


class InReadersLanguage(SessionStorage):
    """Stores messages in the language that the reader chose: a constant is worded as late as here, after the page."""

    request: HttpRequest

    def update(self, response: HttpResponseBase) -> list[Any] | None:
        """Word and store what the next page shows."""
        with language_for(self.request.user):
            return super().update(response)
