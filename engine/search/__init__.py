"""Search for bots: from what a seat may know to an action, for any game. Names no game and is never handed a state."""

from engine.search.bot import SearchBot, Thought
from engine.search.hooks import Hooks
from engine.search.selection import OutcomeSampling, RegretMatching, Selection, Uct

__all__ = ["Hooks", "OutcomeSampling", "RegretMatching", "SearchBot", "Selection", "Thought", "Uct"]
