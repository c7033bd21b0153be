// Lets this browser take pushed notices, when its reader asks for them.
(() => {
  "use strict";

  const form = document.querySelector("form[data-push]");
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!form || !able) return;
  const says = form.querySelector("[data-push-says]");
  form.hidden = false;
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "all" }).catch(() => {});

  const bytes = (letters) =>
    Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const letters = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  function name() {
    const told = navigator.userAgent;
    const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((each) => told.includes(each)) || "Browser";
    const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((each) => told.includes(each)) || "";
    return `${browser.replace("Edg", "Edge").replace("OPR", "Opera")} ${system}`.trim();
  }

  async function subscribe() {
    if ((await Notification.requestPermission()) !== "granted") {
      return form.dataset.refused;
    }
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) });
    const body = new URLSearchParams({
      name: name(),
      endpoint: made.endpoint,
      p256dh: letters(made.getKey("p256dh")),
      auth: letters(made.getKey("auth")),
    });
    const token = form.querySelector("input[name=csrfmiddlewaretoken]").value;
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-CSRFToken": token } });
    return answer.ok ? "" : answer.text();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    says.textContent = form.dataset.moment;
    const trouble = await subscribe().catch(() => form.dataset.unreachable);
    says.textContent = trouble;
    if (!trouble) location.reload();
  });
})();
