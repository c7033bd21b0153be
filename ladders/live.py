"""Tell open pages of a ladder or tournament that it changed. The message says no more; pages then reload."""

from django.db.models import F

from foundation.live import push
from ladders.models import Ladder, Tournament


def group_of(of: Ladder | Tournament) -> str:
    """The group of everyone who has a ladder or tournament open."""
    return f"{of._meta.model_name}.{of.pk}"


def push_page(of: Ladder | Tournament) -> None:
    """Count a change of a locked ladder or tournament, and notify everyone who has it open once this commits."""
    type(of)._default_manager.filter(pk=of.pk).update(version=F("version") + 1)
    push([(group_of(of), "table.moved")])


def socket_of(of: Ladder | Tournament) -> str:
    """The address of a page's socket; it includes the page's version, so that no change is missed while connecting."""
    return f"/ws/{of._meta.model_name}/{of.pk}/?stands={of.version}"
