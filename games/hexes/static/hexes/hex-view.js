// Pan and zoom for a board: drag, arrow keys and buttons pan; buttons, ctrl with the wheel and two fingers zoom.
// Changes the drawing's viewBox without animation. Without this script the whole board is shown.
(() => {
  "use strict";

  const CLOSEST = 8;
  const STEP = 1.4;
  const MARGIN = 8;
  const DRAGGED = 6;
  const CELL = 83; // how wide a cell is drawn
  const FINGER = 44; // pixels that a finger needs
  const WAYS = { left: [-1, 0], up: [0, -1], down: [0, 1], right: [1, 0] };
  const KEYS = { ArrowLeft: "left", ArrowUp: "up", ArrowDown: "down", ArrowRight: "right", "+": "closer", "=": "closer", "-": "farther", 0: "whole" };

  let board = null; // its elements on the page
  let whole = null; // the viewBox of the whole board
  const look = { zoom: 1, x: 0, y: 0 }; // zoom and centre; kept when the page refreshes
  const fingers = new Map();
  let dragged = false;
  let touched = false;

  function mount() {
    const room = document.querySelector("#live [data-view]");
    if (!room || room === board?.room) return;
    const svg = room.querySelector("svg");
    board = { room, svg, tools: document.querySelector("[data-view-tools]") };
    const { x, y, width, height } = svg.viewBox.baseVal;
    whole = { x, y, width, height };
    board.tools.hidden = false;
    room.tabIndex = 0;
    room.setAttribute("role", "group");
    room.setAttribute("aria-label", room.dataset.label);
    room.addEventListener("pointerdown", pressed);
    room.addEventListener("pointermove", moved);
    for (const end of ["pointerup", "pointercancel"]) room.addEventListener(end, released);
    room.addEventListener("click", endDrag, true);
    room.addEventListener("wheel", wheeled, { passive: false });
    room.addEventListener("keydown", keyed);
    fingers.clear();
    show();
  }

  // --- Showing -----------------------------------------------------------------------------------
  function show() {
    const width = whole.width / look.zoom;
    const height = whole.height / look.zoom;
    look.x = within(look.x, whole.x + width / 2, whole.x + whole.width - width / 2);
    look.y = within(look.y, whole.y + height / 2, whole.y + whole.height - height / 2);
    board.svg.setAttribute("viewBox", [look.x - width / 2, look.y - height / 2, width, height].join(" "));
    const near = look.zoom > 1;
    board.room.classList.toggle("hex-view-near", near);
    board.tools.classList.toggle("view-tools-near", near);
    for (const [act, off] of [["closer", look.zoom >= CLOSEST], ["farther", !near], ["whole", !near]]) {
      board.tools.querySelector(`[data-look=${act}]`).setAttribute("aria-disabled", off);
    }
  }

  const within = (value, least, most) => (least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most));

  // Zoom around one point, which keeps its position.
  function zoomBy(factor, at = look) {
    const zoom = within(look.zoom * factor, 1, CLOSEST);
    const share = look.zoom / zoom;
    look.x = at.x + (look.x - at.x) * share;
    look.y = at.y + (look.y - at.y) * share;
    look.zoom = zoom;
    show();
  }

  function moveBy(x, y) {
    look.x += x;
    look.y += y;
    show();
  }

  function act(name) {
    if (WAYS[name]) moveBy(...WAYS[name].map((way, axis) => (way * (axis ? whole.height : whole.width)) / look.zoom / 4));
    else if (name === "whole") zoomBy(1 / CLOSEST);
    else zoomBy(name === "closer" ? STEP : 1 / STEP);
  }

  // Grow the whole viewBox, in proportion, if the drawing no longer fits.
  function grow() {
    const all = board.svg.querySelector("[data-all]").getBBox();
    const left = Math.min(whole.x, all.x - MARGIN);
    const top = Math.min(whole.y, all.y - MARGIN);
    const right = Math.max(whole.x + whole.width, all.x + all.width + MARGIN);
    const bottom = Math.max(whole.y + whole.height, all.y + all.height + MARGIN);
    const scale = Math.max((right - left) / whole.width, (bottom - top) / whole.height);
    const [width, height] = [whole.width * scale, whole.height * scale];
    whole = { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
    show();
  }

  // Where cells are open but none is in view, as the last look was elsewhere, the whole board is shown.
  function seekOpenCells() {
    const { x, y, width, height } = board.svg.viewBox.baseVal;
    const inView = ({ e, f }) => e > x && e < x + width && f > y && f < y + height;
    const open = [...board.svg.querySelectorAll("[data-cell]")].map((cell) => cell.transform.baseVal.getItem(0).matrix);
    if (open.length && !open.some(inView)) act("whole");
  }

  // --- Fingers, mouse and keys -------------------------------------------------------------------
  function onBoard(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.svg.getScreenCTM().inverse());
    return { x: place.x, y: place.y };
  }

  function pressed(event) {
    if (event.button) return;
    if (!fingers.size) dragged = false;
    touched = event.pointerType === "touch";
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function moved(event) {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    if (!event.buttons) {
      released(event); // released outside the board
      return;
    }
    const to = { x: event.clientX, y: event.clientY };
    if (!dragged && Math.hypot(to.x - from.x, to.y - from.y) < DRAGGED) return;
    if (!dragged) for (const finger of fingers.keys()) board.room.setPointerCapture(finger);
    dragged = true;
    fingers.set(event.pointerId, to);
    const share = 1 / board.svg.getScreenCTM().a / fingers.size;
    moveBy((from.x - to.x) * share, (from.y - to.y) * share);
    const other = [...fingers].find(([finger]) => finger !== event.pointerId)?.[1];
    if (other) pinch(other, from, to);
  }

  function pinch(other, from, to) {
    const before = Math.hypot(from.x - other.x, from.y - other.y);
    const after = Math.hypot(to.x - other.x, to.y - other.y);
    if (before && after) zoomBy(after / before, onBoard({ clientX: (to.x + other.x) / 2, clientY: (to.y + other.y) / 2 }));
  }

  const released = (event) => fingers.delete(event.pointerId);

  // The click that ends a drag does not choose a cell. Neither does a tap on cells too small for a finger: it brings them
  // near, and the next tap chooses.
  function endDrag(event) {
    const far = touched && board.svg.querySelector("[data-cell]") ? FINGER / (CELL * board.svg.getScreenCTM().a) : 1;
    if (dragged || far > 1.01) event.stopPropagation();
    if (!dragged && far > 1.01) zoomBy(far, onBoard(event));
    dragged = false;
  }

  function wheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 250), onBoard(event));
  }

  function keyed(event) {
    const name = KEYS[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    if (WAYS[name] && look.zoom === 1) return; // let the arrows scroll the page
    event.preventDefault();
    act(name);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-look]");
    if (button && button.getAttribute("aria-disabled") !== "true") act(button.dataset.look);
  });
  document.addEventListener("board-drawn", () => {
    if (!board) return;
    grow();
    seekOpenCells();
  });
  document.addEventListener("htmx:afterSwap", mount);
  mount();
})();
