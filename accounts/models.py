"""Users: persons, guests, bot accounts and house players."""

from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.fields import NameKeyField, NameLookField
from accounts.values.names import LONGEST, name_key, validate_name
from accounts.values.quiet_hours import quiet_over
from accounts.values.zones import DATE_LANGUAGES, validate_zone

NAME_TAKEN = gettext_lazy("This name is taken. Choose another.")
NAME_ALIKE = gettext_lazy("This name looks too much like another player’s. Choose another.")


class UserKind(models.TextChoices):
    """The kinds of user."""

    PERSON = "person", gettext_lazy("person")
    GUEST = "guest", gettext_lazy("guest")
    BOT = "bot", gettext_lazy("bot account")
    HOUSE = "house", gettext_lazy("player of the house")


class Users(UserManager["User"]):
    """Looks up users by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user with this name, ignoring case."""
        return self.get(name_key=name_key(username or ""))


class User(AbstractUser):
    """A person or bot that can hold a seat."""

    username = models.CharField(
        "name", max_length=LONGEST, validators=[validate_name], error_messages={"unique": NAME_TAKEN}, unique=True
    )
    name_key = NameKeyField(max_length=3 * LONGEST, unique=True, editable=False, error_messages={"unique": NAME_TAKEN})
    name_look = NameLookField(
        max_length=8 * LONGEST, unique=True, editable=False, error_messages={"unique": NAME_ALIKE}
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    kind = models.CharField(max_length=8, choices=UserKind.choices, default=UserKind.PERSON)
    brain = models.CharField("bot that plays for it", max_length=40, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_zone])
    # Until the user chooses a zone, pages use the browser's and mails the one the browser had at sign-up.
    zone_chosen = models.BooleanField(default=False, editable=False)
    # Empty: the browser's, and in mails the one in which the last page was read.
    language = models.CharField(max_length=8, blank=True, default="", db_default="")
    language_seen = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    date_language = models.CharField("language of dates", max_length=8, default="en-gb", choices=DATE_LANGUAGES)
    # Read by the daily dump of public matches.
    stays_out = models.BooleanField("keep my matches out of the public dump", default=False, db_default=False)
    quiet_from = models.TimeField("quiet hours begin", null=True, blank=True)
    quiet_until = models.TimeField("quiet hours end", null=True, blank=True)
    consented_at = models.DateTimeField("agreed to the operator's terms", null=True, editable=False)
    # Set by moderators, who keep the details.
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False)
    suspended_why = models.CharField(max_length=60, blank=True, default="", db_default="", editable=False)
    silenced_until = models.DateTimeField("may not chat until", null=True, blank=True, editable=False)
    # Links in mails and the cookies of known browsers are signed with it, so each such log-out ends them.
    log_outs = models.PositiveIntegerField("times logged out everywhere", default=0, db_default=0, editable=False)

    objects: ClassVar[Users] = Users()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_in_any_case", violation_error_message=NAME_TAKEN)
        ]
        indexes = [
            models.Index(fields=["kind", "last_login"], name="user_kind_seen"),
            models.Index(
                fields=["suspended_until"], condition=models.Q(suspended_until__isnull=False), name="user_suspended"
            ),
            models.Index(fields=["id"], condition=models.Q(is_superuser=True), name="user_superuser"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name that others see."""
        return self.username.replace("guest-", "Guest ", 1) if self.kind == UserKind.GUEST else self.username

    @property
    def is_person(self) -> bool:
        """True for a person with a full account."""
        return self.kind == UserKind.PERSON

    @property
    def is_guest(self) -> bool:
        """True for a person who has not signed up."""
        return self.kind == UserKind.GUEST

    @property
    def is_house(self) -> bool:
        """True for one of the site's own players."""
        return self.kind == UserKind.HOUSE

    @property
    def enters_itself(self) -> bool:
        """True if the user joins ladders and tournaments by itself: not a bot account or house player."""
        return self.kind not in (UserKind.BOT, UserKind.HOUSE)

    def quiet_over(self, moment: datetime) -> datetime:
        """The given moment, or the end of the user's quiet hours around it."""
        return quiet_over(moment, zone=self.time_zone, start=self.quiet_from, end=self.quiet_until)

    def get_full_name(self) -> str:
        """The display name. Users have no other."""
        return self.display_name

    def get_short_name(self) -> str:
        """The display name. Users have no other."""
        return self.display_name

    def get_absolute_url(self) -> str:
        """The user's public page."""
        return reverse("accounts:public", args=[self.username])


class FormerName(models.Model):
    """A name that moderators took from a user. Neither it nor one that looks like it can be used again."""

    look = models.CharField(max_length=64, unique=True)
    """A keyed hash of the name's look: see `accounts.identity.former_names`."""
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="former_names")
    taken_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"A former name of {self.user_id}"


class BotAccount(models.Model):
    """A bot account: its owner and its public description."""

    user = models.OneToOneField(User, models.CASCADE, related_name="bot_account")
    owner = models.ForeignKey(User, models.CASCADE, related_name="bots")
    about = models.CharField("what it is", max_length=500, blank=True)
    link = models.URLField("link to read more", blank=True)

    def __str__(self) -> str:
        return f"{self.user}, a bot account of {self.owner}"


class Token(models.Model):
    """A credential to act for a user through the API. Its text is shown once and never stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.name}, of {self.user_id}"


class VacationDay(models.Model):
    """A day, in the user's own zone, on which their clocks stop in matches that allow it."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacation_days", db_index=False)
    day = models.DateField()

    class Meta:
        ordering = ("day",)
        constraints = (models.UniqueConstraint(fields=["user", "day"], name="a_vacation_day_is_used_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} on {self.day}"


class Trace(models.Model):
    """A record that an account was used on a day from an address or device, stored as a keyed hash."""

    class Kind(models.TextChoices):
        """The hashed value."""

        ADDRESS = "address", "Address"
        DEVICE = "device", "Device"

    user = models.ForeignKey(User, models.CASCADE, related_name="traces", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    hash = models.CharField(max_length=64)
    day = models.DateField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "kind", "hash", "day"], name="one_trace_a_day"),)
        indexes = (models.Index(fields=["day"], name="trace_by_day"),)

    def __str__(self) -> str:
        return f"Trace {self.pk}"


class Block(models.Model):
    """A user whom another does not want to meet."""

    by = models.ForeignKey(User, models.CASCADE, related_name="blocks", db_index=False)
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["by", "other"], name="blocked_once"),)

    def __str__(self) -> str:
        return f"Block {self.pk}"
