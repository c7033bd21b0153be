"""URLs of quick tables."""

from django.urls import path

from meeting import views

app_name = "meeting"
urlpatterns = [
    path("quick/", views.quick, name="quick"),
    path("quick/leave/", views.leave, name="leave"),
    path("quick/stay/", views.stay, name="stay"),
    path("quick/bots/", views.bots, name="bots"),
]
