"""The ledger of notices, and the mails that a development site keeps."""

from django.conf import settings
from django.db import models


class Kind(models.TextChoices):
    """What a notice is about."""

    TURN = "turn", "it is your turn"
    REMINDER = "reminder", "your time is running out"
    OVER = "over", "a match is over"


class Channel(models.TextChoices):
    """The way a notice takes."""

    MAIL = "mail", "mail"


class State(models.TextChoices):
    """What has become of a notice."""

    DUE = "due", "due"
    SENDING = "sending", "being sent"
    SENT = "sent", "sent"
    FAILED = "failed", "failed"
    STALE = "stale", "no longer true"
    UNWANTED = "unwanted", "not wanted"


class Notice(models.Model):
    """One thing to tell one user by one channel, once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    channel = models.CharField(max_length=8, choices=Channel.choices, default=Channel.MAIL)
    topic = models.CharField(max_length=64, help_text="what it is about, such as match:214")
    step = models.PositiveIntegerField(default=0)
    context = models.JSONField(default=dict, help_text="title, path, deadline and text; never a secret")
    due_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.DUE)
    reason = models.CharField(max_length=300, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "topic", "step", "kind", "channel"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state="due"), name="notice_due"),
            models.Index(fields=["claimed_at"], condition=models.Q(state="sending"), name="notice_sending"),
            models.Index(fields=["topic", "step"], name="notice_topic"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.topic} step {self.step} for {self.user_id}: {self.state}"


class Pace(models.Model):
    """When a user was last sent a notice by mail, so that two never come within a minute."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_pace")
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} at {self.last_at}"


class KeptMail(models.Model):
    """A mail that the site kept to itself instead of sending it."""

    sender = models.CharField(max_length=320)
    recipients = models.JSONField(default=list)
    subject = models.CharField(max_length=998)
    headers = models.JSONField(default=dict)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.subject
