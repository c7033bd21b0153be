"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.broken"

# The admin's own log-in page knows nothing of rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.urls")),
    path("", include("ladders.urls")),
    path("", include("moderation.urls")),
    path("", include("notifications.urls")),
    path("", include("rights.urls")),
    path("api/", include("piecepack_site.api_urls")),
    path("people/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
]
