"""What a table of Concealed Draw can agree on."""

from typing import Annotated

from msgspec import Meta

from games.rules.core import Options


class ConcealedOptions(Options, frozen=True):
    """How long everyone lives."""

    lives: Annotated[
        int, Meta(ge=1, le=5, title="Lives", description="Tokens to lose before a player is out; one is lost a round.")
    ] = 2
