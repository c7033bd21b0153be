// Lets the reader choose light or dark colours, and less motion. The site reads the choices from cookies, so the next page
// has them at once. Without them it follows the machine.
(() => {
  "use strict";

  const YEAR = 31536000;
  const root = document.documentElement;

  function keep(name, value) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? YEAR : 0}; SameSite=Lax${secure}`;
  }

  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-still]")) {
      keep("motion", target.checked ? "still" : "");
      root.classList.toggle("is-still", target.checked);
    }
    if (!target.closest("[data-theme]")) return;
    keep("theme", target.value);
    root.classList.remove("in-light", "in-dark");
    if (target.value) root.classList.add(`in-${target.value}`);
  });
})();
