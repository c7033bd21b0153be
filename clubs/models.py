"""Clubs, their members, those who ask to join, their chat and their tables.

Messages leave only through `clubs.selectors.chat`, so no method here reveals their content.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from matches.models import Match

USER = settings.AUTH_USER_MODEL


class Club(models.Model):
    """A club. Lock its row before its members or messages change."""

    class Joining(models.TextChoices):
        """Who may join."""

        OPEN = "open", gettext_lazy("Anyone may join")
        REQUEST = "request", gettext_lazy("Anyone may ask to join")
        INVITATION = "invitation", gettext_lazy("Only with the invitation link; nobody else sees the club")

    title = models.CharField(max_length=60)
    about = models.TextField(max_length=1000, blank=True)
    joining = models.CharField(max_length=10, choices=Joining, default=Joining.REQUEST)
    founded_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    link_token = models.CharField(max_length=24, default="", blank=True)
    """The secret part of the invitation link, if there is one."""
    link_expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["link_token"], condition=~Q(link_token=""), name="one_club_a_link"),
            models.CheckConstraint(
                condition=Q(link_token="", link_expires_at=None)
                | (~Q(link_token="") & Q(link_expires_at__isnull=False, closed_at=None)),
                name="club_link_expires",
            ),
        )
        indexes = (
            models.Index(
                fields=["-id"],
                name="club_listed",
                condition=Q(closed_at=None, joining__in=("open", "request")),
            ),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The club's page."""
        return reverse("clubs:club", args=[self.pk])


class Role(models.TextChoices):
    """What a member does in a club."""

    OWNER = "owner", gettext_lazy("Owner")
    ORGANISER = "organiser", gettext_lazy("Organiser")
    MEMBER = "member", gettext_lazy("Member")


class Membership(models.Model):
    """A member of a club, and how far they have read its chat."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", db_index=False)
    user = models.ForeignKey(USER, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    read_to = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("joined_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=["club", "user"], name="member_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="one_owner_a_club"),
        )

    def __str__(self) -> str:
        return f"Membership {self.pk}"

    @property
    def runs_it(self) -> bool:
        """True if this member lets people in and out."""
        return self.role != Role.MEMBER


class Applicant(models.Model):
    """Someone who asks to join a club, or may not join it any more."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="applicants", db_index=False)
    user = models.ForeignKey(USER, models.CASCADE, related_name="applications")
    at = models.DateTimeField()
    refused = models.BooleanField(default=False)

    class Meta:
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=["club", "user"], name="applicant_once"),)

    def __str__(self) -> str:
        return f"Applicant {self.pk}"


class ClubMessage(models.Model):
    """A message in the chat of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="messages", db_index=False)
    number = models.PositiveIntegerField()
    author = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="club_messages")
    text = models.TextField()
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("club", "number")
        constraints = (models.UniqueConstraint(fields=["club", "number"], name="one_club_message_a_number"),)

    def __str__(self) -> str:
        return f"A message in club {self.club_id}"


class ClubTable(models.Model):
    """A table that is open to the members of a club alone. Its match is private."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="tables")
    match = models.OneToOneField(Match, models.CASCADE, related_name="club_table")
    members_only = models.BooleanField(default=True, db_default=True)
    """Always true. A foreign key over both, made by the first migration, holds it to that of the match."""

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=Q(members_only=True), name="club_table_is_for_members"),)

    def __str__(self) -> str:
        return f"Table {self.match_id} of club {self.club_id}"
