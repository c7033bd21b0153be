// Shows one of the sections beside a table at a time. On a phone a section covers the board until its tab is tapped again.
// Without this the tabs are links to the sections.
(() => {
  "use strict";

  const side = () => document.querySelector(".table-side");
  let open = side()?.querySelector(".panel.is-open")?.id;
  let raised = open !== "panel-log";

  function show() {
    const place = side();
    if (!place) return;
    // A section that is missing for now, as conditional moves between two rounds, is shown again when it is back.
    const shown = document.getElementById(open) ? open : "panel-log";
    for (const panel of place.querySelectorAll(".panel")) panel.classList.toggle("is-open", panel.id === shown);
    for (const tab of place.querySelectorAll(".tab-row a")) {
      if (tab.hash === `#${shown}`) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    const wasRaised = place.classList.contains("is-raised");
    place.classList.toggle("is-raised", raised && shown === open);
    if (wasRaised && !place.classList.contains("is-raised")) document.dispatchEvent(new CustomEvent("panel-lowered"));
  }

  function choose(id) {
    raised = !(raised && id === open);
    open = id;
    show();
  }

  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.(".tab-row a");
    if (!tab) return;
    event.preventDefault();
    choose(tab.hash.slice(1));
    if (raised) document.getElementById(open).focus({ preventScroll: true });
  });
  const menu = () => document.querySelector(".table-menu[open]");
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".table-menu")) menu()?.removeAttribute("open");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu()?.removeAttribute("open");
    raised = false;
    show();
  });
  // A link into a section, as the mail's to the chat, opens it.
  function follow() {
    const place = document.getElementById(location.hash.slice(1));
    const panel = place?.closest(".table-side .panel");
    if (!panel) return;
    open = panel.id;
    raised = true;
    show();
    place.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  window.addEventListener("hashchange", follow);
  // htmx gives parts with an id the class that the site sent when it settles, a moment after the swap.
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterSettle", show);
  show();
  follow();
})();
