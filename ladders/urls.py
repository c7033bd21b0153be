"""URLs of ladders and tournaments, below /ladders/ and /tournaments/."""

from django.urls import path, re_path

from ladders.views import challenges, feeds, ladders, organise, players, tournaments

app_name = "ladders"
urlpatterns = [
    path("ladders/", ladders.index, name="index"),
    path("ladders/hall/", ladders.hall, name="hall"),
    path("ladders/apart/", organise.apart, name="apart"),
    path("ladders/new/", organise.choose, {"what": "ladder"}, name="new_ladder"),
    path("ladders/new/<slug:slug>/", organise.new_ladder, name="new_ladder_game"),
    path("ladders/ratings/<slug:game>/<slug:speed>/", ladders.ratings, name="ratings"),
    path("ladders/player/<str:name>/results.atom", feeds.of_player, name="player_results"),
    path("ladders/versus/<str:one>/<str:other>/", players.versus, name="versus"),
    re_path(r"^ladders/export/(?P<what>[a-z]+)/(?P<key>[\w.-]+)\.(?P<form>csv|json)$", players.export, name="export"),
    path("ladder/<slug:slug>/", ladders.ladder, name="ladder"),
    path("ladder/<slug:slug>/results.atom", feeds.of_ladder, name="ladder_results"),
    path("ladder/<slug:slug>/why/", ladders.why, name="why"),
    path("ladder/<slug:slug>/join/", challenges.join, name="join"),
    path("ladder/<slug:slug>/leave/", challenges.leave, name="leave"),
    path("ladder/<slug:slug>/challenge/", challenges.challenge, name="challenge"),
    path("ladder/<slug:slug>/challenge/<int:number>/accept/", challenges.accept, name="accept"),
    path("ladder/<slug:slug>/challenge/<int:number>/back/", challenges.take_back, name="take_back"),
    path("ladder/<slug:slug>/import/", organise.import_to_ladder, name="import"),
    path("ladder/<slug:slug>/close/", organise.close, name="close"),
    path("ladder/<slug:slug>/season/new/", organise.new_season, name="new_season"),
    path("ladder/<slug:slug>/season/<int:number>/", ladders.season, name="season"),
    path("ladder/<slug:slug>/season/<int:number>/end/", organise.end_season, name="end_season"),
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/new/", organise.choose, {"what": "tournament"}, name="new_tournament"),
    path("tournaments/new/<slug:slug>/", tournaments.new, name="new_tournament_game"),
    path("tournament/<int:number>/", tournaments.tournament, name="tournament"),
    path("tournament/<int:number>/results.atom", feeds.of_tournament, name="tournament_results"),
    path("tournament/<int:number>/why/", tournaments.reasons, name="reasons"),
    path("tournament/<int:number>/calendar.ics", tournaments.calendar, name="calendar"),
    path("tournament/<int:number>/enter/", tournaments.enter, name="enter"),
    path("tournament/<int:number>/withdraw/", tournaments.withdraw, name="withdraw"),
    path("tournament/<int:number>/start/", tournaments.start, name="start"),
    path("tournament/<int:number>/call-off/", tournaments.call_off, name="call_off"),
    path("tournament/<int:number>/import/", organise.import_to_tournament, name="import_entries"),
]
