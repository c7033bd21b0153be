"""Addresses of reports and of the moderators' desk, below /report/ and /moderation/."""

from django.urls import path

from moderation.views import acting, mine

app_name = "moderation"
urlpatterns = [
    path("moderation/mine/", mine.mine, name="mine"),
    path("moderation/act/<slug:slug>/", acting.action, name="act"),
    path("moderation/undo/<int:number>/", acting.take_back, name="undo"),
]
