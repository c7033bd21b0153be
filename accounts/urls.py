"""The addresses of people, below /people/."""

from django.urls import path

from accounts import block_views, hours, program_views, safety_views, views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("me/", views.profile, name="profile"),
    path("me/hours/", hours.hours, name="hours"),
    path("me/hours/quiet/", hours.quiet, name="quiet"),
    path("me/hours/vacation/", hours.vacation, name="vacation"),
    path("me/hours/vacation/back/", hours.vacation_back, name="vacation_back"),
    path("me/safety/", safety_views.safety, name="safety"),
    path("me/safety/log-ins/end/", safety_views.log_ins_end, name="log_ins_end"),
    path("me/safety/log-ins/<int:number>/end/", safety_views.log_in_end, name="log_in_end"),
    path("me/blocked/", block_views.blocked, name="blocked"),
    path("me/programs/", program_views.programs, name="programs"),
    path("me/programs/<str:name>/", program_views.program, name="program"),
    path("me/programs/<str:name>/close/", program_views.close, name="program_close"),
    path("me/programs/<str:name>/token/", program_views.program_token, name="program_token"),
    path("me/tokens/", program_views.tokens, name="tokens"),
    path("me/tokens/new/", program_views.token, name="token"),
    path("me/tokens/<int:number>/revoke/", program_views.revoke, name="token_revoke"),
    path("<str:name>/block/", block_views.block, name="block"),
    path("<str:name>/", views.public, name="public"),
]
