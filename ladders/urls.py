"""Addresses of ladders and tournaments."""

from django.urls import path

app_name = "ladders"
urlpatterns: list[object] = []
