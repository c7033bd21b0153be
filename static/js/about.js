// Says what a piece is and does, beside it: while a mouse rests on it, while it has focus, and after a long press.
// The words are those that a screen reader has: of the piece, or of the answer it stands for. Escape hides them.
(() => {
  "use strict";

  const LONG_PRESS = 500;
  const GAP = 8;
  const PIECE = "[data-about], .table-page label, .table-page svg[aria-label], .mat-board li:has(svg, .visually-hidden)";
  const note = document.createElement("p");
  note.className = "about";
  note.hidden = true;
  (document.querySelector("main") ?? document.body).append(note); // every page is within landmarks
  let timer = null;
  let pressed = false; // the words came by a long press, whose click chooses nothing

  const HIDDEN = "[class*=visually-hidden]";
  const plain = (words) => words?.replace(/\s+/g, " ").trim() ?? "";

  // Text for screen readers alone is one pixel wide.
  function visible(piece) {
    const unseen = [...piece.querySelectorAll(HIDDEN)].filter((element) => element.offsetWidth <= 1);
    return plain(unseen.reduce((text, { innerText }) => text.replace(innerText, ""), piece.innerText ?? "")).toLowerCase();
  }

  function wordsOf(piece) {
    if (piece.dataset.about) return piece.dataset.about;
    const told = piece.control ?? piece;
    const words = plain(
      told.getAttribute("aria-label") ?? told.dataset.words ?? piece.querySelector(`:scope > ${HIDDEN}`)?.textContent,
    );
    // What the piece shows in full needs no saying.
    return words && !visible(piece).includes(words.toLowerCase()) ? words[0].toUpperCase() + words.slice(1) : "";
  }

  function show(target) {
    const piece = target.closest?.("[data-about]") ?? target.closest?.(PIECE) ?? target.labels?.[0];
    const words = piece && wordsOf(piece);
    if (!words) return hide();
    note.textContent = words;
    note.hidden = false;
    const [{ left, top, bottom, width }, { offsetWidth, offsetHeight }] = [piece.getBoundingClientRect(), note];
    const beside = Math.min(Math.max(left + width / 2 - offsetWidth / 2, GAP), innerWidth - offsetWidth - GAP);
    const above = top - offsetHeight - GAP;
    Object.assign(note.style, { left: `${beside}px`, top: `${above < 0 ? bottom + GAP : above}px` });
  }

  function hide() {
    clearTimeout(timer);
    note.hidden = true;
  }

  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(event.target));
  document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && show(event.target));
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", (event) => {
    hide();
    pressed = false;
    if (event.pointerType !== "touch") return;
    timer = setTimeout(() => {
      show(event.target);
      pressed = !note.hidden;
    }, LONG_PRESS);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
  document.addEventListener(
    "click",
    (event) => {
      if (pressed) event.preventDefault();
      if (pressed) event.stopPropagation();
      pressed = false;
    },
    true,
  );
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("scroll", hide, true);
  // A refresh under a mouse at rest keeps the words.
  let shown = false;
  document.addEventListener("htmx:beforeSwap", () => {
    shown = !note.hidden;
    hide();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const under = [...document.querySelectorAll(":hover")].at(-1);
    if (shown && under) show(under);
    shown = false;
  });
})();
