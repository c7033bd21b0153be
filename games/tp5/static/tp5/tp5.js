// Show the meaning of a TP5 answer while it is composed, and disable what does not go with it.
// Without this script the forms still work: the site refuses invalid answers with a reason.
(() => {
  "use strict";

  // Tiles on the mat belong to the form by their `form` attribute, and do not lie in it.
  const inputs = (form, name) => [...form.elements].filter((input) => input.name === name && input.type !== "hidden");
  const ticked = (form, name) => inputs(form, name).filter((input) => input.checked);
  const named = (chosen) => chosen.map((input) => input.dataset.name);

  // The texts come with the form, in the reader's language.
  const textsOf = (form) => textsIn(form.querySelector("[data-says]").dataset.says);

  function say(form, sentence, lead) {
    const place = form.querySelector("[data-choice]");
    if (!place || !sentence) return;
    const words = document.createElement("strong");
    words.textContent = sentence;
    place.replaceChildren(`${lead ?? place.dataset.lead} `, words, ".");
  }

  // A statement starts as what the tile is, and is widened from there.
  function start(form, slot) {
    const [suit, rank] = slot?.dataset.tile ?? "";
    for (const input of inputs(form, "suit")) input.checked = input.value === suit;
    for (const input of inputs(form, "value")) input.checked = input.dataset.rank === rank;
  }

  function statement(form, changed) {
    const [slot] = ticked(form, "slot");
    if (changed?.name === "slot") start(form, slot);
    const suits = ticked(form, "suit");
    const values = ticked(form, "value");
    const either = ticked(form, "join")[0]?.value === "or";
    const open = leftOpen(suits, values, either);
    const texts = textsOf(form);
    const line = form.querySelector("[data-tally]");
    const counts = { suits: suits.length, values: values.length, open };
    if (slot) line.textContent = `${texts.text(either ? "leaves" : "product", counts)} ${texts.text(verdict(slot, suits, values, either))}`;
    if (!slot || !suits.length || !values.length || open === 24) return;
    const suit = suits.length < 4 ? texts.text("suit", { suits: texts.list(named(suits), "or") }) : "";
    const value = values.length < 6 ? texts.text("value", { values: texts.list(named(values), "or") }) : "";
    const whole = suit && value ? texts.text(either ? "either" : "both", { suit, value }) : suit || value;
    say(form, whole, slot.dataset.lead);
  }

  function leftOpen(suits, values, either) {
    return either ? 24 - (4 - suits.length) * (6 - values.length) : suits.length * values.length;
  }

  function verdict(slot, suits, values, either) {
    const open = leftOpen(suits, values, either);
    if (!suits.length || !values.length) return "least";
    if (open > 12) return "most";
    const [suit, rank] = slot.dataset.tile;
    const [ofSuit, ofValue] = [suits.some((input) => input.value === suit), values.some((input) => input.dataset.rank === rank)];
    return (either ? ofSuit || ofValue : ofSuit && ofValue) ? "true" : "false";
  }

  // Of two that exclude each other, keep the one ticked last.
  function choose(form, changed) {
    const clash = changed?.checked && changed.dataset.clash;
    const other = clash && form.querySelector(`input[name=phestivity][value=${clash}]`);
    if (other) other.checked = false;
    const texts = textsOf(form);
    const chosen = ticked(form, "phestivity");
    if (changed || chosen.length) say(form, texts.list(named(chosen)) || texts.text("nothing"));
    explain(form, changed?.checked ? changed : chosen.at(-1));
  }

  // What the phestivity ticked last does, in the place of what there is to know about the question.
  function explain(form, input) {
    const place = form.querySelector("[data-meaning]");
    place.dataset.before ??= place.textContent;
    place.toggleAttribute("data-explains", Boolean(input));
    const title = document.createElement("strong");
    title.textContent = input?.dataset.name ?? "";
    place.replaceChildren(...(input ? [title, ` – ${input.closest("label").dataset.about}`] : [place.dataset.before]));
  }

  // A fourth player replaces the first one chosen.
  function give(form, changed) {
    const most = Number(form.querySelector("[data-most]").dataset.most);
    const spare = ticked(form, "to").filter((input) => input !== changed);
    while (changed?.checked && spare.length >= most) spare.shift().checked = false;
    const chosen = ticked(form, "to");
    form.toggleAttribute("data-short", chosen.length < most);
    const texts = textsOf(form);
    const players = texts.list(named(chosen));
    if (players) say(form, chosen.length < most ? texts.text("more", { players, number: most - chosen.length }) : players);
  }

  // Disable the tiles that the chosen identifier may not go on, and say which is chosen, also of those on the mat.
  function claim(form) {
    const [owner] = ticked(form, "owner");
    for (const tile of owner ? inputs(form, "place") : []) {
      tile.disabled = "owners" in tile.dataset && !tile.dataset.owners.split(" ").includes(owner.value);
      tile.checked &&= !tile.disabled;
    }
    const [place] = ticked(form, "place");
    const words = [owner, place].filter(Boolean).map((input) => input.dataset.words);
    if (place) say(form, words.join(", "));
  }

  function window_(form) {
    const [does] = ticked(form, "does");
    for (const part of form.querySelectorAll("fieldset[data-for]")) {
      part.disabled = Boolean(does) && !part.dataset.for.split(" ").includes(does.value);
    }
    if (!does) return;
    const [place] = named(ticked(form, "paid"));
    const [value, suit] = ["value", "suit"].map((name) => named(ticked(form, name))[0]);
    const values = { place, value, values: value, suit };
    const text = does.dataset.name.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
    // A gap that is left wants another choice.
    if (!text.includes("{")) say(form, text);
  }

  const composers = { statement, choose, give, claim, window: window_ };

  function look(form, changed) {
    const kind = form?.matches("[data-step]") && form.querySelector("[data-tp5]")?.dataset.tp5;
    if (kind) composers[kind](form, changed);
  }

  const all = () => document.querySelectorAll("form[data-step]").forEach((form) => look(form));

  document.addEventListener("change", (event) => look(event.target.form ?? event.target, event.target));
  document.addEventListener("choice-restored", (event) => look(event.target));

  document.addEventListener("htmx:afterSwap", all);
  window.addEventListener("pageshow", all);
})();
