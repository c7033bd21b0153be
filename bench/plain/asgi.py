"""The yardstick's entry point: Django's own handler."""

import os

from django.core.asgi import get_asgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.plain.settings"
application = get_asgi_application()
