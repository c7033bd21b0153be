"""The tags of Manipulation's table: code, coins and hand; `games/manipulation/page/` has what they say."""

from functools import partial

from django import template

from engine.language import say
from engine.piecepack import RANKS, tiles_words
from engine.view import Choice
from foundation.kept_drawings import Drawn, draws
from games.manipulation.page import choices, code, coins
from games.manipulation.rules.actions import Replace
from games.manipulation.rules.ending import agreement
from games.manipulation.rules.sentences import coin_words
from games.manipulation.rules.state import in_code

register = template.Library()


register.simple_tag(code.code_columns)
register.simple_tag(code.effect_on_goal)
register.filter(code.own_goal)
register.filter("agreeing", agreement)
register.filter("code_tile", in_code)

register.simple_tag(choices.hand_tiles)
register.simple_tag(choices.force_choices)
register.simple_tag(choices.force_on)
register.simple_tag(choices.choice_over)
register.filter(choices.pull_choice)

register.simple_tag(coins.highest_coins)
register.filter(coins.coin_name)
register.filter(coins.coin_back)
register.filter(coins.stock_coins)
register.filter(coins.stock_words)
register.filter("the_coin", coin_words)

register.filter("tiles_words", partial(tiles_words, article=""))


@draws(register, "manipulation/_coin.svg")
def value_coin(value: int, spent: bool = False, decorative: bool = False) -> Drawn:
    """Draw a coin with its value, or a dashed ring if it is spent."""
    coin = coins.coin_name(value)
    words = say("{coin}, spent", context="coin", coin=coin) if spent else coin
    return {"value": value, "spent": spent, "name": "" if decorative else words}


@draws(register, "manipulation/_ring.svg")
def value_ring(column: code.CodeColumn) -> Drawn:
    """Draw the six values of a suit as a ring: the code filled, the goal ringed, an offered tile dashed."""
    return {"suit": column.tile[0], "spots": [code.ring_spot(value, column) for value in range(len(RANKS))]}


@register.filter
def replaces(choice: Choice) -> bool:
    """True if a decision puts the tile into the code."""
    return isinstance(choice.action, Replace)


@register.filter
def newest_first(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Reverse the discards, so that the newest comes first."""
    return tiles[::-1]
