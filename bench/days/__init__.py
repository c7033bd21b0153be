"""Simulate sixty days of the site in minutes: people in twelve time zones, their habits, and a simulated clock.

Everything but the clock and the transports is real: the services, the database, the ledger of notices and
its mails. Nothing sleeps or ticks: the next event is the next visit of a person or the next sweep that has
something to do, whichever comes first.
"""
