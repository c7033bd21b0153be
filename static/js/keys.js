// Keys at a table: a number chooses a piece, letters open the tabs, N goes on to the next table, ? shows this list.
// Single keys act outside fields only, and the reader can switch them off, those of a game too.
(() => {
  "use strict";

  const OFF = "keys-off";
  const TABS = { l: "#panel-log", c: "#panel-chat", o: "#panel-notes", p: "#panel-conditional", g: "#panel-rules" };
  const ARROWS = { ArrowLeft: "[", ArrowRight: "]" };
  const STEPS = { "[": ".replay-bar [rel=prev], .strip a.strip-box", "]": ".replay-bar [rel=next]" };
  const AHEAD = "keys-ahead";
  const FRESH = 5000;
  const MOST_AHEAD = 5;
  const sheet = document.getElementById("keys");
  const toggle = sheet?.querySelector("input[type=checkbox]");
  const isOff = () => localStorage.getItem(OFF) === "yes";
  globalThis.keysAreOff = isOff;

  // Arrows move between radio buttons.
  const isChoosing = (event) => event.key in ARROWS && event.target.matches?.("input");
  const inField = (element) =>
    element.matches?.("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit])");
  // Pieces on the mat belong to the form, and do not lie in it.
  const answerForm = () => document.querySelector("#answer form[data-step]");
  const isShown = (input) => [...input.labels].some((label) => label.checkVisibility());
  const pieces = () =>
    [...(answerForm()?.elements ?? [])].filter(
      (input) => input.matches("[type=radio], [type=checkbox]") && !input.disabled && isShown(input),
    );

  function choose(number) {
    const piece = pieces()[number - 1];
    piece?.focus();
    piece?.click();
    return Boolean(piece);
  }

  const press = (selector) => {
    const target = document.querySelector(selector);
    target?.click();
    return Boolean(target);
  };

  // --- Through the rounds: what is pressed while the next page is on its way is done there -----------
  let isLeaving = false;

  function ahead() {
    const { keys, at } = JSON.parse(sessionStorage.getItem(AHEAD) ?? "{}");
    return Date.now() - at < FRESH ? { keys, at } : { keys: "", at: Date.now() };
  }

  const leaveAhead = ({ keys, at }) => sessionStorage.setItem(AHEAD, JSON.stringify({ keys, at }));
  const dropAhead = () => sessionStorage.removeItem(AHEAD);

  function step(key) {
    if (isLeaving) {
      const { keys, at } = ahead();
      leaveAhead({ keys: (keys + key).slice(0, MOST_AHEAD), at });
    } else if ((isLeaving = press(STEPS[key]))) {
      // The page on its way may have been stopped.
      setTimeout(() => (isLeaving = false), FRESH);
    }
    return isLeaving;
  }

  window.addEventListener("pageshow", ({ persisted }) => {
    const { keys, at } = persisted ? { keys: "" } : ahead();
    leaveAhead({ keys: keys.slice(1), at });
    isLeaving = false;
    if (keys) step(keys[0]);
  });

  // With Caps Lock, or Shift, a letter is the same key.
  const plain = (key) => (key.length === 1 ? key.toLowerCase() : key);

  function act(key) {
    if (key === "?") return sheet.showModal(), true;
    if (isOff()) return false;
    if (/^[1-9]$/.test(key)) return choose(Number(key));
    if (key === "n" && document.querySelector("a.next-turn")) return press("a.next-turn");
    if (key in STEPS) return step(key);
    if (key in ARROWS) return document.querySelector(".replay-bar") !== null && step(ARROWS[key]);
    return key in TABS && press(`.tab-row a[href='${TABS[key]}']`);
  }

  if (!sheet) return;
  toggle.checked = !isOff();
  toggle.addEventListener("change", () => localStorage.setItem(OFF, toggle.checked ? "no" : "yes"));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (inField(event.target) || isChoosing(event) || sheet.open) return;
    // A key that is held goes on by itself, but leaves nothing for the pages to come.
    if (event.repeat && isLeaving) return event.preventDefault();
    if (!(event.key in STEPS) && !(event.key in ARROWS)) dropAhead();
    const form = answerForm();
    if (event.key === "Escape" && (event.target.form ?? event.target.closest?.("form")) === form) takeBackChoice(form);
    else if (act(plain(event.key))) event.preventDefault();
  });
})();
