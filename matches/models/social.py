"""The social side of matches: messages, notes, stars, muting and imported replays.

Messages leave only through `matches.chat.read.chat_view`, so no method here reveals their content.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy


class Room(models.TextChoices):
    """The chat rooms of a table."""

    PLAYERS = "players", gettext_lazy("Players")
    SPECTATORS = "spectators", gettext_lazy("Those who watch")


class Message(models.Model):
    """A message in one of a table's rooms."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="messages", db_index=False)
    room = models.CharField(max_length=10, choices=Room)
    number = models.PositiveIntegerField()
    """Counted by room: a number for the whole table would reveal messages in the other room."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    """The seat that the author held at the time."""
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
    """A player's private note, which only they can read."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="notes", db_index=False)
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sealed = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "writer"], name="one_note_a_writer"),)

    def __str__(self) -> str:
        return f"A note at table {self.match_id}"


class Following(models.Model):
    """One user's settings for one table: how far they have read, muting and starring."""

    pk = models.CompositePrimaryKey("match", "user")
    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="followings", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    read_players = models.PositiveIntegerField(default=0)
    read_spectators = models.PositiveIntegerField(default=0)
    muted = models.BooleanField(default=False)
    starred = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=["user"], name="following_starred", condition=models.Q(starred=True)),)

    def __str__(self) -> str:
        return f"Following of table {self.match_id}"


class Muting(models.Model):
    """An author whom a reader has muted at every table."""

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutings", db_index=False)
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["reader", "muted"], name="muted_once"),)

    def __str__(self) -> str:
        return f"Muting {self.pk}"


class Replay(models.Model):
    """An imported match with all its secrets open. It counts for nothing.

    Anyone with the token may see it; only its owner's list shows it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="replays", db_index=False)
    token = models.CharField(max_length=24, unique=True)
    title = models.CharField(max_length=400)
    record = models.BinaryField()
    """The verified and packed file: see `matches.view.record_check`."""
    positions = models.BinaryField(default=b"")
    """Some of its positions, from which the others are a few steps: see `engine.positions`."""
    digest = models.CharField(max_length=64)
    """The last hash of its chain, by which the same match is saved once per owner."""
    match_number = models.PositiveBigIntegerField(default=0)
    """The number of the match here if this site signed the file, otherwise 0."""
    added_at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=["owner", "digest", "match_number"], name="one_replay_a_match"),)

    def __str__(self) -> str:
        return f"Replay {self.pk}"
