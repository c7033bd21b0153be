// A page with <main data-socket="/ws/…"> hears when its table moves, and refreshes what listens for `table-moved`
// (or for `chat-moved`, where somebody said something); that there is news for its reader, it tells as `news`.
// Many look at a ladder or tournament: its page refreshes for `standings-moved` a little later, and while looked at.
(() => {
  "use strict";

  const LONGEST_WAIT = 60000;
  const LONGEST_SPREAD = 3000;
  const main = document.querySelector("main[data-socket]");
  let socket = null;
  let wait = 1000;
  let timer = null;
  let missed = false;

  const EVENTS = ["table-moved", "chat-moved", "standings-moved"];
  // What is said at a table, and what moves in a ladder, is no news of the reader's own.
  const NEWS = ["table-moved", "news"];
  const trigger = (event) => window.htmx?.trigger(document.body, event);
  const tell = (event) => (event === "standings-moved" ? spread() : trigger(event));
  let soon = null;
  let unseen = false;

  function spread() {
    soon ??= setTimeout(refresh, Math.random() * LONGEST_SPREAD);
  }

  function refresh() {
    soon = null;
    unseen = document.hidden;
    if (!unseen) trigger("standings-moved");
  }

  function connect() {
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    socket = new WebSocket(scheme + location.host + main.dataset.socket);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", heard);
    socket.addEventListener("close", closed);
  }

  function heard(message) {
    const { event } = JSON.parse(message.data);
    if (EVENTS.includes(event)) tell(event);
    if (NEWS.includes(event)) document.body.dispatchEvent(new CustomEvent("news"));
  }

  function opened() {
    wait = 1000;
    main.dataset.listening = "";
    // What was said while the line was down is not said again.
    if (missed) EVENTS.forEach(tell);
    missed = false;
  }

  function closed() {
    missed = true;
    delete main.dataset.listening;
    const pause = wait * (0.75 + Math.random() / 2);
    wait = Math.min(2 * wait, LONGEST_WAIT);
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
  }

  // --- A refresh keeps what the reader has chosen but not sealed ---------------------------------
  let kept = null;

  const live = () => document.getElementById("live");
  const answerForm = () => document.querySelector("#live form[data-step]");
  const chosenIn = (form) => [...form.querySelectorAll("input:checked")].map((input) => [input.name, input.value]);

  // Orders half written belong to the reader, whatever becomes of the table meanwhile.
  const orderFields = () => [...document.querySelectorAll("#live [id][name^='conditional-']")];

  // What the site drew open and the reader has closed stays closed.
  const openNow = () => [...document.querySelectorAll("#live details[open][id]")].map((details) => details.id);
  let drawnOpen = openNow();

  // htmx gives focus back to what has an id; links and buttons without one are known by what they say.
  const words = (element) => `${element.tagName} ${element.getAttribute("href") ?? ""} ${element.textContent.trim()}`;
  const nameless = () => [...live().querySelectorAll("a:not([id]), button:not([id]), summary:not([id])")];

  function keep() {
    const open = openNow();
    const form = answerForm();
    kept = {
      step: form?.dataset.step,
      touched: form?.dataset.touched === "yes",
      chosen: form ? chosenIn(form) : [],
      focus: nameless().includes(document.activeElement) ? words(document.activeElement) : null,
      top: form?.getBoundingClientRect().top,
      orders: orderFields().map((field) => [field.id, field.value]),
      aside: [...document.querySelectorAll("#live [role=region][id]")].map((region) => [region.id, region.scrollLeft]),
      open,
      shut: drawnOpen.filter((id) => !open.includes(id)),
    };
  }

  function restore() {
    if (!kept) return;
    const form = answerForm();
    drawnOpen = openNow();
    for (const id of kept.shut) document.getElementById(id)?.removeAttribute("open");
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, left] of kept.aside) document.getElementById(id)?.scrollTo({ left, behavior: "instant" });
    for (const [id, value] of kept.orders) {
      const field = document.getElementById(id);
      if (field && value) field.value = value;
    }
    if (kept.focus) nameless().find((one) => words(one) === kept.focus)?.focus({ preventScroll: true });
    if (kept.touched && form?.dataset.step === kept.step) choose(form);
    else if (kept.touched) document.querySelector("#live [data-moved]")?.removeAttribute("hidden");
    if (form && kept.top !== undefined) window.scrollBy({ top: form.getBoundingClientRect().top - kept.top, behavior: "instant" });
    kept = null;
  }

  function choose(form) {
    for (const input of form.querySelectorAll("input[type=radio], input[type=checkbox]")) {
      input.checked = kept.chosen.some(([name, value]) => name === input.name && value === input.value);
    }
    form.dataset.touched = "yes";
    form.dispatchEvent(new CustomEvent("choice-restored", { bubbles: true }));
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("form[data-step]");
    if (form) form.dataset.touched = "yes";
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target === live()) keep();
  });
  document.addEventListener("htmx:afterSwap", restore);

  if (main) {
    connect();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && socket.readyState > WebSocket.OPEN) connect();
      if (!document.hidden && unseen) refresh();
    });
  }
})();
