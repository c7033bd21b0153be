"""The versions of the site and of its API."""

from django.conf import settings
from drf_spectacular.settings import spectacular_settings
from rest_framework.request import Request

from api.messages import ApiResponse
from api.views import ApiView, operation


class Version(ApiResponse):
    """The versions of the site and its API."""

    version: str
    """The version of the site's software, such as "0.1.0"."""
    api: str
    """The version of this API, as in its URLs."""


class VersionView(ApiView):
    """The version of the site and its API."""

    @operation("Read the version", scope=None, reply=Version)
    def get(self, request: Request) -> Version:
        """Return the version of the site and of its API. Any token may ask."""
        return Version(version=settings.SITE_VERSION, api=spectacular_settings.VERSION)
