// Judges each reply before htmx draws it. What is no proper one (an error of the site or of what stands before it, the
// log-in page, a page without the part that was asked for) replaces nothing: what the reader has half written stays, and
// the page says why. Who was logged out can log in on another page, and go on here. live.js asks again where that helps.
(() => {
  "use strict";

  const LOG_IN = "/accounts/login/";
  const FINAL = [401, 403, 404, 410];
  const TOKEN = "input[name=csrfmiddlewaretoken]";
  const isLive = (element) => element.id === "live";
  const isAnswer = (element) => element.matches("form[hx-post$='/answer/']");
  const isPost = ({ requestConfig }) => requestConfig.verb === "post";
  // What the page sends by itself is not missed.
  const isReaders = ({ requestConfig }) => requestConfig.elt.matches("form:not([data-unread])");
  const readers = (page) => ["body", ".table-page"].map((part) => page.querySelector(part)?.dataset.reader);

  // Who the page and the reply are for, where both say it; a visitor has no name.
  function pairs(reply) {
    const mine = readers(document);
    return readers(reply).flatMap((now, at) => (mine[at] && now !== undefined ? [[mine[at], now]] : []));
  }

  // "fine"; "out", if the reader is logged out; "other", if somebody else is logged in now; "gone", if the site shows
  // this no more; else "failed".
  function judge(detail, reply) {
    const { xhr, target } = detail;
    const { elt } = detail.requestConfig;
    if (new URL(xhr.responseURL, location.href).pathname === LOG_IN) return "out";
    const others = pairs(reply).filter(([mine, now]) => mine !== now);
    if (others.length) return others.every(([, now]) => now === "") ? "out" : "other";
    if (isAnswer(elt) || xhr.status === 204) return "fine";
    const part = elt.getAttribute("hx-select") ?? (isLive(target) ? ".table-page" : null);
    const hasPart = part === null || reply.querySelector(part) !== null;
    // A refusal may come with the part too, and the reason in it.
    const isRefusal = isPost(detail) && part !== null && hasPart;
    if (xhr.status >= 400 && !isRefusal) return FINAL.includes(xhr.status) ? "gone" : "failed";
    return hasPart ? "fine" : "failed";
  }

  // --- What the page says ---------------------------------------------------------------------------
  const places = () => [...document.querySelectorAll("[data-reply]")];
  const said = () => places().find((place) => !place.hidden)?.dataset.reply;

  function say(name, words) {
    for (const place of places()) place.hidden = place.dataset.reply !== name;
    const place = document.querySelector("[data-reply=unsent]");
    place.dataset.words ??= place.textContent;
    place.textContent = words ?? place.dataset.words;
  }

  function unsay(detail) {
    const isFetched = isLive(detail.requestConfig.elt) || !document.querySelector("#live[hx-get]");
    if (isPost(detail) || (isFetched && said() !== "unsent")) say(null);
  }

  function tell(kind, detail, words) {
    if (kind === "fine") unsay(detail);
    else if (kind === "out" || kind === "other") say(kind);
    else if (isPost(detail) && isReaders(detail)) say("unsent", words);
    else if (isLive(detail.requestConfig.elt)) say(kind);
  }

  // A log-in on another page changes the token of all forms. Another user's token would send forms in that user's name.
  function takeToken(reply) {
    const token = reply.querySelector(TOKEN)?.value;
    if (token && pairs(reply).length) for (const field of document.querySelectorAll(TOKEN)) field.value = token;
  }

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { xhr, requestConfig, target } = detail;
    const reply = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const kind = judge(detail, reply);
    xhr.reply = kind;
    // What is fetched for a part names a page of its own.
    detail.ignoreTitle = !isLive(target);
    tell(kind, detail, reply.querySelector("main .lead")?.textContent.trim());
    if (kind === "fine") {
      takeToken(reply);
      if (xhr.status >= 400) Object.assign(detail, { shouldSwap: true, isError: false });
      return;
    }
    Object.assign(detail, { shouldSwap: false, isError: true });
    // Nothing is half written on a list.
    if ((kind === "out" || kind === "other") && isLive(requestConfig.elt) && requestConfig.elt.matches("[hx-select]")) location.reload();
  });

  document.addEventListener("htmx:sendError", ({ detail }) => {
    if (isPost(detail) && !isAnswer(detail.requestConfig.elt)) tell("failed", detail);
  });

  // The reader may have logged in on another page.
  function lookAgain() {
    if (document.hidden || !["out", "other", "gone"].includes(said())) return;
    for (const event of ["table-moved", "chat-moved", "news", "standings-moved"]) window.htmx.trigger(document.body, event);
  }

  document.addEventListener("visibilitychange", lookAgain);
  window.addEventListener("focus", lookAgain);
})();
