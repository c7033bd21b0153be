"""Addresses of tables and rules."""

from django.urls import path

from games.views import act, answer, check, create, feeds, lists, lobby, manners, notices, plan, rules, table, talk

app_name = "games"
urlpatterns = [
    path("", lists.front, name="front"),
    path("turns/", lists.mine, name="mine"),
    path("turns/counts/", notices.counts, name="counts"),
    path("act/<str:token>/", act.act, name="act"),
    path("feeds/<str:token>/deadlines.ics", feeds.deadlines, name="feed_deadlines"),
    path("feeds/<str:token>/turns.atom", feeds.turns, name="feed_turns"),
    path("tables/", lists.tables, name="tables"),
    path("tables/new/", create.choose, name="create"),
    path("tables/new/<slug:slug>/", create.create, name="create_game"),
    path("table/<int:number>/", table.table, name="table"),
    path("table/<int:number>/live/", table.live, name="live"),
    path("table/<int:number>/answer/", answer.answer, name="answer"),
    path("table/<int:number>/plan/", plan.plan, name="plan"),
    path("table/<int:number>/notices/", notices.choose, name="notices"),
    path("table/<int:number>/step/<int:step>/", table.replay, name="replay"),
    path("table/<int:number>/log/", table.whole_log, name="log"),
    path("table/<int:number>/check/", check.check, name="check"),
    path("table/<int:number>/match.json", check.export, name="export"),
    path("table/<int:number>/join/", lobby.join, name="join"),
    path("table/<int:number>/leave/", lobby.leave, name="leave"),
    path("table/<int:number>/start/", lobby.start, name="start"),
    path("table/<int:number>/talk/", talk.talk, name="talk"),
    path("table/<int:number>/talk/say/", talk.say, name="say"),
    path("table/<int:number>/talk/take-back/", talk.take_back, name="take_back"),
    path("table/<int:number>/talk/read/", talk.read, name="talk_read"),
    path("table/<int:number>/talk/mute/", talk.mute, name="mute"),
    path("table/<int:number>/talk/mute-table/", talk.mute_table, name="mute_table"),
    path("table/<int:number>/note/", talk.note, name="note"),
    path("table/<int:number>/star/", talk.star, name="star"),
    path("table/<int:number>/vote/", manners.vote, name="vote"),
    path("table/<int:number>/vote/answer/", manners.answer_vote, name="answer_vote"),
    path("table/<int:number>/resume/", manners.resume, name="resume"),
    path("table/<int:number>/resign/", manners.resign, name="resign"),
    path("table/<int:number>/rematch/", manners.rematch, name="rematch"),
    path("muted/", talk.muted, name="muted"),
    path("rules/", rules.index, name="rules_index"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
]
