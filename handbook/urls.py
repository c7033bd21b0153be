"""URLs of the help."""

from django.urls import path

from handbook import views

app_name = "handbook"
urlpatterns = [
    path("help/", views.index, name="index"),
    path("help/find/", views.find, name="find"),
    path("help/<slug:slug>/", views.page, name="page"),
]
