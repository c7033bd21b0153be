"""URLs of reports and of the moderators' desk, below /report/ and /moderation/."""

from django.urls import path

from moderation.views import (
    acting,
    answers,
    audit,
    clubs,
    mine,
    players,
    report_queue,
    reporting,
    seals,
    signals,
    tables,
)

app_name = "moderation"
urlpatterns = [
    path("report/", reporting.report, name="report_make"),
    path("moderation/", report_queue.reports, name="queue"),
    path("moderation/mine/", mine.mine, name="mine"),
    path("moderation/mine/name/", mine.name, name="choose_name"),
    path("moderation/report/<int:number>/", report_queue.report, name="report"),
    path("moderation/report/<int:number>/claim/", report_queue.claim, name="claim"),
    path("moderation/report/<int:number>/hand-over/", report_queue.hand_over, name="hand_over"),
    path("moderation/report/<int:number>/close/", report_queue.close, name="close"),
    path("moderation/table/<int:number>/", tables.table, name="table"),
    path("moderation/table/<int:number>/board/", tables.board, name="board"),
    path("moderation/club/<int:number>/", clubs.club, name="club"),
    path("moderation/player/<str:name>/", players.player, name="player"),
    path("moderation/table/<int:number>/seal/", seals.ask, name="seal_ask"),
    path("moderation/seals/", seals.seals, name="seals"),
    path("moderation/seals/<int:number>/judge/", seals.judge, name="seal_judge"),
    path("moderation/seals/<int:number>/break/", seals.break_it, name="seal_break"),
    path("moderation/signals/", signals.signals, name="signals"),
    path("moderation/signals/<int:number>/report/", signals.open_report, name="signal_report"),
    path("moderation/find/", players.find, name="find"),
    path("moderation/audit/", audit.audit, name="audit"),
    path("moderation/answers/", answers.answers, name="answers"),
    path("moderation/answers/<int:number>/", answers.answers, name="answer"),
    path("moderation/answers/<int:number>/remove/", answers.remove, name="answer_remove"),
    path("moderation/act/<slug:slug>/", acting.action, name="act"),
    path("moderation/undo/<int:number>/", acting.take_back, name="undo"),
]
