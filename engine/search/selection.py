"""How a decision of the tree picks an action and learns from the value that came back.

A decision holds what one seat may know, its actions, and what simulations found for each. Three rules share it:

- `Uct`: upper confidence bounds (Kocsis and Szepesvári 2006). At sealed decisions each seat has bounds of its own
  ("decoupled"), which is fast but need not lead to a mixed strategy (Shafiei, Sturtevant and Schaeffer 2009).
- `RegretMatching`: play in proportion to regret (Hart and Mas-Colell 2000), in a tree as in Tak, Lanctot and Winands,
  "Monte Carlo Tree Search Variants for Simultaneous Move Games" (2014). Negative regret is forgotten and later
  strategies weigh more (regret matching plus: Tammelin 2014). The average strategy nears an equilibrium between two.
- `OutcomeSampling`: counterfactual regret of one sampled line (Lanctot, Waugh, Zinkevich and Bowling 2009), in a
  growing tree as in Lisý, Lanctot and Bowling, "Online Monte Carlo Counterfactual Regret Minimization" (2015).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from engine.chance import Chance


class Decision:
    """One seat's decision, as often as it was met."""

    __slots__ = ("actions", "average", "regrets", "replies", "total", "totals", "visits", "visits_of")

    def __init__(self, actions: Sequence[Any]) -> None:
        count = len(actions)
        self.actions = actions
        self.visits = 0
        self.total = 0.0
        self.visits_of = [0] * count
        self.totals = [0.0] * count
        self.regrets = [0.0] * count
        self.average = [0.0] * count
        self.replies: dict[Any, tuple[list[int], list[float]]] = {}
        """Visits and totals of each action, by what the other seats did at the same time."""

    def add(self, index: int, value: float) -> None:
        """Count one visit."""
        self.visits += 1
        self.total += value
        self.visits_of[index] += 1
        self.totals[index] += value

    def means(self) -> list[float]:
        """The mean value of each action; the decision's own for one that was never tried."""
        mean = self.total / self.visits if self.visits else 0.0
        return [total / visits if visits else mean for visits, total in zip(self.visits_of, self.totals, strict=True)]


class Selection(Protocol):
    """A rule of selection."""

    weighs: ClassVar[bool]
    """True if it needs the probabilities of a whole line."""

    def pick(self, decision: Decision, chance: Chance) -> tuple[int, float]:
        """Return the index of an action to try and the probability it was picked with."""

    def learn(self, decision: Decision, index: int, others: Any, value: float, line: "Line") -> None:
        """Take in the value of a simulation that went through an action; `others` is what the others did."""

    def policy(self, decision: Decision) -> list[float]:
        """Return the strategy found so far."""


@dataclass(slots=True)
class Line:
    """What outcome sampling knows of one seat's part of a line: see `OutcomeSampling`."""

    sampled: float
    """The probability that all picks of the line had together."""
    others: float
    """The probability that the others' strategies give to their part of the line."""
    came: float
    """How much likelier the seat's own strategy makes its line up to here than the picks did."""
    tail: float
    """The probability that the seat's strategy gives to its own later part of the line."""


@dataclass(frozen=True)
class Uct:
    """Upper confidence bounds."""

    weighs: ClassVar[bool] = False
    curious: float = 0.5

    def pick(self, decision: Decision, chance: Chance) -> tuple[int, float]:
        """Return an untried action, or else the one with the highest bound."""
        visits_of = decision.visits_of
        if decision.visits < len(visits_of) or not all(visits_of):
            untried = [index for index, visits in enumerate(visits_of) if not visits]
            return untried[chance.below(len(untried))], 1.0
        log = self.curious**2 * math.log(decision.visits)
        bounds = [t / v + math.sqrt(log / v) for v, t in zip(visits_of, decision.totals, strict=True)]
        return bounds.index(max(bounds)), 1.0

    def learn(self, decision: Decision, index: int, others: Any, value: float, line: Line) -> None:
        """Count the visit."""
        decision.add(index, value)

    def policy(self, decision: Decision) -> list[float]:
        """Return how often each action was tried."""
        return shares(decision.visits_of)


@dataclass(frozen=True)
class RegretMatching:
    """Regret matching with the mean values of what was tried against the same replies."""

    weighs: ClassVar[bool] = False
    explore: float = 0.15

    def pick(self, decision: Decision, chance: Chance) -> tuple[int, float]:
        """Draw an action from the current strategy, or sometimes any action."""
        regrets = decision.regrets
        count = len(regrets)
        total = sum(regrets)
        drawn = chance.below(_FINE) / _FINE
        if total <= 0.0 or drawn < self.explore:
            return chance.below(count), 1.0 / count
        aim = (drawn - self.explore) / (1.0 - self.explore) * total
        for index, regret in enumerate(regrets):
            aim -= regret
            if aim < 0.0:
                return index, regret / total
        return max(range(count), key=regrets.__getitem__), 1.0

    def learn(self, decision: Decision, index: int, others: Any, value: float, line: Line) -> None:
        """Add to each action's regret what it would have brought more, as far as is known."""
        regrets, average = decision.regrets, decision.average
        total = sum(regrets)
        if total > 0.0:
            weight = decision.visits / total
            for other, regret in enumerate(regrets):
                if regret:
                    average[other] += weight * regret
        decision.add(index, value)
        met = decision.replies.get(others)
        if met is None:
            met = decision.replies[others] = ([0] * len(regrets), [0.0] * len(regrets))
        visits_of, totals = met
        visits_of[index] += 1
        totals[index] += value
        for other, visits in enumerate(visits_of):
            if visits:
                would = totals[other] / visits
            elif known := decision.visits_of[other]:
                would = decision.totals[other] / known
            else:
                continue
            regret = regrets[other] + would - value
            regrets[other] = max(0.0, regret)

    def policy(self, decision: Decision) -> list[float]:
        """Return the average strategy."""
        return shares(decision.average)


@dataclass(frozen=True)
class OutcomeSampling:
    """Counterfactual regret, weighed by how likely the line was."""

    weighs: ClassVar[bool] = True
    explore: float = 0.4

    def pick(self, decision: Decision, chance: Chance) -> tuple[int, float]:
        """Draw an action from the current strategy mixed with all actions alike."""
        strategy = shares([max(0.0, regret) for regret in decision.regrets])
        explore = self.explore
        aim = chance.below(_FINE) / _FINE
        for index, share in enumerate(strategy):
            probability = (1.0 - explore) * share + explore / len(strategy)
            aim -= probability
            if aim < 0.0:
                return index, probability
        return len(strategy) - 1, (1.0 - explore) * strategy[-1] + explore / len(strategy)

    def learn(self, decision: Decision, index: int, others: Any, value: float, line: Line) -> None:
        """Add the sampled regret of each action, and the strategy to the average."""
        strategy = shares([max(0.0, regret) for regret in decision.regrets])
        usual = decision.total / decision.visits if decision.visits else value
        decision.add(index, value)
        # Taking away what is usual changes no expected regret, but makes it less noisy.
        weight = (value - usual) * line.others * line.tail / line.sampled
        regrets, average = decision.regrets, decision.average
        went = weight * strategy[index]
        for other, share in enumerate(strategy):
            regrets[other] += (weight if other == index else 0.0) - went
            average[other] += line.came * share

    def policy(self, decision: Decision) -> list[float]:
        """Return the average strategy."""
        return shares(decision.average)


_FINE = 1 << 30


def shares(weights: Sequence[float]) -> list[float]:
    """Return weights as shares of their sum; equal ones if all are 0."""
    total = sum(weights)
    if total <= 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]
