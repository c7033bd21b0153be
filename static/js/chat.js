// Chat at a table: shows how much is new, keeps the latest in sight and menus open, and marks as read what was really looked at.
(() => {
  "use strict";

  const unread = () => [...document.querySelectorAll("form[data-unread]")];

  const looked = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || document.hidden) continue;
      looked.unobserve(entry.target);
      entry.target.requestSubmit();
    }
  });

  function badge() {
    const count = unread().reduce((sum, form) => sum + Number(form.dataset.unread), 0);
    for (const place of document.querySelectorAll("[data-chat-badge]")) {
      place.textContent = count ? place.dataset.new.replace("{count}", count) : "";
    }
  }

  function settled() {
    badge();
    for (const list of document.querySelectorAll(".chat-short")) {
      if (!list.querySelector("details[open]")) list.scrollTop = list.scrollHeight;
    }
    looked.disconnect();
    for (const form of unread()) looked.observe(form);
  }

  // --- What others say meanwhile leaves an open menu open, and where it was ----------------------
  const PARTS = "summary, button, a";
  let menus = [];

  function keep(event) {
    menus = [...event.detail.target.querySelectorAll(".message-menu[open]")].map((menu) => ({
      id: menu.id,
      part: [...menu.querySelectorAll(PARTS)].indexOf(document.activeElement),
      top: menu.getBoundingClientRect().top,
    }));
  }

  function restore() {
    for (const { id, part, top } of menus) {
      const menu = document.getElementById(id);
      if (!menu) continue;
      menu.open = true;
      menu.querySelectorAll(PARTS)[part]?.focus({ preventScroll: true });
      menu.closest(".chat-messages").scrollTop += menu.getBoundingClientRect().top - top;
    }
    menus = [];
  }

  document.addEventListener("htmx:beforeSwap", keep);
  document.addEventListener("htmx:afterSwap", restore);
  document.addEventListener("htmx:afterSettle", settled);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) settled();
  });
  settled();
})();
