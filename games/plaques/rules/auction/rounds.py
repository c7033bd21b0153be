"""One of the four rounds of a hand: plaques are turned up, bid for and picked."""

from msgspec.structs import replace

from engine import Event, Player, Step
from games.plaques.rules.auction.events import Added, BidsOpened, BidsPaid, Passed, Picked, TurnedUp
from games.plaques.rules.auction.state import AuctionState
from games.plaques.rules.seats import left_of, round_from, with_item, without


def turned_up(state: AuctionState, first: Player) -> Step[AuctionState]:
    """Begin a round: turn up one plaque for each remaining player."""  # P4
    size = len(state.seated)
    order = round_from(state.seated, first)
    # P18: players without tokens have passed already
    began = replace(
        state,
        round=state.round + 1,
        first=first,
        centre=state.pile[:size],
        pile=state.pile[size:],
        bidding=tuple([seat for seat in order if state.stocks[seat]]),
    )
    broke = [Passed(seat, "no_tokens") for seat in order if not state.stocks[seat]]
    event = TurnedUp(began.round, first, began.centre)
    if state.options.bidding == "sealed":
        asked = replace(began, bidding=tuple(sorted(began.bidding)))
        return _after((event, *broke), asked if asked.bidding else _picking(asked))
    return _after((event, *broke), *_settled(began))


def _after(events: tuple[Event, ...], state: AuctionState, *more: Event) -> Step[AuctionState]:
    return Step(state, (*events, *more))


def next_round(state: AuctionState) -> Step[AuctionState]:
    """Begin the next round; its first player is one seat further left."""  # P4
    return turned_up(state, left_of(state.seated, state.first))


def add_tokens(state: AuctionState, player: Player, tokens: int) -> Step[AuctionState]:
    """Add tokens to the bid of the player whose turn it is."""  # P5
    bid = state.bids[player] + tokens
    stock = state.stocks[player] - tokens
    bidding = state.bidding[1:] if stock == 0 else (*state.bidding[1:], player)
    after = replace(
        state,
        stocks=with_item(state.stocks, player, stock),
        bids=with_item(state.bids, player, bid),
        bidding=bidding,
    )
    events: tuple[Event, ...] = (Added(player, tokens, bid),)
    if stock == 0:
        events += (Passed(player, "no_tokens"),)  # P18
    return _after(events, *_settled(after))


def pass_bidding(state: AuctionState, player: Player) -> Step[AuctionState]:
    """Let the player whose turn it is pass for the rest of the round."""  # P5
    return _after((Passed(player),), *_settled(replace(state, bidding=state.bidding[1:])))


def _settled(state: AuctionState) -> tuple[AuctionState, *tuple[Event, ...]]:
    """Pass for the last remaining bidder if they already pick first; end the bidding when all have passed."""  # P5
    bidding = state.bidding
    if len(bidding) > 1:
        return (state,)
    if not bidding:
        return (_picking(state),)
    if pick_order(state)[0] != bidding[0]:
        return (state,)
    return _picking(replace(state, bidding=())), Passed(bidding[0], "picks_first")


def open_bids(state: AuctionState, bids: dict[Player, int]) -> Step[AuctionState]:
    """Reveal the sealed bids of the players who were asked."""  # P6, P20
    everyone = range(len(state.stocks))
    after = replace(
        state,
        stocks=tuple(state.stocks[seat] - bids.get(seat, 0) for seat in everyone),
        bids=tuple(bids.get(seat, 0) for seat in everyone),
        bidding=(),
    )
    players = tuple(sorted(bids))
    return Step(_picking(after), (BidsOpened(players, tuple(bids[seat] for seat in players)),))


def pick_order(state: AuctionState) -> tuple[Player, ...]:
    """Return the order of picks as the bids stand: highest first, equal bids clockwise."""  # P7
    order = round_from(state.seated, state.first)
    return tuple(sorted(order, key=state.bids.__getitem__, reverse=True))


def _picking(state: AuctionState) -> AuctionState:
    return replace(state, picking=pick_order(state))


def pick(state: AuctionState, player: Player, plaque: str) -> Step[AuctionState]:
    """Let a player pick, and give the last plaque to the last player."""  # P7
    after = _given(state, player, plaque)
    if len(after.picking) > 1:
        return Step(after, (Picked(player, plaque),))
    last, left = after.picking[0], after.centre[0]
    tokens = sum(after.bids)
    done = replace(_given(after, last, left), pot=after.pot + tokens, bids=(0,) * len(after.bids))
    events: tuple[Event, ...] = (Picked(player, plaque), Picked(last, left, left_over=True))
    if tokens:
        events += (BidsPaid(tokens, done.pot),)
    return Step(done, events)


def _given(state: AuctionState, player: Player, plaque: str) -> AuctionState:
    return replace(
        state,
        taken=with_item(state.taken, player, (*state.taken[player], plaque)),
        centre=without(state.centre, plaque),
        picking=state.picking[1:],
    )
