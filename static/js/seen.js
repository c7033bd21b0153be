// Keeps in this browser what My turns lists, for the page that shows when the site cannot be reached: names, not hands.
// It is kept for one reader in one language, and forgotten on the first page of another and at log-out.
(() => {
  "use strict";

  const KEY = "tables-seen";
  const MINE = "[data-seen-by]";
  const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const { lang: language } = document.documentElement;
  const forget = () => localStorage.removeItem(KEY);

  const table = (card) => ({
    title: words(card.querySelector("h3")),
    path: card.querySelector("h3 a").pathname,
    act: words(card.querySelector("h3 + p")),
    about: [...card.querySelectorAll("h3 + p + p > span")].map(words).join(", "),
    by: card.querySelector("time")?.dateTime ?? "",
  });

  function keep() {
    // A page whose reader has logged out meanwhile refreshes to one without tables.
    const reader = document.querySelector(MINE)?.dataset.seenBy;
    if (!reader) return;
    const lists = [...document.querySelectorAll("ul.turn-cards")].map((list) => ({
      heading: words(list.previousElementSibling),
      tables: [...list.children].map(table),
    }));
    localStorage.setItem(KEY, JSON.stringify({ reader, language, at: new Date().toISOString(), lists }));
  }

  // An error page may not know its reader.
  const { reader } = document.body.dataset;
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
  if (kept && reader !== undefined && (kept.reader !== reader || kept.language !== language)) forget();
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("form[action$='/logout/']")) forget();
  });

  if (!navigator.serviceWorker || !document.querySelector(MINE)) return;
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "all" }).catch(() => {});
  document.addEventListener("htmx:afterSwap", keep);
  keep();
})();
