// Shows the buttons for passkeys where the browser has any, and says what went wrong.
(() => {
  const show = (name) => document.querySelectorAll(`[data-passkey-${name}]`).forEach((part) => { part.hidden = false; });
  const byNumber = /^[\d.]+$|^\[/.test(location.hostname);
  if (!window.PublicKeyCredential) return;
  if (byNumber) return show("address");
  document.querySelectorAll("[data-passkey]").forEach((button) => {
    const { passkey, ...ids } = button.dataset;
    button.hidden = false;
    window.allauth.webauthn.forms[passkey]({ ids });
  });
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    show("error");
  });
})();
