// Three short steps at a reader's first decision of each kind: the aim, the pieces, the seal. The card takes no taps and
// no keys: those reach the table, and the next step comes with each. Escape ends it, and so does a sealed answer.
// What was shown is kept in this browser.
(() => {
  "use strict";

  const KEY = "coached";
  const LAST = 3;
  const ELSEWHERE = ".table-side, .table-menu, .reveal, dialog";
  const CONTROL = "a, button, label, input, select, summary";
  const MODIFIERS = ["Tab", "Shift", "Control", "Alt", "Meta"];
  // A key that ends the opening of a round says nothing to the coach, which stands below it.
  let opened = false;
  const isOpening = () => document.querySelector("main > .reveal:not([hidden])") !== null;
  const card = () => document.querySelector("#live .coach");
  const kindOf = (coach) => `${coach.dataset.coach}:${coach.querySelector("[data-kind]")?.dataset.kind}`;
  const shown = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");
  let kind = null;
  let at = 0;

  function show() {
    const coach = card();
    if (!coach) return end();
    if (kindOf(coach) !== kind) {
      end();
      if (shown().includes(kindOf(coach))) return;
      [kind, at] = [kindOf(coach), 1];
    }
    coach.dataset.at = at;
    coach.querySelector("[data-at]").textContent = at;
    coach.querySelectorAll("[aria-live] > p").forEach((step, index) => (step.hidden = index + 1 !== at));
    // The seal names the act that is chosen.
    const seal = document.querySelector("#answer button.seal");
    if (seal) coach.querySelector("[data-seal-words]").textContent = seal.textContent.trim();
    coach.hidden = false;
  }

  function end() {
    if (kind) localStorage.setItem(KEY, JSON.stringify([...new Set([...shown(), kind])]));
    kind = null;
    const coach = card();
    if (coach) coach.hidden = true;
  }

  function goTo(step) {
    if (!kind || opened || !card()?.checkVisibility()) return;
    at = step;
    if (at > LAST) end();
    else show();
  }

  const isElsewhere = (event) => event.target.closest?.(ELSEWHERE);

  for (const begin of ["keydown", "pointerdown"]) addEventListener(begin, () => (opened = isOpening()), true);
  document.addEventListener("click", (event) => {
    // What a tap on a piece chooses is heard below.
    if (!isElsewhere(event) && !event.target.closest?.(CONTROL)) goTo(at + 1);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") goTo(LAST + 1);
    else if (!event.defaultPrevented && !MODIFIERS.includes(event.key) && !isElsewhere(event)) goTo(at + 1);
  });
  document.addEventListener("change", (event) => {
    if (!kind || !event.target.form?.matches("[data-step]")) return;
    opened = false;
    goTo(LAST);
  });
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterSettle", show);
  show();
})();
