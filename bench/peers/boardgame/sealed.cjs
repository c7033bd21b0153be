// Goofspiel for three with sealed bids, for boardgame.io's server. Moves are made on the server alone, and in any order.
"use strict";

const PLAYERS = 3;
const CARDS = Array.from({ length: 13 }, (_, card) => card + 1);

function settle(G) {
  const best = Math.max(...G.sealed);
  const highest = G.sealed.flatMap((card, seat) => (card === best ? [seat] : []));
  if (highest.length === 1) G.scores[highest[0]] += G.prizes[0];
  G.prizes.shift();
  G.sealed.fill(0);
}

module.exports = ({ ActivePlayers, INVALID_MOVE }) => ({
  PLAYERS,
  game: {
    name: "goofspiel",
    setup: ({ random }) => ({
      prizes: random.Shuffle(CARDS),
      hands: Array.from({ length: PLAYERS }, () => [...CARDS]),
      scores: Array(PLAYERS).fill(0),
      sealed: Array(PLAYERS).fill(0),
    }),
    turn: { activePlayers: ActivePlayers.ALL },
    moves: {
      bid: {
        client: false,
        ignoreStaleStateID: true,
        move: ({ G, playerID }, card) => {
          const hand = G.hands[playerID];
          if (G.sealed[playerID] || !hand.includes(card)) return INVALID_MOVE;
          hand.splice(hand.indexOf(card), 1);
          G.sealed[playerID] = card;
          if (G.sealed.every(Boolean)) settle(G);
        },
      },
    },
    endIf: ({ G }) => (G.prizes.length ? undefined : { scores: G.scores }),
  },
});
