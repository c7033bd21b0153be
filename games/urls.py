"""Addresses of tables and rules."""

from django.urls import path

from games.views import answer, check, create, help, lists, lobby, rules, seats, table

app_name = "games"
urlpatterns = [
    path("", lists.front, name="front"),
    path("turns/", lists.mine, name="mine"),
    path("tables/", lists.tables, name="tables"),
    path("tables/new/", create.choose, name="create"),
    path("tables/new/<slug:slug>/", create.create, name="create_game"),
    path("table/<int:number>/", table.table, name="table"),
    path("table/<int:number>/live/", table.live, name="live"),
    path("table/<int:number>/answer/", answer.answer, name="answer"),
    path("table/<int:number>/step/<int:step>/", table.replay, name="replay"),
    path("table/<int:number>/log/", table.whole_log, name="log"),
    path("table/<int:number>/check/", check.check, name="check"),
    path("table/<int:number>/match.json", check.export, name="export"),
    path("table/<int:number>/join/", lobby.join, name="join"),
    path("table/<int:number>/leave/", lobby.leave, name="leave"),
    path("table/<int:number>/start/", lobby.start, name="start"),
    path("table/<int:number>/seat/back/", seats.take_back, name="take_back"),
    path("table/<int:number>/go-on/", seats.go_on, name="go_on"),
    path("table/<int:number>/seat/<int:seat>/offer/", seats.offer, name="offer_seat"),
    path("table/<int:number>/seat/<int:seat>/substitute/", seats.substitute, name="substitute"),
    path("help/clocks/", help.clocks, name="help_clocks"),
    path("rules/", rules.index, name="rules_index"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("healthz", rules.healthz, name="healthz"),
]
