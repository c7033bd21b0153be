// Turns the selects of a conditional move into chips, with the pieces of the hand on them: each stays in the form, hidden,
// and takes what is tapped. Without this, and where there are too many choices to lie side by side, the selects are used.
(() => {
  "use strict";

  const MOST = 48;
  const SELECTS = ":is(.conditional-part, .conditional-next) select";

  function chip(select, option, drawn) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "chip" });
    const piece = [...(drawn?.content.children ?? [])].find((one) => one.dataset.value === option.value && option.value);
    button.append(...(piece ? piece.cloneNode(true).childNodes : [option.text.trim()]));
    button.addEventListener("click", () => {
      select.value = option.value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    return button;
  }

  function lay(select) {
    const drawn = select.closest(".conditional-form, .conditional-next")?.querySelector("template[data-drawn]");
    const chips = Object.assign(document.createElement("div"), { className: "chips conditional-picks" });
    chips.setAttribute("role", "group");
    chips.setAttribute("aria-label", select.labels[0]?.textContent ?? "");
    let title = "";
    for (const option of select.options) {
      const group = option.parentElement.label ?? "";
      if (group !== title) chips.append(Object.assign(document.createElement("p"), { className: "caption", textContent: group }));
      title = group;
      chips.append(chip(select, option, drawn));
    }
    select.after(chips);
    select.classList.add("visually-hidden");
    select.setAttribute("aria-hidden", "true");
    select.tabIndex = -1;
  }

  function mark(select) {
    const chips = select.nextElementSibling?.querySelectorAll(".chip") ?? [];
    chips.forEach((one, index) => one.setAttribute("aria-pressed", index === select.selectedIndex));
  }

  function build() {
    for (const select of document.querySelectorAll(SELECTS)) {
      if (select.options.length > MOST) continue;
      if (!select.nextElementSibling?.matches(".conditional-picks")) lay(select);
      mark(select);
    }
  }

  build();
  document.addEventListener("htmx:afterSettle", build);
  document.addEventListener("change", ({ target }) => target.matches(SELECTS) && mark(target));
})();
