"""The server's entry point: pages through Django, sockets through Channels."""

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piecepack_site.settings")
django.setup(set_prefix=False)

# Django must be set up before anything below is imported.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import re_path  # noqa: E402

from accounts.security.sockets import BoundedSockets, OwnPages  # noqa: E402
from foundation.collector import keep_loaded  # noqa: E402
from ladders.sockets import socket_urls as of_ladders  # noqa: E402
from matches.api.answer_socket import answer_urls  # noqa: E402
from matches.api.stream import stream_urls  # noqa: E402
from matches.log.prepared_types import prepare_types  # noqa: E402
from matches.web.page_answers import with_pages  # noqa: E402
from matches.web.sockets import socket_urls as of_tables  # noqa: E402
from operations.sockets import no_such_socket, traced_sockets  # noqa: E402
from piecepack_site.handler import OneThreadHandler  # noqa: E402

nowhere = re_path("", no_such_socket)  # type: ignore[arg-type]  # a view of Channels
# Bots send no origin. Their sockets ignore cookies, so pages of other sites cannot use them.
sockets_of_pages = OwnPages(AuthMiddlewareStack(BoundedSockets(URLRouter([*of_tables, *of_ladders, nowhere]))))
pages = OneThreadHandler()
of_pages = re_path("", with_pages(sockets_of_pages, pages))  # type: ignore[arg-type]  # an application, which Channels takes
application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": traced_sockets(URLRouter([*stream_urls, *answer_urls, of_pages])),
    }
)
# The views, which Django would load for the first page.
import_module(settings.ROOT_URLCONF)
prepare_types()
keep_loaded()
