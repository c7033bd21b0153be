// Shows the fields of the chosen kind of tournament alone. Hidden ones are not sent, so what they hold cannot be wrong.
(() => {
  "use strict";

  const kind = document.querySelector("[name=kind]");

  function show() {
    for (const part of document.querySelectorAll("[data-kinds]")) {
      const fits = part.dataset.kinds.split(" ").includes(kind.value);
      part.hidden = !fits;
      part.disabled = !fits;
    }
  }

  kind.addEventListener("change", show);
  // A browser that goes back fills in what was chosen.
  window.addEventListener("pageshow", show);
  show();
})();
