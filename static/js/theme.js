// Lets the reader choose light or dark colours. The site reads the choice from a cookie, so the next page has it at once.
// Without this the colours follow the machine.
(() => {
  "use strict";

  const YEAR = 31536000;
  const root = document.documentElement;

  document.addEventListener("change", ({ target }) => {
    if (!target.closest("[data-theme]")) return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `theme=${target.value}; Path=/; Max-Age=${target.value ? YEAR : 0}; SameSite=Lax${secure}`;
    root.classList.remove("in-light", "in-dark");
    if (target.value) root.classList.add(`in-${target.value}`);
  });
})();
