// Players of boardgame.io by its own client library. Arguments: port, tables, folder of node_modules.
// For each line of input they all make their next move, as many at once as it says; a line of output gives the number
// of moves and the seconds.
"use strict";

const { createRequire } = require("node:module");
const readline = require("node:readline");

const [port, tables, modules] = process.argv.slice(2);
const load = createRequire(`${modules}/`);
const { Client } = load("boardgame.io/client");
const { SocketIO } = load("boardgame.io/multiplayer");
const { PLAYERS, game } = require("./sealed.cjs")(load("boardgame.io/core"));
const server = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const reply = await fetch(`${server}/games/${game.name}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

function until(client, isTrue) {
  return new Promise((resolve) => {
    const stop = client.subscribe((state) => {
      if (!state || !isTrue(state)) return;
      resolve(state);
      setImmediate(() => stop());
    });
  });
}

async function sit(matchID, playerID) {
  const { playerCredentials: credentials } = await post(`${matchID}/join`, { playerID, playerName: `p${playerID}` });
  const client = Client({ game, numPlayers: PLAYERS, matchID, playerID, credentials, debug: false, multiplayer: SocketIO({ server }) });
  client.start();
  await until(client, (state) => state.isConnected);
  return client;
}

// A move counts once the server has sent the position after it.
async function move(client) {
  const hand = client.getState().G.hands[client.playerID];
  const left = hand.length;
  const made = until(client, ({ G }) => G.hands[client.playerID].length < left);
  client.moves.bid(hand[0]);
  await made;
}

async function wave(clients, atOnce) {
  const waiting = [...clients];
  const begun = process.hrtime.bigint();
  const line = async () => {
    while (waiting.length) await move(waiting.pop());
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return Number(process.hrtime.bigint() - begun) / 1e9;
}

(async () => {
  const clients = [];
  for (let table = 0; table < Number(tables); table += 1) {
    const { matchID } = await post("create", { numPlayers: PLAYERS, unlisted: true });
    for (let seat = 0; seat < PLAYERS; seat += 1) clients.push(await sit(matchID, String(seat)));
  }
  console.log("READY");
  for await (const atOnce of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify({ moves: clients.length, seconds: await wave(clients, Number(atOnce)) }));
  }
  process.exit(0);
})();
