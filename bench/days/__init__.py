"""Sixty days of the site in some minutes: people of twelve time zones, their habits, and a clock that is a parameter.

Everything is real but the clock and the wires: the services, the database, the ledger of notices and its
mails. Nothing sleeps and nothing ticks: what happens next is the next visit of a person, or the next
sweep that has something to do, whichever comes first.
"""
