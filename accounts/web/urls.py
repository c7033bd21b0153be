"""URLs of users, below /people/."""

from django.urls import path

from accounts.web import block_views, bot_views, hour_views, safety_views, views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("me/", views.profile, name="profile"),
    path("me/hours/", hour_views.hours, name="hours"),
    path("me/hours/quiet/", hour_views.quiet, name="quiet"),
    path("me/hours/vacation/", hour_views.vacation, name="vacation"),
    path("me/hours/vacation/back/", hour_views.vacation_back, name="vacation_back"),
    path("me/safety/", safety_views.safety, name="safety"),
    path("me/safety/log-ins/end/", safety_views.end_log_ins, name="log_ins_end"),
    path("me/safety/log-ins/<int:number>/end/", safety_views.end_log_in, name="log_in_end"),
    path("me/blocked/", block_views.blocked_people, name="blocked"),
    path("me/bots/", bot_views.bots, name="bots"),
    path("me/bots/<str:name>/", bot_views.bot_account, name="bot"),
    path("me/bots/<str:name>/close/", bot_views.close, name="bot_close"),
    path("me/bots/<str:name>/token/", bot_views.bot_token, name="bot_token"),
    path("me/tokens/", bot_views.tokens, name="tokens"),
    path("me/tokens/new/", bot_views.token, name="token"),
    path("me/tokens/<int:number>/revoke/", bot_views.revoke, name="token_revoke"),
    path("<str:name>/block/", block_views.block, name="block"),
    path("<str:name>/", views.public, name="public"),
]
