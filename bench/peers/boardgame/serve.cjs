// boardgame.io's server with FlatFile storage. Arguments: port, folder of the storage, folder of node_modules.
"use strict";

const { createRequire } = require("node:module");

const [port, dir, modules] = process.argv.slice(2);
const load = createRequire(`${modules}/`);
const { FlatFile, Server } = load("boardgame.io/server");
const { game } = require("./sealed.cjs")(load("boardgame.io/core"));

const server = Server({ games: [game], db: new FlatFile({ dir, logging: false }), origins: ["*"] });
server.run({ port: Number(port), callback: () => console.log("READY") });
