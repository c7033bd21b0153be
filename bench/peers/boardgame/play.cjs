// Random play of Goofspiel, written for boardgame.io, through its reducer. Arguments: seconds, folder of node_modules.
"use strict";

const { createRequire } = require("node:module");

const load = createRequire(`${process.argv[3]}/`);
const { CreateGameReducer, InitializeGame } = load("boardgame.io/internal");
const { ActivePlayers, INVALID_MOVE } = load("boardgame.io/core");

const PLAYERS = 4;
const CARDS = Array.from({ length: 13 }, (_, card) => card + 1);

function settle(G) {
  const best = Math.max(...G.sealed);
  const highest = G.sealed.flatMap((card, seat) => (card === best ? [seat] : []));
  if (highest.length === 1) G.scores[highest[0]] += G.prizes[0];
  G.prizes.shift();
  G.sealed.fill(0);
}

const game = {
  name: "goofspiel",
  setup: ({ random }) => ({
    prizes: random.Shuffle(CARDS),
    hands: Array.from({ length: PLAYERS }, () => [...CARDS]),
    scores: Array(PLAYERS).fill(0),
    sealed: Array(PLAYERS).fill(0),
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    bid: ({ G, playerID }, card) => {
      const hand = G.hands[playerID];
      if (G.sealed[playerID] || !hand.includes(card)) return INVALID_MOVE;
      hand.splice(hand.indexOf(card), 1);
      G.sealed[playerID] = card;
      if (G.sealed.every(Boolean)) settle(G);
    },
  },
  endIf: ({ G }) => (G.prizes.length ? undefined : { scores: G.scores }),
};

function decisionsOfMatch(reduce) {
  let state = InitializeGame({ game, numPlayers: PLAYERS });
  let decisions = 0;
  while (!state.ctx.gameover) {
    for (let seat = 0; seat < PLAYERS; seat += 1) {
      const hand = state.G.hands[seat];
      const args = [hand[Math.floor(Math.random() * hand.length)]];
      state = reduce(state, { type: "MAKE_MOVE", payload: { type: "bid", args, playerID: String(seat) } });
      decisions += 1;
    }
  }
  if (decisions !== PLAYERS * CARDS.length) throw new Error(`A match took ${decisions} bids.`);
  return decisions;
}

const reduce = CreateGameReducer({ game });
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const seconds = Number(process.argv[2]);
const start = cpuSeconds();
let done = 0;
while (cpuSeconds() - start < seconds || !done) done += decisionsOfMatch(reduce);
const value = Math.round(done / (cpuSeconds() - start));
console.log(JSON.stringify({ figure: "peers.boardgameio.goofspiel_decisions_per_s", value, unit: "1/s" }));
