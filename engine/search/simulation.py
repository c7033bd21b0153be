"""One simulated match: through the tree by selection, one step beyond it, and on by the policy."""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from engine.bots import BUDGET, play_at_random
from engine.chance import Chance, choice
from engine.game import AnyGame, Bot, Player
from engine.search.exact import Endgame
from engine.search.hooks import Hooks, Values
from engine.search.selection import Decision, Line, Selection, shares
from engine.search.values import value_of_places

NO_LINE = Line(1.0, 1.0, 1.0, 1.0)
MOST_DECISIONS = 50_000
"""The tree grows no further than this, to bound its memory."""


class Meeting(NamedTuple):
    """A round of the tree: whom it asks, and their decisions."""

    asked: tuple[Player, ...]
    decisions: tuple[Decision, ...]
    fresh: bool


class Tree:
    """The decisions that simulations of one search have met, by what their seats may know."""

    def __init__(self, game: AnyGame, hooks: Hooks, sealed: Selection, open_: Selection) -> None:
        self.game, self.hooks = game, hooks
        self.sealed, self.open = sealed, open_
        self.decisions: dict[Hashable, Decision] = {}
        self.meetings: dict[Hashable, Meeting] = {}
        self.endgame = Endgame(game, hooks.public) if hooks.public and hooks.endgame else None

    def played_on(self, state: Any, player: Player, action: Any, chance: Chance) -> Values:
        """Play one match from `state` in which a seat begins with an action, and everybody goes on by the policy."""
        part = self.hooks.rest(state) if self.hooks.rest else None
        asked = self.game.current_players(state)
        others = tuple([seat for seat in asked if seat != player])
        joint = self.answers(state, others, chance, self.hooks.rivals)
        joint[player] = action
        after = self.game.apply(state, joint, chance).state
        if self.hooks.playout is not None:
            return self.hooks.playout(after, player, chance)
        return self._outcome(after, part, chance)

    def simulate(self, state: Any, chance: Chance) -> Values:
        """Play one match from `state` and learn from it."""
        game = self.game
        path: list[tuple[Meeting, list[int], list[float]]] = []
        part = self.hooks.rest(state) if self.hooks.rest else None
        while True:
            exact = self.exact(state)
            if exact is not None:
                values: Values = (exact, 1.0 - exact)
                break
            meeting = self.meeting(state, chance)
            if not meeting.asked:
                values = value_of_places(game.places(state) or ())
                break
            picks, odds = self._picks(meeting, state, chance)
            path.append((meeting, picks, odds))
            joint = {
                seat: decision.actions[pick]
                for seat, decision, pick in zip(meeting.asked, meeting.decisions, picks, strict=True)
            }
            state = game.apply(state, joint, chance).state
            if meeting.fresh:
                values = self._outcome(state, part, chance)
                break
        self._learn(path, values)
        return values

    def exact(self, state: Any) -> float | None:
        """Return the first seat's value of a state that is solved exactly; None for any other."""
        if self.endgame is None or self.hooks.endgame is None or not self.hooks.endgame(state):
            return None
        return self.endgame.value(self.endgame.position(state))

    def meeting(self, state: Any, chance: Chance) -> Meeting:
        """Return the round of a state, new or met before."""
        public = self.hooks.public
        key = public(state) if public else None
        if key is not None and (met := self.meetings.get(key)):
            return met
        asked = self.game.current_players(state)
        decisions, fresh = [], False
        for seat in asked:
            legal = self.game.legal_actions(state, seat)
            decision = self._known(state, seat) if key is None and len(legal) > 1 else None
            if decision is None:
                decision = self._new(state, seat, legal, chance, keep=key is None)
                fresh = fresh or len(legal) > 1
            decisions.append(decision)
        meeting = Meeting(asked, tuple(decisions), fresh)
        if key is not None and len(self.meetings) < MOST_DECISIONS:
            self.meetings[key] = meeting._replace(fresh=False)
        return meeting

    def _known(self, state: Any, seat: Player) -> Decision | None:
        return self.decisions.get((seat, self.game.observation(state, seat)))

    def _new(self, state: Any, seat: Player, legal: Sequence[Any], chance: Chance, *, keep: bool) -> Decision:
        """Return a decision that no simulation has met."""
        if len(legal) == 1:
            return Decision(legal)
        if not keep and self.hooks.candidates is None and len(legal) <= self.hooks.widest:
            return Decision(legal)
        seen = self.game.observation(state, seat)
        decision = Decision(self.candidates(seen, legal, chance))
        if keep and len(self.decisions) < MOST_DECISIONS:
            self.decisions[seat, seen] = decision
        return decision

    def candidates(self, seen: Any, legal: Sequence[Any], chance: Chance) -> Sequence[Any]:
        """Return the actions worth comparing; the policy's own is among them and comes first if some are left out."""
        hooks = self.hooks
        stays = [action for action in hooks.kept if action in legal]
        if hooks.candidates is not None:
            legal = hooks.candidates(seen, legal)
        if len(legal) <= hooks.widest:
            return [*legal, *[action for action in stays if action not in legal]] if stays else legal
        kept = list(dict.fromkeys([hooks.policy(seen, legal, BUDGET, chance), *stays]))
        while len(kept) < hooks.widest:
            other = choice(chance, legal)
            if other not in kept:
                kept.append(other)
        return kept

    def strategy(self, key: Hashable, seat: Player) -> Sequence[float] | None:
        """Return a seat's strategy in a public state, exact or as far as it was found; None where nothing is known."""
        if self.endgame and (solved := self.endgame.strategy(key, seat)) is not None:
            return solved
        meeting = self.meetings.get(key)
        return meeting and self.sealed.policy(meeting.decisions[meeting.asked.index(seat)])

    def _picks(self, meeting: Meeting, state: Any, chance: Chance) -> tuple[list[int], list[float]]:
        """Pick an action for each seat: by selection, or by the policy where a seat decides for the first time."""
        selection = self.open if len(meeting.asked) == 1 else self.sealed
        picks, odds = [], []
        for seat, decision in zip(meeting.asked, meeting.decisions, strict=True):
            if len(decision.actions) == 1:
                pick, odd = 0, 1.0
            elif not decision.visits and self.hooks.policy is not play_at_random:
                pick, odd = self._by_policy(decision, state, seat, chance), 1.0
            else:
                pick, odd = selection.pick(decision, chance)
            picks.append(pick)
            odds.append(odd)
        return picks, odds

    def _by_policy(self, decision: Decision, state: Any, seat: Player, chance: Chance) -> int:
        seen, legal = self.game.observation(state, seat), self.game.legal_actions(state, seat)
        action = self.hooks.policy(seen, legal, BUDGET, chance)
        if action in decision.actions:
            return decision.actions.index(action)
        return chance.below(len(decision.actions))

    def outcome(self, state: Any, chance: Chance) -> Values:
        """Play on by the policy, as far as simulated matches go, and value what comes."""
        return self._outcome(state, self.hooks.rest(state) if self.hooks.rest else None, chance)

    def _outcome(self, state: Any, part: int | None, chance: Chance) -> Values:
        """Play on by the policy until the end, or until the state is to be valued."""
        game, hooks, worth = self.game, self.hooks, self.hooks.worth
        left = hooks.horizon
        while asked := game.current_players(state):
            exact = self.exact(state)
            if exact is not None:
                return (exact, 1.0 - exact)
            if worth is not None and (left <= 0 if hooks.rest is None else hooks.rest(state) != part):
                return worth(state, chance)
            left -= 1
            state = self.answered(state, asked, chance)
        return value_of_places(game.places(state) or ())

    def answers(
        self, state: Any, asked: Sequence[Player], chance: Chance, by: Bot[Any, Any] | None = None
    ) -> dict[Player, Any]:
        """Return what these seats answer by the policy, or by another bot."""
        game, policy = self.game, by or self.hooks.policy
        legal = {seat: game.legal_actions(state, seat) for seat in asked}
        if policy is play_at_random:
            return {seat: choice(chance, actions) for seat, actions in legal.items()}
        return {
            seat: actions[0] if len(actions) == 1 else policy(game.observation(state, seat), actions, BUDGET, chance)
            for seat, actions in legal.items()
        }

    def answered(self, state: Any, asked: Sequence[Player], chance: Chance) -> Any:
        """Return the state after these seats have answered by the policy."""
        return self.game.apply(state, self.answers(state, asked, chance), chance).state

    def _learn(self, path: list[tuple[Meeting, list[int], list[float]]], values: Values) -> None:
        """Tell every decision of the path what came of it, the last one first."""
        if self.sealed.weighs:
            self._learn_weighed(path, values)
            return
        for meeting, picks, _ in reversed(path):
            asked = meeting.asked
            if len(asked) == 1:
                self.open.learn(meeting.decisions[0], picks[0], None, values[asked[0]], NO_LINE)
                continue
            for number, (seat, decision) in enumerate(zip(asked, meeting.decisions, strict=True)):
                others = (*picks[:number], *picks[number + 1 :]) if len(picks) > 2 else picks[1 - number]
                self.sealed.learn(decision, picks[number], others, values[seat], NO_LINE)

    def _learn_weighed(self, path: list[tuple[Meeting, list[int], list[float]]], values: Values) -> None:
        """The same for outcome sampling, which needs the probabilities of the whole line."""
        steps = [
            (seat, decision, pick, odd, shares([max(0.0, regret) for regret in decision.regrets])[pick])
            for meeting, picks, odds in path
            for seat, decision, pick, odd in zip(meeting.asked, meeting.decisions, picks, odds, strict=True)
        ]
        sampled = 1.0
        for _, _, _, odd, _ in steps:
            sampled *= odd
        for me in {seat for seat, *_ in steps}:
            others = 1.0
            for seat, _, _, _, share in steps:
                others *= share if seat != me else 1.0
            line = Line(sampled, others, 1.0, 1.0)
            mine = [step for step in steps if step[0] == me]
            came = [1.0]
            for _, _, _, odd, share in mine:
                came.append(came[-1] * share / odd)
            for number, (_, decision, pick, _, share) in reversed(list(enumerate(mine))):
                line.came = came[number]
                self.sealed.learn(decision, pick, None, values[me], line)
                line.tail *= share
