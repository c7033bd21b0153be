// Shows on the board where a hex would lie before it is laid; a click on an open cell chooses it.
(() => {
  "use strict";

  const field = (form, name) => form.querySelector(`input[name=${name}]:checked`);

  function preview() {
    const shown = document.querySelector(".hex-preview");
    const form = shown && document.querySelector("#live form[data-step]");
    if (!form) return;
    const [hex, cell, turn] = ["hex", "cell", "rotation"].map((name) => field(form, name));
    for (const outline of document.querySelectorAll(".hex-cell")) {
      outline.classList.toggle("hex-cell-chosen", outline.dataset.cell === cell?.value);
    }
    if (!hex || !cell || !turn) {
      shown.removeAttribute("href");
      return;
    }
    shown.setAttribute("href", `#lay-${hex.value}-${turn.value}`);
    shown.setAttribute("transform", `translate(${cell.dataset.x} ${cell.dataset.y})`);
  }

  document.addEventListener("click", (event) => {
    const outline = event.target.closest?.(".hex-cell");
    const radio = outline && document.querySelector(`#live input[name=cell][value="${outline.dataset.cell}"]`);
    if (!radio) return;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("change", preview);
  document.addEventListener("choice-restored", preview);
  window.addEventListener("pageshow", preview);
})();
