// Fills the page that the service worker shows when the site cannot be reached, and goes on once it can.
(() => {
  "use strict";

  const PAUSE = 5000;
  const main = document.querySelector("main");
  const kept = JSON.parse(localStorage.getItem("tables-seen") ?? "null");
  const form = { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" };
  const moment = new Intl.DateTimeFormat(document.documentElement.lang, form);
  const copy = (name) => document.querySelector(`template[${name}]`).content.cloneNode(true);

  function tell(place, when) {
    const time = place.querySelector("time");
    time.dateTime = when;
    time.textContent = moment.format(new Date(when));
    place.hidden = false;
  }

  function card(table) {
    const drawn = copy("data-table");
    const link = drawn.querySelector("a");
    link.textContent = table.title;
    link.href = table.path;
    drawn.querySelector("[data-act]").textContent = table.act;
    drawn.querySelector("[data-about]").textContent = table.about;
    if (table.by) tell(drawn.querySelector("[data-by]"), table.by);
    return drawn;
  }

  function show({ heading, tables }) {
    const drawn = copy("data-list");
    drawn.querySelector("h2").textContent = heading;
    drawn.querySelector("ul").append(...tables.map(card));
    main.append(drawn);
  }

  function goOn() {
    // Nobody who opens this page by its own address is to be kept on it.
    if (location.pathname === main.dataset.offline) location.replace(main.dataset.mine);
    else location.reload();
  }

  async function look() {
    if (document.hidden) return;
    const asking = { method: "HEAD", cache: "no-store", credentials: "omit" };
    const answer = await fetch(main.dataset.offline, asking).catch(() => null);
    if (answer?.ok) goOn();
  }

  const theme = document.cookie.match(/(?:^|; )theme=(light|dark)/)?.[1];
  if (theme) document.documentElement.classList.add(`in-${theme}`);
  // The worker may have kept this page before its reader chose another language.
  if (kept?.language === document.documentElement.lang) {
    tell(document.querySelector("[data-seen-at]"), kept.at);
    kept.lists.forEach(show);
  }
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, PAUSE);
})();
