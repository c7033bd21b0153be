// Copies a link that a page shows to pass on, or hands it to the phone, which sends it with an app. Where the page may
// not copy, it selects the link. Without this there are no such buttons.
(() => {
  "use strict";

  const SHOWN = 6000;
  const root = document.documentElement;
  const timers = new WeakMap();

  // A class on the root, as refreshes of the page draw the buttons again.
  root.classList.add("can-copy");
  if (navigator.share && matchMedia("(pointer: coarse)").matches) root.classList.add("can-share");

  function say(status, words) {
    clearTimeout(timers.get(status));
    status.textContent = words;
    timers.set(status, setTimeout(() => { status.textContent = ""; }, SHOWN));
  }

  async function copy(field, status) {
    try {
      await navigator.clipboard.writeText(field.value);
      say(status, status.dataset.copied);
    } catch {
      field.focus();
      field.select();
      say(status, status.dataset.selected);
    }
  }

  async function share(field, status) {
    try {
      await navigator.share({ title: document.title, url: field.value });
    } catch (error) {
      // The reader closed the list of apps.
      if (error.name !== "AbortError") await copy(field, status);
    }
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-copies], [data-shares]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copies ?? button.dataset.shares);
    const status = button.parentElement.querySelector("[role=status]");
    if (button.dataset.copies) copy(field, status);
    else share(field, status);
  });
})();
