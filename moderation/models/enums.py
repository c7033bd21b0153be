"""The categories of reports and actions."""

from django.db import models


class Category(models.TextChoices):
    """Why a player reports or a moderator acts; everyone concerned may read it."""

    STALLING = "stalling", "Stalling"
    COLLUSION = "collusion", "Playing together in secret"
    ABUSE = "abuse", "Abuse in words or a name"
    ACCOUNTS = "accounts", "Several accounts of one person"
    BUG = "bug", "A fault of the site"
    OTHER = "other", "Something else"
