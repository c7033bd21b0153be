"""The application that the parts of the programming interface stand on."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Requests, responses, problems, cursors, idempotency keys and limits."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"
