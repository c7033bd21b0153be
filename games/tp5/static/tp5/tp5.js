// Show the meaning of a TP5 answer while it is composed, and disable what does not go with it.
// Without this script the forms still work: the site refuses invalid answers with a reason.
(() => {
  "use strict";

  // Tiles on the mat belong to the form by their `form` attribute, and do not lie in it.
  const inputs = (form, name) => [...form.elements].filter((input) => input.name === name && input.type !== "hidden");
  const ticked = (form, name) => inputs(form, name).filter((input) => input.checked);
  const named = (chosen) => chosen.map((input) => input.dataset.name);

  function list(words, last) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
  }

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
    const line = form.querySelector("[data-tally]");
    if (slot) line.textContent = `${either ? "This" : `${suits.length} × ${values.length}`} leaves ${open} of 24 tiles possible. ${verdict(slot, suits, values, either)}`;
    if (!slot || !suits.length || !values.length || open === 24) return;
    const parts = [];
    if (suits.length < 4) parts.push(`its suit is ${list(named(suits), "or")}`);
    if (values.length < 6) parts.push(`its value is ${list(named(values), "or")}`);
    say(form, parts.join(either ? ", or " : " and "), slot.dataset.lead);
  }

  function leftOpen(suits, values, either) {
    return either ? 24 - (4 - suits.length) * (6 - values.length) : suits.length * values.length;
  }

  function verdict(slot, suits, values, either) {
    const open = leftOpen(suits, values, either);
    if (!suits.length || !values.length) return "Leave at least one suit and one value.";
    if (open > 12) return "At most 12 may be.";
    const [suit, rank] = slot.dataset.tile;
    const [ofSuit, ofValue] = [suits.some((input) => input.value === suit), values.some((input) => input.dataset.rank === rank)];
    return (either ? ofSuit || ofValue : ofSuit && ofValue) ? "True of your tile." : "Not true of your tile.";
  }

  // Of two that exclude each other, keep the one ticked last.
  function choose(form, changed) {
    const clash = changed?.checked && changed.dataset.clash;
    const other = clash && form.querySelector(`input[name=phestivity][value=${clash}]`);
    if (other) other.checked = false;
    if (changed) say(form, list(named(ticked(form, "phestivity")), "and") || "no phestivities");
  }

  // A fourth player replaces the first one chosen.
  function give(form, changed) {
    const most = Number(form.querySelector("[data-most]").dataset.most);
    const spare = ticked(form, "to").filter((input) => input !== changed);
    while (changed?.checked && spare.length >= most) spare.shift().checked = false;
    const chosen = ticked(form, "to");
    if (chosen.length) say(form, chosen.length < most ? `${list(named(chosen), "and")}, and ${most - chosen.length} more` : list(named(chosen), "and"));
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
    if (does.value === "pass") return say(form, does.dataset.name);
    const [paid] = named(ticked(form, "paid"));
    const [value, suit] = ["value", "suit"].map((name) => named(ticked(form, name))[0]);
    const what = does.value === "lay_mine" ? value && suit && `${value} of ${suit}` : does.value === "call_number" ? value : "";
    if (paid && what !== undefined) say(form, `${[does.dataset.name, what].filter(Boolean).join(" ")}, for the claim on ${paid}`);
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
