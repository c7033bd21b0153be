"""The sections of an archive about friends, clubs, quick tables, analyses, ladders and tournaments."""

from django.utils.translation import gettext_lazy

from ladders.models import Ladder
from meeting.models import Seeker
from rights.export_section import ExportSection, rows_of

WAITING = ("games", "paces", "sizes", "since", "chosen_at", "bots_after")
MEETING = (
    ExportSection(
        "friends",
        gettext_lazy("Whom you follow"),
        ("friends.Follow.by",),
        # Someone who was refused is not told.
        lambda user: rows_of(user.follows.filter(refused=False), "other__username", "at"),
    ),
    ExportSection(
        "followers",
        gettext_lazy("Who follows you, and whom you have refused"),
        ("friends.Follow.other",),
        lambda user: rows_of(user.followers, "by__username", "at", "refused"),
    ),
    ExportSection(
        "clubs",
        gettext_lazy("Clubs that you belong to"),
        ("clubs.Membership.user",),
        lambda user: rows_of(user.memberships, "club__title", "role", "joined_at"),
    ),
    ExportSection(
        "clubs-asked",
        gettext_lazy("Clubs that you ask to join"),
        ("clubs.Applicant.user",),
        # Someone who was refused is not told.
        lambda user: rows_of(user.applications.filter(refused=False), "club__title", "at"),
    ),
    ExportSection(
        "club-messages",
        gettext_lazy("What you wrote in clubs"),
        ("clubs.ClubMessage.author",),
        lambda user: rows_of(user.club_messages, "club__title", "number", "text", "at", "taken_back_at"),
    ),
    ExportSection(
        "quick-table",
        gettext_lazy("The quick table that you wait for"),
        ("meeting.Seeker.user",),
        lambda user: rows_of(Seeker.objects.filter(user=user), *WAITING),
    ),
    ExportSection(
        "analyses",
        gettext_lazy("Hints and analyses that you asked for"),
        ("analysis.Hint.user", "analysis.Analysis.user"),
        lambda user: [
            row for rows in (user.hints, user.analyses) for row in rows_of(rows, "match_id", "seat", "asked_at")
        ],
    ),
)
LADDERS = (
    ExportSection(
        "ratings",
        gettext_lazy("Ratings"),
        ("ladders.Rating.user",),
        lambda user: rows_of(user.ratings, "pool__game", "pool__speed", "mu", "sigma", "matches"),
    ),
    ExportSection(
        "rating-changes",
        gettext_lazy("How your ratings came about"),
        ("ladders.RatingChange.user",),
        lambda user: rows_of(
            user.rating_changes,
            "result__match_id",
            "place",
            "away",
            "forfeit",
            "mu_before",
            "sigma_before",
            "mu",
            "sigma",
        ),
    ),
    ExportSection(
        "rungs",
        gettext_lazy("Rungs on ladders"),
        ("ladders.Rung.user",),
        lambda user: rows_of(user.rungs, "ladder__title", "division__level", "position", "joined_at", "active_at"),
    ),
    ExportSection(
        "rung-changes",
        gettext_lazy("How your rungs came about"),
        ("ladders.RungChange.user",),
        lambda user: rows_of(user.rung_changes, "ladder__title", "before", "after", "why", "at"),
    ),
    ExportSection(
        "seasons",
        gettext_lazy("Places in seasons"),
        ("ladders.SeasonPlace.user",),
        lambda user: rows_of(user.season_places, "season__title", "division", "position", "moved"),
    ),
    ExportSection(
        "challenges-made",
        gettext_lazy("Challenges that you made"),
        ("ladders.Challenge.challenger",),
        lambda user: rows_of(user.challenges_made, "ladder__title", "state", "match_id", "made_at", "ended_at"),
    ),
    ExportSection(
        "challenges",
        gettext_lazy("Challenges in which you have a seat"),
        ("ladders.ChallengeSeat.user",),
        lambda user: rows_of(
            user.challenge_seats, "challenge__ladder__title", "challenge__state", "challenge__match_id", "accepted_at"
        ),
    ),
    ExportSection(
        "tournaments",
        gettext_lazy("Tournaments"),
        ("ladders.Entry.user",),
        lambda user: rows_of(user.tournament_entries, "tournament__title", "state", "entered_at", "left_why", "rank"),
    ),
    ExportSection(
        "tournaments-made",
        gettext_lazy("Tournaments that you announced"),
        ("ladders.Tournament.made_by",),
        lambda user: rows_of(user.tournaments_made, "title", "made_at"),
    ),
    ExportSection(
        "ladders-opened",
        gettext_lazy("Ladders that you opened"),
        ("ladders.Ladder.opened_by",),
        lambda user: rows_of(Ladder.objects.filter(opened_by=user), "title", "opened_at"),
    ),
)
