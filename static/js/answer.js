// Repeats the choice in words beside the button that seals it, keeps pairs to two, and sends at a second tap on the
// chosen piece while the answer can still be changed.
// Without this the form works the same: radio buttons, then the button.
(() => {
  "use strict";

  // Pieces on the mat belong to the form by their `form` attribute, and do not lie in it.
  const formOf = ({ target }) => [target.form ?? target].find((form) => form.matches?.("form[data-step]"));
  const inputsOf = (form, kind) => [...form.elements].filter((input) => input.matches(kind));
  const boxesOf = (form) => inputsOf(form, "input[type=checkbox][data-words]");
  let ticked = [];

  function speak(form) {
    const place = form.querySelector("[data-choice]");
    const chosen = inputsOf(form, "input[data-words]:checked").map((input) => input.dataset.words);
    nameSeal(form);
    if (!place) return;
    if (!chosen.length && place.dataset.before) place.textContent = place.dataset.before;
    if (!chosen.length || !form.matches(":valid")) return;
    place.dataset.before ??= place.textContent;
    const words = document.createElement("strong");
    words.textContent = chosen.join(place.dataset.join);
    const short = boxesOf(form).length && chosen.length === 1 && boxesOf(form).some((box) => box.checked);
    place.replaceChildren(`${place.dataset.lead} `, words, short ? `. ${place.dataset.more}` : ".");
  }

  // The seal names the act that is chosen.
  function nameSeal(form) {
    const [seal, act] = [form.querySelector("button.seal"), inputsOf(form, "input[data-seal]:checked")[0]];
    if (!seal || seal.getAttribute("aria-busy") === "true" || !(act || seal.dataset.unnamed)) return;
    seal.dataset.unnamed ??= seal.textContent;
    seal.textContent = act?.dataset.seal ?? seal.dataset.unnamed;
  }

  // A third tile takes the place of the first.
  function keepTwo(form, box) {
    const pairs = inputsOf(form, "input[type=radio]");
    if (box.type === "radio") {
      for (const other of boxesOf(form)) other.checked = false;
      ticked = [];
      return;
    }
    for (const radio of pairs) radio.checked = false;
    ticked = [...boxesOf(form).filter((other) => other.checked && other !== box && !ticked.includes(other)), ...ticked];
    ticked = ticked.filter((other) => other.isConnected && other.checked && other !== box);
    if (box.checked) ticked.push(box);
    while (ticked.length > 2) ticked.shift().checked = false;
  }

  document.addEventListener("change", (event) => {
    const form = formOf(event);
    if (!form) return;
    if (boxesOf(form).length) keepTwo(form, event.target);
    speak(form);
  });

  // What is chosen is again as the site drew it: nothing, or what is sealed.
  globalThis.takeBackChoice = (form) => {
    form?.reset();
    form?.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Who keeps what is sealed wants no other choice to stay.
  document.addEventListener("click", (event) => {
    const change = event.target.closest?.("#change > summary")?.parentElement;
    if (change?.open) globalThis.takeBackChoice(change.querySelector("form[data-step]"));
  });

  // --- A second tap ------------------------------------------------------------------------------
  let held = null;

  function pieceOf(event) {
    const piece = event.target.closest?.("label")?.control;
    return piece?.name === "action" && piece.form?.matches("[data-changeable]") ? piece : null;
  }

  document.addEventListener("pointerdown", (event) => {
    const piece = pieceOf(event);
    held = piece?.checked ? piece : null;
  });
  // The second click of a double click was meant as one: it sends nothing.
  document.addEventListener("click", (event) => {
    if (event.target !== held || event.detail > 1) return;
    held.form.requestSubmit(held.form.querySelector("button.seal"));
    held = null;
  });

  document.addEventListener("choice-restored", (event) => speak(event.target));

  function idle(button) {
    button.removeAttribute("aria-busy");
    button.textContent = button.dataset.idle;
  }

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.dataset.busy) return;
    if (button.getAttribute("aria-busy") === "true") event.preventDefault();
    button.setAttribute("aria-busy", "true");
    button.dataset.idle = button.textContent;
    button.textContent = button.dataset.busy;
  });
  // An answer that did not arrive can be sent again.
  document.addEventListener("htmx:afterRequest", (event) => {
    for (const button of event.detail.elt.querySelectorAll?.("[aria-busy=true][data-idle]") ?? []) idle(button);
  });
  // A page taken back from the browser's memory must not stay busy.
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("[aria-busy=true][data-idle]")) idle(button);
    for (const form of document.querySelectorAll("form[data-step]")) speak(form);
  });
})();
