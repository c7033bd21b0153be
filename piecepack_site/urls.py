"""All URLs of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts.web.key_views import key_log_in
from accounts.web.password_views import password_change, password_set
from piecepack_site import well_known

handler400 = "piecepack_site.error_pages.bad_request"
handler403 = "piecepack_site.error_pages.forbidden"
handler404 = "piecepack_site.error_pages.not_found"
handler500 = "piecepack_site.error_pages.broken"

# The admin's own log-in page has no rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Addresses are tried in this order. Programs ask most often, and would be compared with a hundred others first.
urlpatterns = [
    path("api/", include("piecepack_site.api_urls")),
    path("", include("matches.web.urls")),
    path("", include("ladders.urls")),
    path("", include("meeting.urls")),
    path("", include("analysis.urls")),
    path("", include("friends.urls")),
    path("", include("handbook.urls")),
    path("", include("clubs.urls")),
    path("", include("moderation.urls")),
    path("", include("notifications.urls")),
    path("", include("rights.urls")),
    path("people/", include("accounts.web.urls")),
    path("accounts/password/change/", password_change, name="account_change_password"),
    path("accounts/password/set/", password_set, name="account_set_password"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/webauthn/login/", key_log_in, name="mfa_login_webauthn"),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path(".well-known/piecepack-keys.json", well_known.piecepack_keys, name="piecepack_keys"),
    path(".well-known/change-password", well_known.change_password, name="change_password"),
]
