// Keeps the figures of the masthead true, and tells the site when a table's page is looked at, not only open.
(() => {
  "use strict";

  const WAIT = 150;
  let timer = null;
  let told = "";

  // Visitors have no figures.
  if (!document.querySelector("[data-count]")) return;

  async function count() {
    const answer = await fetch("/turns/counts/", { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const counts = await answer.json();
    for (const place of document.querySelectorAll("[data-count]")) place.textContent = counts[place.dataset.count] || "";
  }

  // Several things may move at once: they are counted once.
  document.body.addEventListener("news", () => {
    clearTimeout(timer);
    timer = setTimeout(() => count().catch(() => {}), WAIT);
  });

  function look() {
    const table = document.querySelector("[data-topic][data-asked]");
    const token = table?.querySelector("input[name=csrfmiddlewaretoken]")?.value;
    if (!token || document.visibilityState !== "visible" || !document.hasFocus()) return;
    const about = `${table.dataset.topic} ${table.dataset.asked}`;
    if (about === told) return;
    told = about;
    const body = new URLSearchParams({ topic: table.dataset.topic, step: table.dataset.asked });
    fetch("/notices/seen/", { method: "POST", body, headers: { "X-CSRFToken": token } }).catch(() => {
      told = "";
    });
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  document.addEventListener("htmx:afterSwap", look);
  look();
})();
