// Sends an answer through the page's socket, which is open already: for HTTP, a phone that has been still for a minute
// must connect again first. htmx asks and draws as ever, only the request goes another way. It is the same to the site.
// What the site did not take, and what gets the log-in page, goes over HTTP: cookies and redirects belong there.
(() => {
  "use strict";

  const PATIENCE = 10000; // more than LATEST in matches/web/page_answers.py, which is what the site takes
  const LONGEST = 30000; // see LONGEST_FORM there
  const REFUSALS = [400, 409, 429];
  let last = 0;
  let waiting = null; // the answer that is under way
  const later = []; // what was sent meanwhile, and must not overtake it

  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    if (!requestConfig.elt.matches("form[hx-post$='/answer/']")) return;
    const byHttp = xhr.send.bind(xhr);
    xhr.send = (form) => {
      if (waiting) return void later.push(() => xhr.send(form));
      if (!isReader() || !isShort(form) || !globalThis.pageLine?.say({ id: ++last, form })) return byHttp(form);
      const settle = (reply) => finish(xhr, reply, requestConfig.path, () => byHttp(form));
      waiting = { id: last, settle, timer: setTimeout(() => globalThis.pageLine.giveUp(), PATIENCE) };
    };
  });

  // Who is logged out, or somebody else now, is told so over HTTP.
  const isReader = () => document.body.dataset.reader && !document.querySelector("[data-reply=out]:not([hidden]), [data-reply=other]:not([hidden])");
  const isShort = (form) => typeof form === "string" && form.length < LONGEST && "DecompressionStream" in window;

  function end(reply) {
    const { settle, timer } = waiting ?? {};
    clearTimeout(timer);
    waiting = null;
    settle?.(reply);
    later.shift()?.();
  }

  const isTaken = ({ status }) => status !== null && (status < 300 || status >= 500 || REFUSALS.includes(status));

  // Without a reply the site may have the answer or not, as when a request fails on its way.
  async function finish(xhr, reply, path, byHttp) {
    if (!reply) return xhr.onerror();
    if (!isTaken(reply)) {
      byHttp();
      // The next handshake brings the cookies of today.
      if (reply.status !== null) globalThis.pageLine.giveUp();
      return;
    }
    const { status, headers = {} } = reply;
    const text = await textOf(reply);
    const own = {
      status,
      response: text,
      responseText: text,
      responseURL: new URL(path, location.href).href,
      getResponseHeader: (name) => headers[name.toLowerCase()] ?? null,
      getAllResponseHeaders: () => Object.entries(headers).map((header) => `${header.join(": ")}\r\n`).join(""),
    };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(xhr, name, { value });
    xhr.onload();
  }

  function textOf({ body = "", packed }) {
    if (!packed) return body;
    const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  }

  document.body.addEventListener("reply", ({ detail }) => {
    if (detail.id === waiting?.id) end(detail);
  });
  document.body.addEventListener("line-down", () => end(null));
})();
