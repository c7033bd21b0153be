// Four short sounds, made here: a piece is put down, an answer is sealed, a round opens, it is my turn. They are off until
// the reader switches them on in the table's menu, and never sound while the page is hidden. The choice is kept in this
// browser. No sound is the only sign of anything.
(() => {
  "use strict";

  const ON = "sound-on";
  // Each tone: pitch in Hz, when it begins, how long it rings, how loud it is, and its shape.
  const SOUNDS = {
    piece: [[196, 0, 0.07, 0.25, "triangle"], [98, 0, 0.05, 0.2, "sine"]],
    seal: [[147, 0, 0.16, 0.35, "sine"], [110, 0.05, 0.2, 0.3, "sine"], [880, 0, 0.02, 0.05, "triangle"]],
    opened: [[523, 0, 0.12, 0.16, "triangle"], [659, 0.09, 0.12, 0.16, "triangle"], [784, 0.18, 0.22, 0.16, "triangle"]],
    turn: [[659, 0, 0.18, 0.2, "sine"], [880, 0.14, 0.3, 0.2, "sine"]],
  };
  let context = null;

  const isOn = () => localStorage.getItem(ON) === "yes";

  function play(name) {
    if (!isOn() || document.hidden) return;
    context ??= new AudioContext();
    // Browsers keep it silent until the reader has touched the page.
    if (context.state === "suspended") context.resume();
    for (const tone of SOUNDS[name]) ring(...tone);
  }

  function ring(pitch, after, length, loudness, shape) {
    const [tone, gain, start] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.type = shape;
    tone.frequency.setValueAtTime(pitch, start);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }

  // --- When -----------------------------------------------------------------------------------------
  const asked = () => document.querySelector("#live [data-asked]:not(:has(.sealed))")?.dataset.asked;
  let askedBefore = asked();

  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-sound]")) switchTo(target.checked);
    else if ((target.form ?? target).matches?.("form[data-step]")) play("piece");
  });
  document.addEventListener("round-opened", () => play("opened"));
  document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
    show();
    if (target.id !== "live") return;
    if (detail.requestConfig?.verb === "post" && document.querySelector("#live .sealed")) play("seal");
    if (asked() && asked() !== askedBefore) play("turn");
    askedBefore = asked();
  });

  // --- The switch -----------------------------------------------------------------------------------
  function switchTo(on) {
    localStorage.setItem(ON, on ? "yes" : "no");
    show();
    if (on) play("turn");
  }

  function show() {
    for (const field of document.querySelectorAll("[data-sound]")) field.checked = isOn();
  }

  show();
})();
