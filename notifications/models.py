"""The ledger of notices, the users' preferences and devices, and the mails stored on a development site."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from foundation.language import reword
from notifications.enums import MESSENGERS
from notifications.enums import RINGING as RINGING
from notifications.enums import Channel as Channel
from notifications.enums import State as State
from notifications.kinds import Kind as Kind
from notifications.outcome_words import WITH_VALUES


class Notice(models.Model):
    """One notice to one user by one channel, sent once."""

    # PostgreSQL pads what comes before a column of eight bytes, so all of these come first.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    due_at = models.DateTimeField()
    made_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    step = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=16)
    channel = models.CharField(max_length=8, choices=Channel.choices, default=Channel.MAIL)
    topic = models.CharField(max_length=64, help_text="what it is about, such as match:214")
    mark = models.CharField(max_length=8, blank=True, help_text="which of several reminders, such as 8h")
    context = models.JSONField(default=dict, help_text="title, path, deadline and text; never a secret")
    address = models.CharField(max_length=320, blank=True, help_text="where a mail was sent")
    state = models.CharField(max_length=8, choices=State.choices, default=State.DUE)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["topic", "user", "step", "kind", "channel", "mark"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["channel", "due_at"], condition=models.Q(state="due"), name="notice_due"),
            models.Index(fields=["claimed_at"], condition=models.Q(state="sending"), name="notice_sending"),
            models.Index(
                fields=["settled_at"], condition=models.Q(settled_at__isnull=False), name="notice_by_settling"
            ),
            models.Index(
                fields=["user"], condition=models.Q(channel="page", state="sent", read_at=None), name="notice_unread"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.topic} step {self.step} for {self.user_id}: {self.state}"

    @property
    def reason_words(self) -> str:
        """The reason in the reader's language."""
        _, error, said = self.reason.rpartition("NotTaken: ")
        return error + reword(said, WITH_VALUES)


class LastMail(models.Model):
    """The time of a user's last mail, to keep mails a minute apart."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="last_mail")
    sent_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} at {self.sent_at}"


class NoticePreferences(models.Model):
    """A user's preferences for notices, where they differ from the defaults."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_preferences")
    channels = models.JSONField(default=dict, help_text="kind to the list of its channels")
    reminders = models.JSONField(null=True, help_text="the marks of the reminders wanted; none: the default")
    digest_hour = models.PositiveSmallIntegerField(default=8)
    digested_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"Preferences of {self.user_id}"


class TopicPreferences(models.Model):
    """A user's preferences for one match."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="topic_preferences", db_index=False
    )
    topic = models.CharField(max_length=64)
    channels = models.JSONField(default=dict)
    reminders = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "topic"], name="topic_preferences_once")]

    def __str__(self) -> str:
        return f"Preferences of {self.user_id} for {self.topic}"


class DeadAddress(models.Model):
    """A mail address that rejected a mail permanently or bounced."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="dead_addresses", db_index=False
    )
    address = models.CharField(max_length=320)
    reason = models.CharField(max_length=300)
    failed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "dead addresses"
        constraints = [models.UniqueConstraint(fields=["user", "address"], name="dead_address_once")]

    def __str__(self) -> str:
        return f"{self.address}: {self.reason}"


class Device(models.Model):
    """A browser that receives push notices."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    name = models.CharField(max_length=60)
    endpoint = models.CharField(max_length=700, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class Webhook(models.Model):
    """A URL that a user's notices are posted to: all of them, or those of one table."""

    class Form(models.TextChoices):
        """The formats of webhooks."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", gettext_lazy("Anything else (JSON, signed)")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks", db_index=False
    )
    topic = models.CharField(max_length=64, blank=True, default="", help_text="such as match:214; empty for all")
    form = models.CharField(max_length=8, choices=Form.choices)
    url = models.CharField(max_length=500)
    key = models.CharField(max_length=64, help_text="signs what is posted")
    made_at = models.DateTimeField()
    last_at = models.DateTimeField(null=True)
    last_result = models.CharField(max_length=300, blank=True)
    broken = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "topic"], name="webhook_once")]

    def __str__(self) -> str:
        return f"{self.get_form_display()} of {self.user_id}"

    @property
    def result_words(self) -> str:
        """The last result in the reader's language."""
        return reword(self.last_result, WITH_VALUES)


class Messenger(models.Model):
    """A chat of Telegram, a room of Matrix or a topic of ntfy that gets a user's notices once it is linked."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messengers", db_index=False
    )
    channel = models.CharField(max_length=8, choices=[(each.value, each.label) for each in MESSENGERS])
    target = models.CharField(max_length=300, blank=True, help_text="the chat, room or topic")
    code_hash = models.CharField(max_length=64, blank=True, db_index=True, help_text="of the code that links it")
    code_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    linked_at = models.DateTimeField(null=True)
    last_at = models.DateTimeField(null=True)
    last_result = models.CharField(max_length=300, blank=True)
    broken = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "channel"], name="messenger_once")]

    def __str__(self) -> str:
        return f"{self.get_channel_display()} of {self.user_id}"

    @property
    def result_words(self) -> str:
        """The last result in the reader's language."""
        return reword(self.last_result, WITH_VALUES)


class Feed(models.Model):
    """The secret address of a user's feeds, stored as a keyed hash."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed")
    key_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Feeds of {self.user_id}"


class KeptMail(models.Model):
    """A mail stored on the site instead of being sent."""

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
