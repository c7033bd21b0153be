// Sends an answer through the page's socket, which is open already: for HTTP, a phone that has been still for a minute
// must connect again first. htmx asks and draws as ever, only the request goes another way. It is the same to the site.
// Whatever is not the table, such as the log-in page, is asked for again over HTTP: cookies and redirects belong there.
(() => {
  "use strict";

  const PATIENCE = 10000;
  const LONGEST = 30000; // see LONGEST_FORM in matches/web/page_answers.py
  const OF_TABLE = [200, 400, 409, 429];
  let last = 0;
  let waiting = null; // the answer that is under way

  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    if (!requestConfig.elt.matches("form[hx-post$='/answer/']")) return;
    const byHttp = xhr.send.bind(xhr);
    xhr.send = (form) => {
      if (!isReader() || !isShort(form) || !globalThis.pageLine?.say({ id: ++last, form })) return byHttp(form);
      const settle = (reply) => finish(xhr, reply, requestConfig.path, () => byHttp(form));
      waiting = { id: last, settle, timer: setTimeout(() => end(null), PATIENCE) };
    };
  });

  // Who is logged out, or somebody else now, is told so over HTTP.
  const isReader = () => document.body.dataset.reader && !document.querySelector("[data-reply=out]:not([hidden]), [data-reply=other]:not([hidden])");
  const isShort = (form) => typeof form === "string" && form.length < LONGEST;

  function end(reply) {
    const { settle, timer } = waiting ?? {};
    clearTimeout(timer);
    waiting = null;
    settle?.(reply);
  }

  // Without a reply the site may have the answer or not, as when a request fails on its way.
  function finish(xhr, reply, path, byHttp) {
    if (!reply) return xhr.onerror();
    if (!OF_TABLE.includes(reply.status)) return byHttp();
    const { status, headers, body } = reply;
    const own = {
      status,
      response: body,
      responseText: body,
      responseURL: new URL(path, location.href).href,
      getResponseHeader: (name) => headers[name.toLowerCase()] ?? null,
      getAllResponseHeaders: () => Object.entries(headers).map((header) => `${header.join(": ")}\r\n`).join(""),
    };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(xhr, name, { value });
    xhr.onload();
  }

  document.body.addEventListener("reply", ({ detail }) => {
    if (detail.id === waiting?.id) end(detail);
  });
  document.body.addEventListener("line-down", () => end(null));
})();
