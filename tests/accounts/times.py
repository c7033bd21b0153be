"""The moment at which tests take place."""

from datetime import UTC, datetime

# A Wednesday.
NOW = datetime(2026, 3, 4, 18, 30, tzinfo=UTC)
