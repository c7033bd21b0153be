"""Addresses of tables below /api/v1/."""

from django.urls import path

from games.api import answering, catalogue, manners, observing, planning, seats, tables, talking, turns

urlpatterns = [
    path("games", catalogue.GamesView.as_view(), name="games"),
    path("games/<slug:slug>", catalogue.GameView.as_view(), name="game"),
    path("seeds", tables.SeedsView.as_view(), name="seeds"),
    path("matches", tables.MatchesView.as_view(), name="matches"),
    path("matches/<int:number>/join", tables.JoinView.as_view(), name="join"),
    path("matches/<int:number>/leave", tables.LeaveView.as_view(), name="leave"),
    path("matches/<int:number>/start", tables.StartView.as_view(), name="start"),
    path("matches/<int:number>/plan", planning.PlanView.as_view(), name="plan"),
    path("matches/<int:number>/plan/struck-out", planning.StrikeView.as_view(), name="plan_strike"),
    path("matches/<int:number>/plan/raised", planning.RaiseView.as_view(), name="plan_raise"),
    path("matches/<int:number>/seat-back", seats.SeatBackView.as_view(), name="seat_back"),
    path("matches/<int:number>/seats/<int:seat>/offer", seats.OfferView.as_view(), name="offer_seat"),
    path("matches/<int:number>/seats/<int:seat>/substitute", seats.SubstituteView.as_view(), name="substitute"),
    path("matches/<int:number>/votes", manners.VotesView.as_view(), name="votes"),
    path("matches/<int:number>/votes/answers", manners.VoteAnswersView.as_view(), name="vote_answers"),
    path("matches/<int:number>/resume", manners.ResumeView.as_view(), name="resume"),
    path("matches/<int:number>/resign", manners.ResignView.as_view(), name="resign"),
    path("matches/<int:number>/rematch", manners.RematchView.as_view(), name="rematch"),
    path("matches/<int:number>/talk", talking.TalkView.as_view(), name="talk"),
    path("matches/<int:number>/talk/taken-back", talking.TakeBackView.as_view(), name="take_back"),
    path("matches/<int:number>/talk/read", talking.ReadView.as_view(), name="talk_read"),
    path("matches/<int:number>/note", talking.NoteView.as_view(), name="note"),
    path("matches/<int:number>/star", talking.StarView.as_view(), name="star"),
    path("turns", turns.TurnsView.as_view(), name="turns"),
    path("matches/<int:number>", observing.MatchView.as_view(), name="match"),
    path("matches/<int:number>/steps/<int:step>", observing.StepView.as_view(), name="step"),
    path("matches/<int:number>/log", observing.LogView.as_view(), name="log"),
    path("matches/<int:number>/legal-actions", answering.LegalActionsView.as_view(), name="legal_actions"),
    path("matches/<int:number>/answers", answering.AnswersView.as_view(), name="answers"),
]
