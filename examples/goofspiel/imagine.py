"""Imagining what hidden bids may have been: states that a player cannot tell from the real one.

Who bid highest is known of every past round. So first a highest bid is found for each round: above the player's
own bid where that lost, and never twice by the same player. Then every lost bid is drawn from the cards below.
"""

from collections.abc import Mapping

from examples.goofspiel.state import GoofspielState
from examples.goofspiel.view import GoofspielObservation
from games.rules.core import Chance, Player, choice, shuffled

Cards = tuple[int, ...]
PATIENCE = 200
"""Attempts at highest bids by chance before they are tried in order, the strongest first."""


def imagine(seen: GoofspielObservation, player: Player, chance: Chance) -> GoofspielState:
    """Draw a state that `player`, who sees `seen`, cannot tell from the real one."""
    bids = _Bids(seen, player, chance).draw() if seen.options.hidden_bids else seen.bids
    cards = range(1, seen.options.cards + 1)
    return GoofspielState(
        options=seen.options,
        prize=seen.prize,
        carried=seen.stake - seen.prize,
        left=seen.left,
        scores=seen.scores,
        hands=tuple(
            tuple([card for card in cards if all(row[seat] != card for row in bids)])
            for seat in range(len(seen.scores))
        ),
        prizes=seen.prizes,
        bids=bids,
        highest=seen.highest,
    )


class _Bids:
    """The search for bids that fit what one player saw."""

    def __init__(self, seen: GoofspielObservation, player: Player, chance: Chance) -> None:
        self.cards = seen.options.cards
        self.highest = seen.highest
        self.mine = [row[player] for row in seen.bids]
        self.player = player
        self.players = range(len(seen.scores))
        self.chance = chance
        self.patience = PATIENCE

    def draw(self) -> tuple[tuple[int, ...], ...]:
        """Draw the bids of all past rounds."""
        # The rounds with the fewest highest bids to choose from come first.
        rounds = sorted(shuffled(self.chance, range(len(self.mine))), key=lambda past: -self.mine[past])
        best = self._best_bids(rounds, {})
        if best is None:
            raise ValueError("No bids fit what was seen: this cannot be the view of a match.")
        columns = [self._bids_of(seat, best) for seat in self.players]
        return tuple(zip(*columns, strict=True))

    def _best_bids(self, rounds: list[int], best: dict[int, int]) -> dict[int, int] | None:
        """Find the highest bid of each of the `rounds`, given those in `best`."""
        if not rounds:
            return best
        past, *later = rounds
        for bid in self._choices(past):
            self.patience -= 1
            tried = {**best, past: bid}
            if self._all_had_cards(tried) and (found := self._best_bids(later, tried)):
                return found
        return None

    def _choices(self, past: int) -> Cards:
        """What the highest bid of a round may have been, for all that the player's own bid tells."""
        mine = self.mine[past]
        if self.player in self.highest[past]:
            return (mine,)
        above = range(mine + 1, self.cards + 1)
        return shuffled(self.chance, above) if self.patience > 0 else tuple(reversed(above))

    def _all_had_cards(self, best: Mapping[int, int]) -> bool:
        return all(self._had_cards(seat, best) for seat in self.players if seat != self.player)

    def _had_cards(self, seat: Player, best: Mapping[int, int]) -> bool:
        """Whether a player bid no card twice, and had low cards enough for the rounds they lost."""
        won = [bid for past, bid in best.items() if seat in self.highest[past]]
        lost = sorted(bid for past, bid in best.items() if seat not in self.highest[past])
        if len({*won}) < len(won):
            return False
        return all(bid - 1 - sum(card < bid for card in won) > number for number, bid in enumerate(lost))

    def _bids_of(self, seat: Player, best: Mapping[int, int]) -> list[int]:
        """Draw a player's bids: the highest where they were highest, elsewhere any card below."""
        if seat == self.player:
            return self.mine
        bids = {past: bid for past, bid in best.items() if seat in self.highest[past]}
        for past in sorted(best.keys() - bids.keys(), key=best.__getitem__):
            held = [card for card in range(1, best[past]) if card not in bids.values()]
            bids[past] = choice(self.chance, held)
        return [bids[past] for past in range(len(self.mine))]
