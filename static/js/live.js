// Keeps #live as the site has it. #live itself is never replaced, only what is in it, so it hears every `table-moved`.
// htmx fetches one after the other ("queue last"), so the last fetch starts after the last event. What can still be
// missed is fetched again: an event while an answer is on its way, whose reply may be older than the event, a fetch that
// failed, and all that happened while the socket was down, the machine asleep, or the reader on another page. And what
// the socket says that stands is compared with what is drawn, so a message that was lost costs some seconds.
// A refresh keeps what the reader has chosen, written and opened, and waits until a tap has ended.
(() => {
  "use strict";

  const POLL = 15000;
  const RETRY = 1000;
  const LONGEST_WAIT = 60000;
  const ASLEEP = 30000;
  const LONGEST_TAP = 1000;
  const UNTIL_CLICK = 50; // a touch clicks a moment after the finger is lifted
  const live = () => document.getElementById("live");
  // Lists of news, ladders and tournaments listen for an event of their own.
  const heard = () => /([\w-]+) from:body/.exec(live()?.getAttribute("hx-trigger"))?.[1] ?? "table-moved";
  const refresh = () => window.htmx?.trigger(document.body, heard());

  function catchUp() {
    refresh();
    window.htmx?.trigger(document.body, "chat-moved");
  }

  // --- A button replaced under the finger would never be clicked ------------------------------------
  let pressed = null; // the timer that ends a long tap
  let postponed = false;

  function release() {
    clearTimeout(pressed);
    pressed = null;
    if (postponed) refresh();
    postponed = false;
  }

  document.addEventListener("pointerdown", () => {
    clearTimeout(pressed);
    pressed = setTimeout(release, LONGEST_TAP);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release, UNTIL_CLICK));

  // --- A refresh keeps what the reader has chosen but not sealed ---------------------------------
  let kept = null;
  let choice = null; // of the reader, for a step: also while a pause takes the form away
  let heldBack = []; // the same of lists of answers

  const answerForm = () => document.querySelector("#live form[data-step]");
  const chosenIn = (form) => [...form.elements].filter((input) => input.checked).map((input) => [input.name, input.value]);
  const isSealed = () => document.querySelector("#live .sealed") !== null;
  // What stands as it was sealed is no other choice.
  const isChanged = (form) => [...form.elements].some(({ checked, defaultChecked }) => checked !== defaultChecked);
  const isChosen = (form) => form.dataset.touched === "yes" && (!isSealed() || isChanged(form));
  // The step that the table awaits, also while a pause asks for no answer.
  const awaited = () => Number(document.querySelector("#live template[data-scenes]")?.dataset.step) + 1;

  // Orders half written belong to the reader, whatever becomes of the table meanwhile.
  // So does what is chosen in a list of answers, while the same answer is asked for.
  const written = () => [...document.querySelectorAll("#live [id][name^='conditional-'], #live select[id][name=action]")];
  const stepOf = ({ name, form }) => (name === "action" ? form.elements.step.value : null);

  // What the site drew open and the reader has closed stays closed.
  const openNow = () => [...document.querySelectorAll("#live details[open][id]")].map((details) => details.id);
  let drawnOpen = openNow();

  // htmx gives focus back to what has an id; links and buttons without one are known by what they say.
  const words = (element) => `${element.tagName} ${element.getAttribute("href") ?? ""} ${element.textContent.trim()}`;
  const nameless = () => [...live().querySelectorAll("a:not([id]), button:not([id]), summary:not([id])")];

  function keep() {
    const open = openNow();
    const form = answerForm();
    if (form) choice = isChosen(form) ? { step: form.dataset.step, chosen: chosenIn(form), isChange: isSealed() } : null;
    kept = {
      focus: nameless().includes(document.activeElement) ? words(document.activeElement) : null,
      answered: document.activeElement?.matches("#live .sealed, #live [role=alert]"),
      top: form?.getBoundingClientRect().top,
      written: [...heldBack, ...written().map((field) => [field.id, field.value, stepOf(field)])],
      aside: [...document.querySelectorAll("#live [role=region][id]")].map((region) => [region.id, region.scrollLeft]),
      open,
      shut: drawnOpen.filter((id) => !open.includes(id)),
    };
  }

  function restore() {
    drawnOpen = openNow();
    if (!kept) return;
    const form = answerForm();
    for (const id of kept.shut) document.getElementById(id)?.removeAttribute("open");
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, left] of kept.aside) document.getElementById(id)?.scrollTo({ left, behavior: "instant" });
    for (const [id, value, step] of kept.written) {
      const field = document.getElementById(id);
      if (field && value && stepOf(field) === step) field.value = value;
    }
    heldBack = kept.written.filter(([id, , step]) => Number(step) === awaited() && !document.getElementById(id));
    if (kept.focus) nameless().find((one) => words(one) === kept.focus)?.focus({ preventScroll: true });
    if (kept.answered) focusAnswered();
    if (choice) restoreChoice(form);
    if (form && kept.top !== undefined) window.scrollBy({ top: form.getBoundingClientRect().top - kept.top, behavior: "instant" });
    kept = null;
  }

  function restoreChoice(form) {
    if (form?.dataset.step === choice.step) return choose(form);
    if (!form && awaited() === Number(choice.step)) return;
    // Whether an answer that was sent counted, the table itself says.
    const notice = choice.isChange ? "[data-moved-sealed]" : "[data-moved]";
    if (sent !== choice.step) document.querySelector(`#live ${notice}`)?.removeAttribute("hidden");
    choice = null;
  }

  function choose(form) {
    for (const input of [...form.elements].filter((one) => one.matches("[type=radio], [type=checkbox]"))) {
      input.checked = choice.chosen.some(([name, value]) => name === input.name && value === input.value);
    }
    form.dataset.touched = "yes";
    form.dispatchEvent(new CustomEvent("choice-restored", { bubbles: true }));
  }

  document.addEventListener("change", ({ target }) => {
    const form = target.form ?? target;
    // The form itself says that its choice was taken back.
    if (form.matches?.("form[data-step]")) form.dataset.touched = form === target ? "no" : "yes";
  });

  // --- Answers are sent without loading the page again --------------------------------------------
  const isAnswer = (element) => element.matches?.("form[hx-post$='/answer/']");
  const isFetching = () => live()?.classList.contains("htmx-request");
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const isTable = (text) => parsed(text).querySelector(".table-page") !== null;
  // What stands before the site does not know whether the site has the answer.
  // A network that asks to log in answers at the address of the form, where the site has no page.
  const isSilence = ({ status, responseText, responseURL }) =>
    [502, 504].includes(status) ||
    (status === 503 && !parsed(responseText).querySelector("main .lead")) ||
    (status < 400 && responseURL.endsWith("/answer/"));
  const wordsOf = (text) => parsed(text).querySelector("main .lead, main p")?.textContent.trim() ?? live().dataset.refused;

  // The long forms of conditional moves, once fetched, come with every refresh.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt === live() && document.getElementById("conditional-new")) detail.parameters.conditional_form = "1";
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig, xhr } = event.detail;
    if (target !== live()) return;
    if (!isAnswer(requestConfig.elt)) {
      postponed = pressed !== null;
      // What was fetched before an answer was sent may still ask for it.
      const isOlder = xhr.answersBefore !== answers;
      event.detail.shouldSwap &&= !postponed && !isOlder;
      if (event.detail.shouldSwap) keep();
      else if (isOlder) refresh();
      return;
    }
    if (xhr.status < 500 && !isSilence(xhr)) sent = null;
    if (xhr.reply === "out" || xhr.reply === "other") return say(live().dataset.out);
    // A refusal comes with the table as it is now and the reason. Any other page says why there is no table.
    event.detail.shouldSwap = isTable(xhr.responseText);
    // The reply says what became of it.
    if (event.detail.shouldSwap) sent = choice = null;
    follow(xhr);
    event.detail.isError = !event.detail.shouldSwap;
    // htmx looks for the places of a sealed answer where the form was: a refresh meanwhile has taken that away.
    if (event.detail.shouldSwap && xhr.getResponseHeader("HX-Reswap") && !requestConfig.elt.isConnected) {
      event.detail.shouldSwap = false;
      return showLate(event.detail);
    }
    if (event.detail.shouldSwap) return;
    if (isSilence(xhr)) sayNotSent();
    else if (xhr.status < 400) location.assign(xhr.responseURL);
    else say(wordsOf(xhr.responseText));
  });

  // The envelope, while the page still asks for what was sealed; and in any case the table as it is now.
  function showLate(detail) {
    if (answerForm()?.dataset.step === detail.requestConfig.elt.dataset.step) {
      const options = { contextElement: live(), eventInfo: detail };
      window.htmx.swap(live(), detail.xhr.responseText, { swapStyle: "none" }, options);
    }
    refresh();
  }

  let answers = 0; // that were sent from this page
  let sent = null; // the step of the last one, until a reply says what became of it
  let movedMeanwhile = false;
  let lost = null; // the step of an answer whose reply never came, and what was sealed before
  document.body.addEventListener("table-moved", () => (movedMeanwhile = true));
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    detail.xhr.answersBefore = answers;
    if (!isAnswer(detail.elt)) return;
    answers += 1;
    sent = detail.elt.dataset.step;
    movedMeanwhile = false;
    lost = null;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    restore();
    if (event.target !== live()) return;
    if (lost && lost.step === answerForm()?.dataset.step && lost.sealed === sealed()) {
      say(lost.sealed ? live().dataset.stays.replace("{answer}", lost.sealed) : live().dataset.lost);
      sent = null;
    }
    if (!isAnswer(event.detail.requestConfig.elt)) return;
    showAnswered();
    document.body.dispatchEvent(new CustomEvent("news"));
    // The reply, or a fetch that began before the answer was stored, may show the table as it was.
    if (movedMeanwhile || isFetching()) refresh();
  });

  // The reader looks at the envelope, or at the reason why there is none.
  function focusAnswered() {
    const place = document.querySelector("#live [role=alert], #live .sealed") ?? live();
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    return place;
  }

  function showAnswered() {
    const place = focusAnswered();
    const { top, bottom } = place.getBoundingClientRect();
    if (place !== live() && (top < 0 || bottom > innerHeight)) place.scrollIntoView({ block: "center", behavior: "instant" });
  }

  let failed = null;
  let wait = RETRY;
  let isOver = false; // the site shows this page to its reader no more
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (isAnswer(detail.elt) && !detail.xhr.status) sayNotSent();
    if (detail.elt !== live()) return;
    clearTimeout(failed);
    isOver = ["out", "other", "gone"].includes(detail.xhr.reply);
    if (detail.successful) wait = RETRY;
    if (detail.successful || isOver) return;
    failed = setTimeout(refresh, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });

  // The line went down after the tap: the site may have the answer or not, and the table says which.
  function sayNotSent() {
    say(live()?.dataset.silent);
    lost = { step: answerForm()?.dataset.step, sealed: sealed() };
    refresh();
  }

  const sealed = () => document.querySelector("#live .sealed .small strong")?.textContent ?? null;

  function say(words) {
    const place = document.querySelector("#live [data-choice]");
    if (place && words) place.textContent = words;
  }

  // --- A message may be lost though the socket is up ----------------------------------------------
  const drawn = () => document.querySelector("#live [data-stands]");
  const isAsking = () => document.querySelector("#live.htmx-request, #live .htmx-request") !== null;

  // The reply to a first answer draws a part: the page is up to date if it was just before.
  function follow(xhr) {
    const [before, now] = (xhr.getResponseHeader("X-Stands") ?? "").split(" ");
    const isFirst = !document.querySelector("#live .sealed");
    if (now && isFirst && drawn()?.dataset.stands === before) drawn().dataset.stands = now;
  }

  document.body.addEventListener("stands", ({ detail }) => {
    // What is on its way may show it; if not, the next pulse says so again.
    if (drawn() && drawn().dataset.stands !== detail.table && !isAsking()) refresh();
    const isOld = ({ dataset }) => dataset.stands !== (detail[dataset.room] ?? dataset.stands);
    if ([...document.querySelectorAll("[data-room]")].some(isOld)) window.htmx?.trigger(document.body, "chat-moved");
  });

  // --- The socket may be down, or dead without knowing it -----------------------------------------
  const main = document.querySelector("main[data-socket]");
  if (main && live()) {
    setInterval(() => {
      if (!("listening" in main.dataset) && !document.hidden && !isOver) refresh();
    }, POLL);
    let hiddenAt = 0;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > ASLEEP) catchUp();
    });
    window.addEventListener("online", catchUp);
    window.addEventListener("pageshow", (event) => {
      if (event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward") catchUp();
    });
  }
})();
