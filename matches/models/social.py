"""What people have beside the game: what they say, write for themselves, follow, mute and bring along.

What they say leaves by `games.talk.talk_view` alone, so nothing here shows what a row holds.
"""

from django.conf import settings
from django.db import models


class Room(models.TextChoices):
    """Who talks here."""

    PLAYERS = "players", "Players"
    WATCHERS = "watchers", "Those who watch"


class Message(models.Model):
    """Something said at a table, in one of its rooms."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="messages")
    room = models.CharField(max_length=8, choices=Room)
    number = models.PositiveIntegerField()
    """Counted for each room: a number of the whole table would tell of the other room."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    """The seat that the author held then."""
    text = models.TextField()
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("match", "room", "number")
        constraints = (models.UniqueConstraint(fields=["match", "room", "number"], name="one_message_a_number"),)

    def __str__(self) -> str:
        return f"Something said at table {self.match_id}"


class Note(models.Model):
    """What a player writes down for themselves: only the writer ever reads it."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="notes")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sealed = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "writer"], name="one_note_a_writer"),)

    def __str__(self) -> str:
        return f"A note at table {self.match_id}"


class Following(models.Model):
    """How one user follows one table: how far they have read, and what they wish to see."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="followings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    read_players = models.PositiveIntegerField(default=0)
    read_watchers = models.PositiveIntegerField(default=0)
    muted = models.BooleanField(default=False)
    starred = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "user"], name="one_following_a_user"),)
        indexes = (models.Index(fields=["user"], name="following_starred", condition=models.Q(starred=True)),)

    def __str__(self) -> str:
        return f"Following of table {self.match_id}"


class Muting(models.Model):
    """A user whom a reader no longer wishes to read, at any table."""

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutings")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["reader", "muted"], name="muted_once"),)

    def __str__(self) -> str:
        return f"Muting {self.pk}"


class Replay(models.Model):
    """A match that somebody brought as a file, with all its secrets open. It counts for nothing.

    Whoever has the token may look at it; it stands in no list but its owner's.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="replays")
    token = models.CharField(max_length=24, unique=True)
    title = models.CharField(max_length=400)
    record = models.BinaryField()
    """The file, checked and packed: see `games.replays`."""
    digest = models.CharField(max_length=64)
    """The last link of its chain: the same match is kept once for each owner."""
    added_at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=["owner", "digest"], name="one_replay_a_match"),)

    def __str__(self) -> str:
        return f"Replay {self.pk}"
