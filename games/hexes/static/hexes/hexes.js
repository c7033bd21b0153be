// Compose a run of hexes before it is laid: add, turn and take back hexes, then send the run as one.
// Without this script the same radio buttons lay one hex at a time.
(() => {
  "use strict";

  const WIDE = 48 * Math.sqrt(3); // from one cell to the next, as games/hexes/templatetags/hexes.py draws them
  const HIGH = 72;
  const AROUND = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]; // clockwise from edge 0
  const KEYS = { r: "right", a: "another", u: "back" };
  const SVG = "http://www.w3.org/2000/svg";

  let form = null; // the viewer's form for laying, on their turn
  let table = null; // the board as sent by the site
  let laid = []; // the hexes of the run laid here but not sent yet
  let focused = null; // the cell whose chip had the focus before the page was refreshed
  let layNone = false; // true once the viewer has asked to lay nothing at all
  let now = empty(); // the current hex: {hex, cell, turn}; on the board once it has a cell

  function empty() {
    return { hex: "", cell: "", turn: 0 };
  }

  // --- The rules, as far as a run needs them ------------------------------------------------------
  const turned = (hex, turn) => hex.slice(6 - turn) + hex.slice(0, 6 - turn);
  const smallest = (hex, turn) => [0, 1, 2, 3, 4, 5].find((other) => turned(hex, other) === turned(hex, turn));
  const numbers = (cell) => cell.split(",").map(Number);
  const beside = (cell) => AROUND.map(([q, r]) => `${numbers(cell)[0] + q},${numbers(cell)[1] + r}`);
  const onBoard = () => (now.hex && now.cell ? [...laid, now] : laid);
  const lying = (hexes) => hexes.map(({ hex, cell, turn }) => ({ cell, colours: turned(hex, turn), ofRun: true }));

  const inReadingOrder = (one, other) => numbers(one)[1] - numbers(other)[1] || numbers(one)[0] - numbers(other)[0];

  // The cells for the next hex: next to the last of the run, or anywhere next to the board.
  function openAfter(hexes) {
    const all = [...table.laid, ...lying(hexes)];
    const taken = new Set(all.map(({ cell }) => cell));
    const last = all.at(-1);
    const from = last.ofRun ? [last] : all;
    const cells = new Set(from.flatMap(({ cell }) => beside(cell)).filter((cell) => !taken.has(cell)));
    return [...cells].sort(inReadingOrder);
  }

  // The edges of the run that match an edge laid before.
  function meetings(hexes) {
    const before = new Map();
    const met = [];
    for (const hex of [...table.laid, ...lying(hexes)]) {
      if (hex.ofRun) met.push(...meetingsOf(hex, before));
      before.set(hex.cell, hex);
    }
    return met;
  }

  function meetingsOf(hex, before) {
    const sides = beside(hex.cell).map((cell, edge) => ({ cell: hex.cell, edge, other: before.get(cell) }));
    return sides
      .filter(({ edge, other }) => other && other.colours[(edge + 3) % 6] === hex.colours[edge])
      .map(({ cell, edge, other }) => ({ cell, edge, worth: other.ofRun ? 2 : 1 }));
  }

  const pointsOf = (met) => met.reduce((sum, { worth }) => sum + worth, 0);
  const left = () => table.hand.length - onBoard().length;
  const goesOn = () => left() > 0 && openAfter(onBoard()).length > 0;
  const endsItself = () => onBoard().length > 0 && !goesOn();
  const tooMany = () => (table.limit && !endsItself() ? Math.max(left() - table.limit, 0) : 0);

  // --- Texts -------------------------------------------------------------------------------------
  const counted = (name, count) => table.texts.counted(name, count);
  const worded = (name, values) => table.texts.text(name, values);

  function words() {
    if (isHeld()) return worded("open", { hex: radio("hex", now.hex).dataset.the });
    const count = table.run + onBoard().length;
    if (!count) return worded(layNone ? "none" : "empty");
    const met = meetings(onBoard());
    const within = met.filter(({ worth }) => worth === 2).length;
    const score = { hexes: counted("hexes", count), points: counted("points", pointsOf(met)) };
    return met.length ? worded("why", { ...score, meetings: meetingWords(within, met.length - within) }) : worded("score", score);
  }

  function meetingWords(within, before) {
    if (!before || !within) return before ? counted("before", before) : counted("within", within);
    return worded("both", { within: counted("within", within), before: counted("before", before) });
  }

  function limitWords() {
    const more = tooMany();
    return more ? ` ${worded("limit", { hexes: counted("hexes", left()), limit: table.limit, more })}` : "";
  }

  function sendWords() {
    const count = onBoard().length;
    if (isHeld()) return worded("lay");
    if (count) return worded("send", { hexes: counted("hexes", table.run + count) });
    return worded(table.run ? "finish" : "nothing");
  }

  // --- Drawing -----------------------------------------------------------------------------------
  function middle(cell) {
    const [q, r] = numbers(cell);
    return [WIDE * (q + r / 2), HIGH * r];
  }

  function made(name, attributes, ...inside) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  }

  function hexParts(hex, turn, faceClass = "") {
    const edges = [...turned(hex, turn)].map((letter, edge) => made("use", { href: `#edge-${edge}-${letter}` }));
    const dot = new Set(hex).size === 6 ? [made("circle", { class: "hex-special", r: 9 })] : [];
    const face = made("use", { href: "#hex-outline", class: `hex-face ${faceClass}` });
    return [face, ...edges, ...dot, made("use", { href: "#hex-outline", class: "hex-rim" })];
  }

  function drawnHex({ hex, cell, turn }) {
    const held = cell === now.cell;
    const place = { transform: `translate(${middle(cell).join(" ")})` };
    return made("g", held ? { ...place, "data-held": "" } : place, ...hexParts(hex, turn, held ? "hex-held" : "hex-of-run"));
  }

  function drawnMeeting({ cell, edge, worth }) {
    const [x, y] = middle(cell);
    const angle = (edge * Math.PI) / 3;
    const at = [x + (WIDE / 2) * Math.cos(angle), y + (WIDE / 2) * Math.sin(angle)].join(" ");
    const points = made("text", { dy: ".35em", "text-anchor": "middle" }, String(worth));
    return made("g", { class: "hex-worth", transform: `translate(${at})` }, made("circle", { r: 13 }), points);
  }

  // What the hex in hand would score in this cell, as it is turned now.
  function gainAt(cell) {
    return pointsOf(meetings([...laid, { ...now, cell }])) - pointsOf(meetings(laid));
  }

  // An open cell shows its number while the numbers are in use, else what the hex in hand would score there.
  function cellText(cell, index) {
    if (form.querySelector("#by-number").open) return String(index + 1);
    if (!now.hex) return "";
    return gainAt(cell) ? `+${gainAt(cell)}` : "0";
  }

  function drawnCell(cell, index) {
    const number = made("text", { dy: ".35em", "text-anchor": "middle" }, cellText(cell, index));
    const chosen = cell === now.cell ? " hex-cell-chosen" : "";
    const score = form.querySelector("#by-number").open ? "" : " hex-cell-score";
    const place = { class: `hex-cell${chosen}${score}`, "data-cell": cell, transform: `translate(${middle(cell).join(" ")})` };
    return made("g", place, made("use", { href: "#hex-outline" }), number);
  }

  function drawBoard() {
    const svg = document.querySelector("#live [data-board] svg");
    const cells = openAfter(laid);
    svg.querySelector("[data-cells]").replaceChildren(...cells.map(drawnCell));
    svg.querySelector("[data-draft]").replaceChildren(...onBoard().map(drawnHex), ...meetings(onBoard()).map(drawnMeeting));
    svg.dispatchEvent(new CustomEvent("board-drawn", { bubbles: true }));
    chips(cells);
  }

  // The cells by number: rebuilt only if they change, so that keyboard focus is kept.
  function chips(cells) {
    const places = form.querySelector("[data-places]");
    if (places.dataset.cells === cells.join(" ")) return;
    places.dataset.cells = cells.join(" ");
    places.replaceChildren(...cells.map(chip));
  }

  function chip(cell, index) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "chip";
    Object.assign(input, { type: "radio", name: "cell", id: `cell-${index + 1}`, value: cell });
    input.setAttribute("aria-label", worded("place", { number: index + 1 }));
    label.append(input, String(index + 1));
    return label;
  }

  const radio = (name, value) => form.querySelector(`input[name=${name}][value="${value}"]`);
  const all = (name) => [...form.querySelectorAll(`input[name=${name}]`)];

  function drawHand() {
    for (const input of all("hex")) {
      const isHeld = input.value === now.hex;
      input.checked = isHeld;
      input.closest("label").hidden = laid.some(({ hex }) => hex === input.value);
      input.nextElementSibling.replaceChildren(...hexParts(input.value, isHeld ? now.turn : 0));
    }
    for (const input of all("cell")) input.checked = input.value === now.cell;
    for (const input of all("rotation")) input.checked = Number(input.value) === now.turn;
  }

  function drawRun() {
    if (!fromList()) say(words());
    form.querySelector("[data-so-far]").hidden = !onBoard().length;
    form.querySelector("[data-run-list]").replaceChildren(...onBoard().map(listed));
  }

  // The part of a text between <b> and </b> is bold.
  function say(text) {
    const [before, bold, after] = text.split(/<\/?b>/);
    const strong = Object.assign(document.createElement("strong"), { textContent: bold });
    form.querySelector("[data-choice]").replaceChildren(before, strong, after + limitWords());
  }

  function listed({ hex, turn }, index) {
    const line = document.createElement("li");
    const gained = pointsOf(meetings(onBoard().slice(0, index + 1))) - pointsOf(meetings(onBoard().slice(0, index)));
    const turning = turn ? worded("turned", { degrees: 60 * turn }) : worded("straight");
    line.textContent = worded("part", { hex: radio("hex", hex).dataset.name, turning, points: counted("points", gained) });
    return line;
  }

  function drawButtons() {
    const send = form.querySelector("[data-send]");
    send.textContent = fromList() ? worded("listed") : sendWords();
    send.disabled = !fromList() && tooMany() > 0;
    send.classList.toggle("seal-waits", !fromList() && (isHeld() || isEmpty()));
    send.setAttribute("aria-disabled", !fromList() && isHeld());
    document.getElementById("every-way").hidden = laid.length > 0;
    enable("another", now.hex && now.cell && goesOn());
    enable("back", now.hex || now.cell || laid.length);
    for (const way of ["left", "right"]) enable(way, now.hex);
  }

  const isEmpty = () => !onBoard().length && !table.run && !layNone;
  const isHeld = () => now.hex !== "" && now.cell === "";
  const fromList = () => form.querySelector("input[name=action]:checked") !== null;
  const enable = (act, may) => form.querySelector(`[data-do=${act}]`).setAttribute("aria-disabled", !may);

  function draw() {
    drawBoard();
    drawHand();
    drawRun();
    drawButtons();
    keep();
  }

  // --- Actions -----------------------------------------------------------------------------------
  const acts = {
    left: () => hold({ turn: (now.turn + 5) % 6 }),
    right: () => hold({ turn: (now.turn + 1) % 6 }),
    another() {
      laid = [...laid, now];
      now = empty();
    },
    back() {
      now = laid.at(-1) ?? empty();
      laid = laid.slice(0, -1);
    },
  };

  // Of rotations that look alike, use the smallest.
  function hold(change) {
    now = { ...now, ...change };
    if (now.hex) now.turn = smallest(now.hex, now.turn);
  }

  function act(name) {
    if (form.querySelector(`[data-do=${name}]`).getAttribute("aria-disabled") === "true") return;
    unlist();
    acts[name]();
    draw();
    if (name === "another") form.querySelector("label:not([hidden]) > input[name=hex]")?.focus({ preventScroll: true });
  }

  // Composing a run clears the choice in the list.
  function unlist() {
    layNone = false;
    for (const input of all("action")) input.checked = false;
  }

  function changed({ name, value }) {
    if (name !== "action") unlist();
    if (name === "hex") hold({ hex: value });
    else if (name === "rotation") hold({ turn: Number(value) });
    else if (name === "cell") hold({ cell: value });
    draw();
  }

  // --- Kept between page loads, until the match moves on ------------------------------------------
  const key = () => `run of ${form.getAttribute("action")}`;
  let last = null;

  function keep() {
    last = { step: form.dataset.step, laid, now };
    try {
      sessionStorage.setItem(key(), JSON.stringify(last));
    } catch {
      // Composing also works without storage.
    }
  }

  const kept = () => [last ?? stored()].find((found) => found?.step === form.dataset.step) ?? null;

  function stored() {
    try {
      return JSON.parse(sessionStorage.getItem(key()));
    } catch {
      return null;
    }
  }

  // --- Sending -----------------------------------------------------------------------------------
  function answers() {
    const places = onBoard().map(({ hex, cell, turn }) => {
      const [q, r] = numbers(cell);
      return { act: "place", hex, q, r, rotation: turn };
    });
    return endsItself() ? places : [...places, { act: "finish" }];
  }

  const hidden = (name, value) => Object.assign(document.createElement("input"), { type: "hidden", name, value });

  function fill() {
    empties();
    const fields = [hidden("several", "1"), ...answers().map((answer) => hidden("action", JSON.stringify(answer)))];
    for (const field of fields) field.dataset.ofRun = "";
    form.append(...fields);
  }

  const empties = () => form.querySelectorAll("[data-of-run][type=hidden]").forEach((field) => field.remove());

  function submitted(event) {
    if (event.target !== form || fromList()) return;
    if (isHeld() || tooMany() || isEmpty()) {
      // The first press on a ring says what a second one sends.
      layNone = isEmpty() && !isHeld() && !tooMany();
      draw();
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    fill();
  }

  // --- The page ----------------------------------------------------------------------------------
  function mount() {
    const before = form;
    form = document.querySelector("#live [data-run]")?.closest("form") ?? null;
    if (!form) return;
    table = tableOf(form.querySelector("[data-run]"));
    ({ laid, now } = kept() ?? { laid: [], now: empty() });
    layNone = false;
    empties();
    for (const part of form.querySelectorAll("[data-tools]")) part.hidden = false;
    for (const part of form.querySelectorAll("[data-plain]")) part.hidden = true;
    const isAsBefore = before?.dataset.step === form.dataset.step && before.querySelector("#by-number").open;
    if (before !== form) form.querySelector("#by-number").open = isAsBefore;
    draw();
    if (focused) radio("cell", focused)?.focus({ preventScroll: true });
    focused = null;
  }

  function tableOf(facts) {
    const hexes = [...document.querySelectorAll("#live [data-hex]")];
    return {
      laid: hexes.map(({ dataset }) => ({ cell: dataset.hex, colours: dataset.colours, ofRun: "ofRun" in dataset })),
      hand: all("hex").map((input) => input.value),
      run: Number(facts.dataset.run),
      limit: Number(facts.dataset.limit ?? 0),
      texts: textsIn(facts.dataset.says),
    };
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-do]");
    const cell = event.target.closest?.("[data-cell]");
    if (!form) return;
    if (button) act(button.dataset.do);
    else if (cell) changed({ name: "cell", value: cell.dataset.cell });
    else if (event.target.closest?.("[data-held]")) act("right");
  });
  // In a select or a text field, letters are input.
  const TYPED = "select, textarea, input:not([type=radio], [type=checkbox])";

  document.addEventListener("keydown", (event) => {
    const name = event.target.matches?.(TYPED) ? undefined : KEYS[event.key.toLowerCase()];
    const free = event.target === document.body && (name === "right" || name === "back");
    const here = free || form?.contains(event.target) || event.target.closest?.("[data-view]");
    if (!form || !name || !here || keysAreOff() || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act(name === "right" && event.shiftKey ? "left" : name);
  });
  document.addEventListener("toggle", (event) => {
    if (form && event.target.id === "by-number") drawBoard();
  }, true);
  document.addEventListener("change", ({ target }) => {
    if (form && target === form) [laid, now] = [[], empty()]; // what was chosen is taken back
    if (form && (target.form ?? target) === form) changed(target);
  });
  document.addEventListener("submit", submitted, true);
  document.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement?.matches("[data-places] input") ? document.activeElement.value : null;
  });
  document.addEventListener("htmx:afterSwap", mount);
  window.addEventListener("pageshow", mount);
  mount();
})();
