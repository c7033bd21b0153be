// A page with <main data-socket="/ws/…"> is told when its table moves, and refreshes what listens for `table-moved`
// (or for `chat-moved` after a new message). `news` says that there is something new for the reader.
// The socket of a table says every few seconds which version of it stands, and the page hears that as `stands`. Without
// that, the line is dead though nobody closed it. A table whose line stays down says so until it is up again.
// Answers go by it too (by-socket.js), while it is surely up.
// Many people watch a ladder or tournament, so its page refreshes for `standings-moved` a little later, and only
// while it is visible.
(() => {
  "use strict";

  const LONGEST_WAIT = 60000;
  const LONGEST_SPREAD = 3000;
  const DEAD = 40000; // more than two pulses: see matches/web/pulses.py
  const SURE = 20000; // more than one
  const main = document.querySelector("main[data-socket]");
  let socket = null;
  let wait = 1000;
  let timer = null;
  let missed = false;
  const UNNOTICED = 4000; // a line that is down for less is not worth a word
  const lost = document.querySelector("[data-line-lost]");
  let silent = null;
  // The site does not tell a page what its own answer changed: the reply shows that.
  const newName = () => Math.random().toString(36).slice(2);
  let page = newName();
  document.addEventListener("htmx:configRequest", ({ detail }) => (detail.headers["X-Page"] = page));

  const EVENTS = ["table-moved", "chat-moved", "standings-moved"];
  // What is said at a table, and what moves in a ladder, is no news of the reader's own.
  const NEWS = ["table-moved", "news"];
  // What other scripts hear with all that comes with it.
  const TOLD = ["stands", "reply"];
  const trigger = (event) => window.htmx?.trigger(document.body, event);
  const tell = (event) => (event === "standings-moved" ? spread() : trigger(event));
  let soon = null;
  let unseen = false;

  function spread() {
    soon ??= setTimeout(refresh, Math.random() * LONGEST_SPREAD);
  }

  function refresh() {
    soon = null;
    unseen = document.hidden;
    if (!unseen) trigger("standings-moved");
  }

  const isUp = () => socket !== null && socket.readyState <= WebSocket.OPEN;

  function connect() {
    clearTimeout(timer);
    if (isUp()) return;
    saySoon();
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const address = new URL(main.dataset.socket, scheme + location.host);
    address.searchParams.set("page", page);
    socket = new WebSocket(address);
    for (const [kind, hear] of [["open", opened], ["message", heard], ["close", closed]]) {
      socket.addEventListener(kind, (event) => {
        if (event.target === socket) hear(event);
      });
    }
  }

  // Some sockets have no pulse, so only one that had the first is expected to have the next.
  let dead = null;
  let lastPulse = -Infinity;
  let openedAt = 0;

  function expectPulse(event, answers) {
    if (dead === null && event !== "stands") return;
    if (answers) lastPulse = Date.now();
    clearTimeout(dead);
    dead = setTimeout(giveUp, DEAD);
  }

  // To close a dead line in good order takes a browser minutes. What was said by it may still arrive, and the page is
  // told what that changes, by the name that it has from now on.
  function giveUp() {
    const old = socket;
    socket = null;
    page = newName();
    old?.close();
    closed();
  }

  // A line that slept with its machine looks open, but had no pulse meanwhile.
  function say(message) {
    const isSure = socket?.readyState === WebSocket.OPEN && Date.now() - lastPulse < SURE;
    if (isSure) socket.send(JSON.stringify({ ...message, at: (performance.now() - openedAt) / 1000 }));
    return isSure;
  }
  globalThis.pageLine = { say, giveUp };

  function saySoon() {
    silent ??= setTimeout(() => lost?.removeAttribute("hidden"), UNNOTICED);
  }

  function heard(message) {
    const { event, answers, ...detail } = JSON.parse(message.data);
    expectPulse(event, answers);
    if (TOLD.includes(event)) document.body.dispatchEvent(new CustomEvent(event, { detail }));
    if (EVENTS.includes(event)) tell(event);
    if (NEWS.includes(event)) document.body.dispatchEvent(new CustomEvent("news"));
  }

  function opened() {
    wait = 1000;
    openedAt = performance.now();
    lastPulse = -Infinity;
    main.dataset.listening = "";
    clearTimeout(silent);
    silent = null;
    lost?.setAttribute("hidden", "");
    if (missed) EVENTS.forEach(tell);
    missed = false;
  }

  function closed() {
    missed = true;
    clearTimeout(dead);
    dead = null;
    delete main.dataset.listening;
    document.body.dispatchEvent(new CustomEvent("line-down"));
    saySoon();
    const pause = wait * (0.75 + Math.random() / 2);
    wait = Math.min(2 * wait, LONGEST_WAIT);
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
  }

  if (main) {
    connect();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !isUp()) connect();
      if (!document.hidden && unseen) refresh();
    });
    window.addEventListener("online", connect);
  }
})();
