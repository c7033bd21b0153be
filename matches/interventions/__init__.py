"""Interventions by moderators. Each is a step in the match's log, written in the same transaction.

These functions do not record the moderator or the detailed reason: the moderation audit does. Everyone
can read the step.
"""
