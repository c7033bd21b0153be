"""The events of a match of TP5, and who sees them."""

from typing import Self

from msgspec.structs import replace

from engine import Event, Player
from games.tp5.rules.hands import Hand
from games.tp5.rules.options import Key
from games.tp5.rules.state import left_of

Tiles = tuple[str, ...]
Spot = tuple[Player | None, int]
"""The place of a tile: a seat (None for the centre) and a slot."""


class DealerRolled(Event, frozen=True, tag="dealer_rolled"):
    """All rolled for the deal, and tied players again: (player, roll) for each, roll by roll."""

    rolls: tuple[tuple[tuple[Player, int], ...], ...]
    dealer: Player


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round began with this dealer."""

    round: int
    dealer: Player


class PhestivitiesChosen(Event, frozen=True, tag="phestivities_chosen"):
    """The phestivities of the round were chosen, by the dealer or, if None, by the host."""

    dealer: Player | None
    phestivities: tuple[Key, ...]


class DealerRuled(Event, frozen=True, tag="dealer_ruled"):
    """The dealer ruled which of the phestivities that exclude each other are followed in this round (T21)."""

    dealer: Player
    followed: tuple[Key, ...]
    ignored: tuple[Key, ...]


class TilesDealt(Event, frozen=True, tag="tiles_dealt"):
    """Each player got four tiles that only they see."""

    rows: tuple[Tiles | None, ...]
    centre: int

    def seen_by(self, viewer: Player | None) -> Self:
        """Show viewers only their own tiles."""
        return replace(self, rows=_own_alone(self.rows, viewer))


class TilesPassed(Event, frozen=True, tag="tiles_passed"):
    """Each player passed a tile to the right; listed by giver. Only giver and receiver know it."""

    tiles: tuple[str | None, ...]

    def seen_by(self, viewer: Player | None) -> Self:
        """Show viewers the tile they gave and the one they got."""
        if viewer is None:
            return replace(self, tiles=(None,) * len(self.tiles))
        known = (viewer, left_of(viewer, len(self.tiles)))
        return replace(self, tiles=tuple(tile if giver in known else None for giver, tile in enumerate(self.tiles)))


class TileTurnedUp(Event, frozen=True, tag="tile_turned_up"):
    """A player revealed a tile; its slot does not matter (T2)."""

    player: Player
    tile: str


class RowsLaidOut(Event, frozen=True, tag="rows_laid_out"):
    """Every row was shuffled face down; only its owner knows the order and the shown tile's slot (T2)."""

    rows: tuple[Tiles | None, ...]
    shown_at: tuple[int | None, ...]

    def seen_by(self, viewer: Player | None) -> Self:
        """Show viewers only their own row."""
        mine = tuple(slot if seat == viewer else None for seat, slot in enumerate(self.shown_at))
        return replace(self, rows=_own_alone(self.rows, viewer), shown_at=mine)


class StatementMade(Event, frozen=True, tag="statement_made", omit_defaults=True):
    """A player made a true statement about a tile (T4, T20)."""

    player: Player
    slot: int
    suits: tuple[str, ...]
    values: tuple[int, ...]
    either: bool = False


class IdentifiersGiven(Event, frozen=True, tag="identifiers_given"):
    """Players gave identifiers away: for each giver, the receivers."""

    gifts: tuple[tuple[Player, ...], ...]


class TileClaimed(Event, frozen=True, tag="tile_claimed"):
    """A player put an identifier on a tile; it counts for its owner."""

    player: Player
    owner: Player
    spot: Spot


class TileHogged(Event, frozen=True, tag="tile_hogged"):
    """A player moved a tile behind their row."""

    player: Player
    slot: int


class IdentifiersSetAside(Event, frozen=True, tag="identifiers_set_aside"):
    """A player had no legal place left, and these owners' identifiers went out of play."""

    player: Player
    owners: tuple[Player, ...]


class NumberCalled(Event, frozen=True, tag="number_called"):
    """A player gave up a claim and called a value; unclaimed tiles of that value were turned up."""

    player: Player
    paid: Spot
    value: int
    turned_up: tuple[tuple[Spot, str], ...]


class ClaimsWarped(Event, frozen=True, tag="claims_warped"):
    """A player gave up a claim and took the others back to place them again."""

    player: Player
    paid: Spot
    taken_back: tuple[Spot, ...]


class EvictionBegan(Event, frozen=True, tag="eviction_began"):
    """A player gave up a claim to send others off their row."""

    player: Player
    paid: Spot


class IdentifierSentBack(Event, frozen=True, tag="identifier_sent_back"):
    """An identifier was sent off the evictor's row."""

    player: Player
    owner: Player
    spot: Spot


class DieRolled(Event, frozen=True, tag="die_rolled"):
    """The dealer rolled the die."""

    dealer: Player
    value: int


class AceDisgraced(Event, frozen=True, tag="ace_disgraced"):
    """A player gave up a claim, and the die was rerolled."""

    player: Player
    paid: Spot
    value: int


class MinesLaid(Event, frozen=True, tag="mines_laid"):
    """Players gave up a claim and named a tile: (player, claim paid, tile), starting with the dealer."""

    mines: tuple[tuple[Player, Spot, str], ...]


class AllTurnedUp(Event, frozen=True, tag="all_turned_up"):
    """All tiles were turned up; nobody may use the void ones."""

    rows: tuple[Tiles, ...]
    centre: Tiles
    void: tuple[Spot, ...]


class HandsDeclared(Event, frozen=True, tag="hands_declared"):
    """Hands were declared in the first or second (Double Dip) contest, and the best ones scored."""

    round: int
    contest: int
    hands: tuple[Hand, ...]
    winners: tuple[Player, ...]


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match ended: points and players beaten, by seat."""

    points: tuple[int, ...]
    beaten: tuple[int, ...]


def _own_alone(rows: tuple[Tiles | None, ...], viewer: Player | None) -> tuple[Tiles | None, ...]:
    return tuple(row if seat == viewer else None for seat, row in enumerate(rows))


Tp5Event = (
    DealerRolled
    | RoundBegan
    | PhestivitiesChosen
    | DealerRuled
    | TilesDealt
    | TilesPassed
    | TileTurnedUp
    | RowsLaidOut
    | StatementMade
    | IdentifiersGiven
    | TileClaimed
    | TileHogged
    | IdentifiersSetAside
    | NumberCalled
    | ClaimsWarped
    | EvictionBegan
    | IdentifierSentBack
    | DieRolled
    | AceDisgraced
    | MinesLaid
    | AllTurnedUp
    | HandsDeclared
    | MatchEnded
)
