// Talk at a table: shows how much is new, keeps the latest in sight, and marks as read what was really looked at.
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
    for (const place of document.querySelectorAll("[data-talk-badge]")) place.textContent = count ? `, ${count} new` : "";
  }

  function settled() {
    badge();
    for (const list of document.querySelectorAll(".said-short")) list.scrollTop = list.scrollHeight;
    looked.disconnect();
    for (const form of unread()) looked.observe(form);
  }

  document.addEventListener("htmx:afterSettle", settled);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) settled();
  });
  settled();
})();
