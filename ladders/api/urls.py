"""URLs of ladders and tournaments below /api/v1/."""

from django.urls import path

from ladders.api import ladders, organising, pairs, players, reasons, seasons, sheets, tournaments

urlpatterns = [
    path("ladders", organising.AllLaddersView.as_view(), name="ladders"),
    path("ladders/<slug:slug>", ladders.LadderView.as_view(), name="ladder"),
    path("ladders/<slug:slug>/rungs", ladders.RungsView.as_view(), name="ladder_rungs"),
    path("ladders/<slug:slug>/changes", reasons.ChangesView.as_view(), name="ladder_changes"),
    path("ladders/<slug:slug>/entry", ladders.LadderEntryView.as_view(), name="ladder_entry"),
    path("ladders/<slug:slug>/challenges", ladders.LadderChallengesView.as_view(), name="ladder_challenges"),
    path("ladders/<slug:slug>/close", organising.LadderCloseView.as_view(), name="ladder_close"),
    path("ladders/<slug:slug>/entries", organising.LadderEntriesView.as_view(), name="ladder_entries"),
    path("ladders/<slug:slug>/seasons", organising.AllSeasonsView.as_view(), name="seasons"),
    path("ladders/<slug:slug>/seasons/<int:season>", organising.OneSeasonView.as_view(), name="season"),
    path("ladders/<slug:slug>/seasons/<int:season>/end", organising.SeasonEndView.as_view(), name="season_end"),
    path("hall/seasons", seasons.HallOfSeasonsView.as_view(), name="hall_seasons"),
    path("hall/tournaments", seasons.HallOfTournamentsView.as_view(), name="hall_tournaments"),
    path("sheets/<slug:what>/<str:key>", sheets.SheetView.as_view(), name="sheet"),
    path("players/<str:name>/record", players.RecordView.as_view(), name="record"),
    path("players/<str:name>/opponents", players.OpponentsView.as_view(), name="opponents"),
    path("players/<str:name>/opponents/<str:other>", players.VersusView.as_view(), name="versus"),
    path("pairs-apart", pairs.PairsView.as_view(), name="pairs_apart"),
    path("pairs-apart/<str:one>/<str:other>", pairs.PairView.as_view(), name="pair"),
    path("challenges", ladders.ChallengesView.as_view(), name="challenges"),
    path("challenges/<int:number>", ladders.ChallengeView.as_view(), name="challenge"),
    path("challenges/<int:number>/accept", ladders.AcceptView.as_view(), name="challenge_accept"),
    path("ratings", ladders.RatingsView.as_view(), name="ratings"),
    path("tournaments", organising.AllTournamentsView.as_view(), name="tournaments"),
    path("tournaments/<int:number>", tournaments.TournamentView.as_view(), name="tournament"),
    path("tournaments/<int:number>/standings", tournaments.StandingsView.as_view(), name="tournament_standings"),
    path("tournaments/<int:number>/tables", tournaments.TournamentTablesView.as_view(), name="tournament_tables"),
    path("tournaments/<int:number>/reasons", reasons.ReasonsView.as_view(), name="tournament_reasons"),
    path("tournaments/<int:number>/entry", tournaments.EntryView.as_view(), name="tournament_entry"),
    path("tournaments/<int:number>/start", organising.TournamentStartView.as_view(), name="tournament_start"),
    path("tournaments/<int:number>/call-off", organising.TournamentCallOffView.as_view(), name="tournament_call_off"),
    path("tournaments/<int:number>/entries", organising.AllEntriesView.as_view(), name="tournament_entries"),
]
