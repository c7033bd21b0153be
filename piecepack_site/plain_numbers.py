"""Templates write numbers as programs read them, in every language.

Django would write 27.5 as "27,5" in German, also in a drawing, where it means two numbers. What people read goes
through `decimal` of `foundation/language.py`, and a time through a tag or filter. Where Django is to write either as
the language does, say `{% localize on %}`.
"""

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends import django as backend
from django.template.context import make_context


class PlainNumbers(backend.DjangoTemplates):
    """Django's own templates, whose numbers are the same for all readers."""

    def from_string(self, template_code: str) -> "PlainTemplate":
        """A template of this text."""
        return PlainTemplate(super().from_string(template_code).template, self)

    def get_template(self, template_name: str) -> "PlainTemplate":
        """The template with this name."""
        return PlainTemplate(super().get_template(template_name).template, self)


class PlainTemplate(backend.Template):
    """A template whose numbers are the same for all readers."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> Any:
        """Fill in the template."""
        made = make_context(context, request, autoescape=self.backend.engine.autoescape)
        made.use_l10n = False
        try:
            return self.template.render(made)
        except TemplateDoesNotExist as missing:
            backend.reraise(missing, self.backend)
