"""Coins of the piecepack as stocks of bids, drawn and in words."""

from typing import NamedTuple

from engine.language import say
from engine.view import MatchView
from engine.words import and_list, upper_first
from games.manipulation.rules.sentences import coin_words, value_words
from games.manipulation.rules.state import FULL_STOCK, Stock
from games.manipulation.rules.turn import lowest_spent
from games.manipulation.rules.view import ManipulationObservation


class StockCoin(NamedTuple):
    """A coin of a stock, held or spent."""

    value: int
    held: bool


def coin_name(coin: int) -> str:
    """Return a coin as a label: "Null", "Ace", "4"."""
    return upper_first(value_words(coin))


def coin_back(stock: Stock) -> str:
    """Return the coin that passing would give back, as in "the ace"; empty if none is spent."""
    coin = lowest_spent(stock)
    return "" if coin is None else coin_words(coin)


def stock_coins(stock: Stock) -> list[StockCoin]:
    """Return all six coins of a seat, held or spent."""
    return [StockCoin(value, value in stock) for value in FULL_STOCK]


def stock_words(stock: Stock) -> str:
    """Return what a stock holds in words: "null, ace and 4; 2, 3 and 5 spent"."""
    spent = [value_words(coin) for coin in FULL_STOCK if coin not in stock]
    held = and_list([value_words(coin) for coin in stock])
    if not spent:
        return say("{coins}; none spent", coins=held)
    return say("{coins}; {others} spent", coins=held, others=and_list(spent))


def highest_coins(view: MatchView) -> str:
    """Return the highest coin of each bidder, best first: "Marek 5, you 4 and Bram null"."""
    seen = view.seen
    if not isinstance(seen, ManipulationObservation) or seen.auction is None:
        return ""
    bidders = sorted(seen.auction.bidders, key=lambda player: -seen.stocks[player][-1])
    return and_list([f"{view.seats[player].person} {value_words(seen.stocks[player][-1])}" for player in bidders])
