"""URLs of hints and analyses below /api/v1/."""

from django.urls import path

from analysis.api.analyses import AnalysisView
from analysis.api.hints import HintView

urlpatterns = [
    path("matches/<int:number>/hint", HintView.as_view(), name="hint"),
    path("matches/<int:number>/seats/<int:seat>/analysis", AnalysisView.as_view(), name="analysis"),
]
