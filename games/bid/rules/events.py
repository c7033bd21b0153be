"""The events of a match of Bid!; all are public (B9)."""

from engine import Event, Player

Tiles = tuple[str, ...]


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """A round began: the roller rolled all four dice."""

    round: int
    roller: Player
    dice: Tiles


class DiceRerolled(Event, frozen=True, tag="dice_rerolled"):
    """A player paid a pawn, and all four dice were rerolled."""

    player: Player
    dice: Tiles


class DieRerolled(Event, frozen=True, tag="die_rerolled"):
    """A player paid a coin, and one die was rerolled."""

    player: Player
    before: str
    after: str


class DiceStood(Event, frozen=True, tag="dice_stood"):
    """Everyone who was asked let the dice stand."""


class HandsShown(Event, frozen=True, tag="hands_shown"):
    """The Ace of Arms revealed every hand."""

    hands: tuple[Tiles, ...]


class BonusScored(Event, frozen=True, tag="bonus_scored"):
    """Players with tiles of 16 or more scored the bonus of the Ace of Arms."""

    players: tuple[Player, ...]
    points: int


class BidsRevealed(Event, frozen=True, tag="bids_revealed"):
    """All bids of tiles were revealed."""

    bids: tuple[Tiles, ...]


class CoinsRevealed(Event, frozen=True, tag="coins_revealed"):
    """The players tied for highest revealed their coins; -1 for players not in the tie."""

    coins: tuple[int, ...]


class AuctionWon(Event, frozen=True, tag="auction_won"):
    """A player won the auction."""

    round: int
    player: Player
    points: int
    coins: int


class AuctionTied(Event, frozen=True, tag="auction_tied"):
    """Nobody won; under the Ace of Crowns each tied player lost `lost` points."""

    round: int
    players: tuple[Player, ...]
    lost: int


class CoinsPaid(Event, frozen=True, tag="coins_paid"):
    """The Ace of Moons gave each of these players coins."""

    players: tuple[Player, ...]
    coins: int


class BankShort(Event, frozen=True, tag="bank_short"):
    """The bank could not pay all players under the Ace of Moons, so it paid none."""


class TilesExchanged(Event, frozen=True, tag="tiles_exchanged"):
    """Bid tiles changed hands: (giver, receiver, tiles) for each exchange, highest bid first."""

    gifts: tuple[tuple[Player, Player, Tiles], ...]


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match ended with these scores."""

    scores: tuple[int, ...]


BidEvent = (
    DiceRolled
    | DiceRerolled
    | DieRerolled
    | DiceStood
    | HandsShown
    | BonusScored
    | BidsRevealed
    | CoinsRevealed
    | AuctionWon
    | AuctionTied
    | CoinsPaid
    | BankShort
    | TilesExchanged
    | MatchEnded
)
