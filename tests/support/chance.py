"""Chance that a test writes out."""

from engine import RecordedChance


class ScriptedChance(RecordedChance):
    """Draws named one by one: `ScriptedChance([2, 0])` gives 2, then 0, then refuses."""
