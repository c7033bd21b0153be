// Shows how a round opened, over the board: envelopes turn into what was in them, the best come first, the winner is
// lifted, and points, coins and tiles travel to their owners. The pictures come with the table's page, in a template.
// Any key, or a tap beside it, ends it, and acting never waits for it; Tab leads into it instead. A round that opens
// while the reader looks gives way after 3 s, but not while they point at it or are in it, nor once they tapped it;
// what was missed, at most the last three rounds, stays until the reader goes on.
// Without motion the pictures stand at once, and stay. What was seen is kept in this browser, by match; what the reader
// has answered since, here or on another device, was seen too, and the page says up to where that goes.
(() => {
  "use strict";

  const NAME = /(\S+-\d+)/; // a name such as Steady-2 stays in one line

  const [TURN, BETWEEN, ORDER, LIFT, APPEAR, TRAVEL] = [200, 90, 350, 200, 150, 550]; // milliseconds
  const ALL = 400; // the longest time between the first and the last of several
  const LONGEST = 3000;
  const MORE = 1000; // for who is still reading
  const ROUNDS = 3;
  const LINES = 3; // of words below the pictures
  const LOWEST = 280; // pixels that a round needs
  const main = document.querySelector("main.page");
  const panel = document.getElementById("reveal");
  if (!main || !panel) return;

  const isReplay = "replay" in panel.dataset;
  const key = `seen-${main.dataset.match}`;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const isStill = () => calm.matches || document.documentElement.classList.contains("is-still");
  const phone = matchMedia("(max-width: 63.99rem)");
  const place = panel.querySelector("[data-scene]");
  const goOnWords = panel.querySelector("[data-next]").textContent;
  let flights = null; // the layer in which things travel
  let running = [];
  let closing = null;
  let waiting = [];
  let last = null;
  let seenBefore = -1; // steps up to this one were seen, and stand still
  let ground = null; // what the round lies over
  let isPointedAt = false;
  let isByKey = false; // it was asked for by a key, which brought the focus here
  const watch = new ResizeObserver(() => lay());

  // --- Which rounds to show -------------------------------------------------------------------------
  const kept = () => document.querySelector("template[data-scenes]");
  const scenes = () => [...(kept()?.content.querySelectorAll(".scene") ?? [])];
  const stepOf = (element) => Number(element.dataset.step);
  // On a phone an open section covers the board.
  const isCovered = () => phone.matches && document.querySelector(".table-side.is-raised");

  // The last step that was seen; null at a first visit, which has missed nothing.
  function seenUpTo() {
    const known = [localStorage.getItem(key), kept().dataset.seen ?? null].filter((step) => step !== null);
    return known.length ? Math.max(...known) : null;
  }

  function look(missed) {
    if (document.hidden || !kept()) return;
    const seen = seenUpTo();
    // What opens under a section is shown when the section closes.
    if (seen !== null && isCovered()) return;
    localStorage.setItem(key, kept().dataset.step);
    if (seen === null) return;
    const found = scenes().filter((scene) => stepOf(scene) > seen);
    if (!found.length) return;
    // The result is on the board, so the last round gives way to it.
    const stays = (missed || (!panel.hidden && !closing)) && !document.getElementById("result-title");
    waiting = stays ? [...waiting, ...found].slice(-ROUNDS) : found.slice(-1);
    if (stays && !missed) return nameNext();
    seenBefore = seen;
    next(stays);
  }

  function nameNext() {
    const button = panel.querySelector("[data-next]");
    button.textContent = waiting.length ? button.dataset.next.replace("{count}", waiting.length) : goOnWords;
  }

  function next(stays) {
    stop();
    last = waiting.shift();
    show(last, stays);
  }

  // --- One round ------------------------------------------------------------------------------------
  function show(scene, stays) {
    place.replaceChildren(document.importNode(scene, true));
    nameNext();
    panel.hidden = false;
    lay();
    read(false);
    document.dispatchEvent(new CustomEvent("round-opened"));
    if (isStill()) return;
    const length = open();
    isPointedAt = false;
    if (!stays) closing = setTimeout(giveWay, Math.max(length, LONGEST));
  }

  function giveWay() {
    if (isPointedAt || panel.contains(document.activeElement)) closing = setTimeout(giveWay, MORE);
    else end();
  }

  // Whole sentences alone stand below the pictures, the last ones if all take more than a few lines: these say what the
  // pictures do not. All of them can be read instead of the pictures, and a screen reader always has them.
  const reader = panel.querySelector("[data-read]");
  const readAll = reader.textContent;

  function whole(name) {
    return Object.assign(document.createElement("span"), { className: "scene-whole", textContent: name });
  }

  function read(isReading) {
    panel.classList.toggle("is-reading", isReading);
    reader.setAttribute("aria-expanded", isReading);
    reader.textContent = isReading ? reader.dataset.read : readAll;
    const said = place.querySelector(".scene-sentences");
    const sentences = [...said.children];
    for (const one of sentences) {
      one.replaceChildren(...one.textContent.split(NAME).map((words, index) => (index % 2 ? whole(words) : words)));
      one.classList.remove("visually-hidden");
    }
    const isCut = () => place.scrollHeight > place.clientHeight + 1;
    const isLong = () => isCut() || said.offsetHeight > LINES * parseFloat(getComputedStyle(said).lineHeight) + 1;
    const left = isReading ? [] : sentences;
    for (const one of left) one.classList.toggle("visually-hidden", isCut() || (one !== left.at(-1) && isLong()));
    reader.hidden = !isReading && !isCut() && !left.some((one) => one.matches(".visually-hidden"));
    coverTabs();
  }

  // Over the board, which keeps its place; where the board is low, over the whole mat.
  function lay() {
    const board = document.querySelector("#live .mat-board, [data-ground]");
    if (!board || panel.hidden) return;
    if (board !== ground) {
      ground = board;
      watch.disconnect();
      watch.observe(board);
    }
    const mat = (board.closest(".mat") ?? board).getBoundingClientRect();
    const { left, top, width, height } = board.offsetHeight < LOWEST ? mat : board.getBoundingClientRect();
    const below = phone.matches ? document.querySelector("#live .ask") : null;
    const bottom = Math.max(below?.getBoundingClientRect().top ?? 0, mat.bottom);
    const corner = main.getBoundingClientRect();
    // Moved without a shift of the layout.
    Object.assign(panel.style, { translate: `${left - corner.left}px ${top - corner.top}px`, width: `${width}px` });
    const least = place.querySelector(".scene-line") ? 0 : height;
    Object.assign(panel.style, { minHeight: `${least}px`, maxHeight: `${bottom - top}px` });
    read(panel.classList.contains("is-reading")); // as many sentences as fit now
  }

  // On a phone, a round that is too high for the mat lies over the tabs below, the whole of them.
  function coverTabs() {
    const tabs = phone.matches ? document.querySelector(".tab-row")?.getBoundingClientRect() : null;
    if (tabs && panel.getBoundingClientRect().bottom > tabs.top) panel.style.minHeight = panel.style.maxHeight;
  }

  // Everything is in its last place; each animation leads there. Returns how long all of it takes.
  function open() {
    const columns = [...place.querySelectorAll(".scene-seat")];
    const fresh = columns.filter((column) => stepOf(column) > seenBefore || columns.every((one) => stepOf(one) <= seenBefore));
    // Measured before anything moves.
    const gains = fresh.flatMap((column) => [...column.querySelectorAll(".scene-gain")].map((gain) => wayOf(column, gain)));
    const sealed = bySeat(fresh.filter((column) => column.querySelector(".scene-envelope")));
    sealed.forEach((column, index) => turn(column, spread(BETWEEN, index, sealed.length)));
    let at = sealed.length ? spread(BETWEEN, sealed.length - 1, sealed.length) + 2 * TURN : 0;
    at = order(columns, at);
    for (const column of fresh.filter((one) => one.matches(".is-best"))) lift(column, at);
    at += LIFT;
    appear(place.querySelector(".scene-sentences"), at - LIFT);
    gains.forEach((way, index) => travel(way, at + spread(BETWEEN, index, gains.length)));
    return at + APPEAR + (gains.length ? ALL + TRAVEL : 0);
  }

  const spread = (each, index, count) => index * Math.min(each, ALL / count);
  const bySeat = (columns) => [...columns].sort((a, b) => a.dataset.seat - b.dataset.seat);

  function animate(element, frames, delay, duration, easing = "ease-out", pseudoElement = null) {
    const started = element.animate(frames, { delay, duration, easing, fill: "backwards", pseudoElement });
    running.push(started);
    return started;
  }

  function turn(column, at) {
    const envelope = column.querySelector(".scene-envelope");
    const [front, side, back] = ["rotateY(0deg)", "rotateY(90deg)", "rotateY(-90deg)"];
    animate(envelope, [{ opacity: 1, transform: front }, { opacity: 1, transform: front }], 0, at);
    animate(envelope, [{ opacity: 1, transform: front }, { opacity: 1, transform: side }], at, TURN, "ease-in");
    const frames = [{ opacity: 1, transform: back }, { opacity: 1, transform: front }];
    for (const piece of column.querySelectorAll(".scene-piece")) animate(piece, frames, at + TURN, TURN);
  }

  // Envelopes that open together lie in the order of seats until then; after that the best go first.
  function order(columns, at) {
    if (new Set(columns.map(stepOf)).size > 1) return at;
    const places = columns.map((column) => column.getBoundingClientRect());
    const seated = bySeat(columns);
    if (columns.every((column, index) => column === seated[index])) return at;
    columns.forEach((column, index) => {
      const from = places[seated.indexOf(column)];
      const [x, y] = [from.left - places[index].left, from.top - places[index].top];
      animate(column, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], at, ORDER, "ease-in-out");
    });
    return at + ORDER;
  }

  function lift(column, at) {
    const pieces = column.querySelector(".scene-pieces");
    animate(pieces, [{ transform: "none" }, { transform: getComputedStyle(pieces).transform }], at, LIFT);
    animate(pieces, [{ opacity: 0 }, { opacity: 1 }], at, LIFT, "ease-out", "::after");
  }

  const appear = (element, at) => element && animate(element, [{ opacity: 0 }, { opacity: 1 }], at, APPEAR);

  // --- What goes to its owner -----------------------------------------------------------------------
  const cardOf = (seat) => document.querySelector(`#live .seat[data-seat="${seat}"]`);
  const columnOf = (seat) => place.querySelector(`.scene-seat[data-seat="${seat}"] .scene-pieces`);

  function wayOf(column, gain) {
    const card = cardOf(column.dataset.seat);
    const source = gain.matches(".is-own") ? columnOf(column.dataset.seat) : gain;
    const giver = "from" in gain.dataset && !gain.matches(".is-loss, .is-own") ? columnOf(gain.dataset.from) : null;
    const ends = [giver ?? source, card].map((end) => end?.getBoundingClientRect());
    return { gain, card, ends: gain.matches(".is-loss") ? ends.reverse() : ends };
  }

  function travel({ gain, card, ends }, at) {
    appear(gain, at);
    if (!ends.every(Boolean)) return;
    fly(gain, ...ends, at + APPEAR);
    const small = [{ transform: "none" }, { transform: "scale(1.04)" }, { transform: "none" }];
    animate(card, small, at + APPEAR + TRAVEL, 2 * APPEAR);
  }

  function fly(gain, from, to, at) {
    const size = Math.min(44, Math.max(28, from.height));
    const flight = document.createElement("span");
    flight.className = "reveal-flight";
    flight.append(...[...gain.querySelector(".scene-gift").childNodes].map((node) => node.cloneNode(true)));
    if (flight.querySelector("svg")) Object.assign(flight.style, { width: `${size}px`, height: `${size}px` });
    layer().append(flight);
    // Words are wider than a piece, and stay within the window.
    const { offsetWidth, offsetHeight } = flight;
    const middle = ({ left, top, width, height }, scale) => {
      const x = left + (width - scale * offsetWidth) / 2;
      const y = top + (height - scale * offsetHeight) / 2;
      return `translate(${Math.max(0, Math.min(x, innerWidth - scale * offsetWidth))}px, ${y}px) scale(${scale})`;
    };
    const frames = [
      { opacity: 0, transform: middle(from, 1) },
      { opacity: 1, transform: middle(from, 1.1), offset: 0.15 },
      { opacity: 1, transform: middle(to, 1), offset: 0.85 },
      { opacity: 0, transform: middle(to, 0.7) },
    ];
    animate(flight, frames, at, TRAVEL, "ease-in-out").onfinish = () => flight.remove();
  }

  function layer() {
    if (!flights) {
      flights = document.createElement("div");
      flights.className = "reveal-flights";
      flights.setAttribute("aria-hidden", "true");
      document.body.append(flights);
    }
    return flights;
  }

  // --- Ways on --------------------------------------------------------------------------------------
  const isMoving = () => running.some((one) => one.playState === "running");

  function stop() {
    clearTimeout(closing);
    closing = null;
    for (const one of running) one.cancel();
    running = [];
    flights?.replaceChildren();
  }

  function end() {
    const hadFocus = panel.contains(document.activeElement);
    stop();
    waiting = [];
    panel.hidden = true;
    const asked = isByKey ? document.querySelector("[data-reveal-again]") : null;
    isByKey = false;
    if (!hadFocus) return;
    if (asked?.checkVisibility()) asked.focus({ preventScroll: true });
    else focusOnQuestion();
  }

  function focusOnQuestion() {
    const question = document.querySelector("#live .ask");
    if (!question) return;
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
  }

  // Who reads needs the time for it.
  function startReading() {
    stop();
    read(!panel.matches(".is-reading"));
  }

  const goOn = () => (waiting.length ? next(true) : end());

  function again() {
    stop();
    last ??= scenes().at(-1);
    if (!last) return;
    seenBefore = -1;
    waiting = [];
    show(last, true);
  }

  panel.addEventListener("click", ({ target }) => {
    if (target.closest("[data-again]")) again();
    else if (target.closest("[data-read]")) startReading();
    else if ((closing || isMoving()) && !target.closest("[data-next]")) stop();
    else goOn();
  });
  // A mouse that lay there before was not meant for it: only one that moves there is.
  panel.addEventListener("pointermove", ({ pointerType }) => (isPointedAt = pointerType === "mouse"));
  panel.addEventListener("pointerleave", () => (isPointedAt = false));
  document.addEventListener("click", ({ target, detail }) => {
    if (!target.closest?.("[data-reveal-again]")) return;
    last = scenes().at(-1) ?? null;
    again();
    isByKey = detail === 0 && !panel.hidden;
    if (isByKey) enter();
  });

  // Who goes into it by key needs the time for it.
  function enter() {
    clearTimeout(closing);
    closing = null;
    panel.querySelector("[data-next]").focus({ preventScroll: true });
  }

  // Shift alone begins a key, and what is held with Ctrl is meant for the browser.
  const BARE = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "ScrollLock", "Fn"];
  const isAside = (event) => event.ctrlKey || event.altKey || event.metaKey || BARE.includes(event.key);

  document.addEventListener("keydown", (event) => {
    if (panel.hidden || isAside(event) || (panel.contains(event.target) && event.key !== "Escape")) return;
    if (event.key !== "Tab") return end();
    event.preventDefault();
    enter();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!panel.hidden && !panel.contains(event.target)) end();
  });
  window.addEventListener("resize", lay);
  if (isReplay) {
    last = scenes().at(-1) ?? null;
    if (last) show(last, false);
    return;
  }
  // A refresh brings what was not seen, and the last round in case it is asked for again.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const seen = detail.elt.id === "live" && kept() ? seenUpTo() : null;
    if (seen !== null) detail.parameters.seen = seen;
  });
  document.addEventListener("visibilitychange", () => document.hidden || look(true));
  document.addEventListener("panel-lowered", () => look(true));
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    lay();
    if (target.id === "live") look(false);
  });
  look(true);
})();
