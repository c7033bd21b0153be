"""URLs of friends."""

from django.urls import path

from friends import views

app_name = "friends"
urlpatterns = [
    path("friends/", views.friends, name="friends"),
    path("friends/followers/", views.followers_page, name="followers"),
    path("friends/follow/", views.follow_one, name="follow"),
    path("friends/followers/remove/", views.remove, name="remove"),
    path("friends/notices/", views.notices, name="notices"),
]
