"""All attacks from outside: each module has those on one subject."""

from tests.attacks import (
    addresses,
    browsers,
    clubs,
    connections,
    guessing,
    outgoing,
    passkeys,
    records,
    sessions,
    tables,
)
from tests.attacks.outside import ATTACKS, Target, embedded_target

SUBJECTS = (addresses, browsers, clubs, connections, guessing, outgoing, passkeys, records, sessions, tables)

__all__ = ["ATTACKS", "SUBJECTS", "Target", "embedded_target"]
