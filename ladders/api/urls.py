"""Addresses of ladders and tournaments below /api/v1/."""

from django.urls import path

from ladders.api import ladders, tournaments

urlpatterns = [
    path("ladders", ladders.LaddersView.as_view(), name="ladders"),
    path("ladders/<slug:slug>", ladders.LadderView.as_view(), name="ladder"),
    path("ladders/<slug:slug>/join", ladders.LadderJoinView.as_view(), name="ladder_join"),
    path("ladders/<slug:slug>/leave", ladders.LadderLeaveView.as_view(), name="ladder_leave"),
    path("ladders/<slug:slug>/challenges", ladders.LadderChallengesView.as_view(), name="ladder_challenges"),
    path("challenges", ladders.ChallengesView.as_view(), name="challenges"),
    path("challenges/<int:number>/accepted", ladders.AcceptView.as_view(), name="challenge_accept"),
    path("challenges/<int:number>/taken-back", ladders.TakenBackView.as_view(), name="challenge_take_back"),
    path("ratings", ladders.RatingsView.as_view(), name="ratings"),
    path("tournaments", tournaments.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<int:number>", tournaments.TournamentView.as_view(), name="tournament"),
    path("tournaments/<int:number>/enter", tournaments.EnterView.as_view(), name="tournament_enter"),
    path("tournaments/<int:number>/withdraw", tournaments.WithdrawView.as_view(), name="tournament_withdraw"),
]
