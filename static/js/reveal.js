// Shows what happened since the reader last looked, at most the last three rounds, sentence by sentence over the board.
// Any key or tap ends it, and acting never waits for it. A round that opens while the reader looks is over in 3 s; what
// was missed stays until the reader goes on. Without motion the sentences stand at once, and stay.
// What was seen is kept in this browser, by match; the sentences are those of the log.
(() => {
  "use strict";

  const ROUNDS = 3;
  const WITHIN = 1500; // milliseconds for all sentences of a round
  const LONGEST = 500;
  const LINGER = 1500;
  const main = document.querySelector("main[data-match]");
  const panel = document.getElementById("reveal");
  if (!main || !panel) return;

  const key = `seen-${main.dataset.match}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const phone = matchMedia("(max-width: 63.99rem)");
  const [title, list] = [panel.querySelector("[data-title]"), panel.querySelector("[data-sentences]")];
  let timers = [];
  let waiting = [];
  let last = null;
  let cameBack = true; // what is shown was missed, not watched

  const stepOf = (entry) => Number(entry.id.replace("step-", ""));
  const entries = () => [...document.querySelectorAll("#live .log > li[id^='step-']")].filter((entry) => stepOf(entry) >= 0);

  // Log entries come newest first. All entries of a round make one picture.
  function unseen(seen) {
    const rounds = new Map();
    for (const entry of entries().filter((one) => stepOf(one) > seen).reverse()) {
      const round = entry.querySelector(".log-round").textContent.trim();
      if (!rounds.has(round)) rounds.set(round, []);
      rounds.get(round).push(entry.querySelector(".log-words").textContent.replace(/\s+/g, " ").trim());
    }
    return [...rounds].map(([round, said]) => ({ round, said })).slice(-ROUNDS);
  }

  // On a phone an open section covers the board.
  const isCovered = () => phone.matches && document.querySelector(".table-side.is-raised");

  function look(missed) {
    const newest = Math.max(-1, ...entries().map(stepOf));
    const seen = localStorage.getItem(key);
    if (document.hidden) return;
    localStorage.setItem(key, String(newest));
    // At the end the result lies on the board.
    if (document.getElementById("result-title")) return end();
    if (seen === null || isCovered()) return;
    const found = unseen(Number(seen));
    if (!found.length) return;
    waiting = [...waiting, ...found].slice(-ROUNDS);
    nameNext();
    if (!panel.hidden) return;
    cameBack = missed;
    next();
  }

  const goOn = () => (waiting.length ? next() : end());

  function nameNext() {
    panel.querySelector("[data-next]").textContent = waiting.length ? `Next, ${waiting.length} more` : "Go on";
  }

  function next() {
    stop();
    last = waiting.shift();
    play(last);
  }

  function play({ round, said }) {
    title.textContent = round;
    const parts = said.flatMap((words) => words.match(/[^.]+\.(?!\d)\s*|[^.]+$/g) ?? [words]);
    list.replaceChildren(...parts.map(line));
    place();
    panel.hidden = false;
    nameNext();
    if (still.matches) return;
    const pause = Math.min(LONGEST, WITHIN / parts.length);
    [...list.children].forEach((item, index) => {
      item.classList.add("is-coming");
      timers.push(setTimeout(() => item.classList.remove("is-coming"), index * pause));
    });
    if (!cameBack) timers.push(setTimeout(goOn, parts.length * pause + LINGER));
  }

  function line(words) {
    const item = document.createElement("li");
    item.textContent = words.trim();
    return item;
  }

  // Over the board, which keeps its place.
  function place() {
    const board = document.querySelector("#live .mat-board");
    if (!board) return;
    const [ground, { top, left, width, height }] = [main.getBoundingClientRect(), board.getBoundingClientRect()];
    Object.assign(panel.style, { left: `${left - ground.left}px`, width: `${width}px`, maxHeight: `${height}px` });
    panel.style.top = `${top - ground.top}px`;
  }

  function again() {
    stop();
    cameBack = true;
    play(last);
  }

  function stop() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }

  function end() {
    stop();
    waiting = [];
    panel.hidden = true;
  }

  panel.addEventListener("click", (event) => {
    if (event.target.closest("[data-replay]")) again();
    else if (event.target.closest("[data-next]")) goOn();
    else end();
  });
  document.addEventListener("keydown", (event) => {
    if (!panel.hidden && !panel.contains(event.target)) end();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!panel.hidden && !panel.contains(event.target)) end();
  });
  document.addEventListener("visibilitychange", () => document.hidden || look(true));
  document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "live" && look(false));
  window.addEventListener("resize", place);
  look(true);
})();
