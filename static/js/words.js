// Fills an empty field for the shuffle's words with chance of the reader's own machine, which the site cannot choose.
(() => {
  "use strict";

  function fill() {
    for (const field of document.querySelectorAll("input[name=contribution]")) {
      if (field.value) continue;
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }

  fill();
  document.addEventListener("htmx:afterSwap", fill);
})();
