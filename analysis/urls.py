"""URLs of hints and analyses."""

from django.urls import path

from analysis import views

app_name = "analysis"
urlpatterns = [
    path("table/<int:number>/hint/", views.hint, name="hint"),
    path("table/<int:number>/seat/<int:seat>/analysis/", views.analysis, name="analysis"),
]
