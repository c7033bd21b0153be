// Keeps in this browser the first receipt of each of the reader's seats, fetched when the page of a table is first
// opened, and offers it on the page that checks the match. The site may have changed a match since: a receipt that only
// the site has shows nothing. They are kept for one reader, and forgotten on the first page of another and at log-out.
(() => {
  "use strict";

  const KEY = "receipts";
  const MOST = 50;
  const { reader } = document.body.dataset;
  const forget = () => localStorage.removeItem(KEY);
  const load = () => JSON.parse(localStorage.getItem(KEY) ?? "null");
  const kept = () => load()?.receipts ?? [];
  const of = (table) => kept().filter((one) => one.table === table);

  // Who gives a seat up and sits down again adds other words, and gets another receipt. The first stays too: the site
  // alone says that there was a second time.
  const isKept = ({ table, seated }) => of(table).some((one) => one.seated === seated);

  function keep(receipt) {
    if (isKept(receipt)) return;
    const receipts = [...kept(), receipt].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify({ reader, receipts }));
    } catch {
      // There is no room for it: the link to the receipt is still there.
    }
  }

  async function fetchOnce({ receipt, table, seated }) {
    if (isKept({ table, seated })) return;
    const reply = await fetch(receipt, { cache: "no-store" }).catch(() => null);
    // After a log-in elsewhere, the reply may be a page.
    if (!reply?.ok || !reply.headers.get("Content-Type")?.startsWith("application/json")) return;
    const text = await reply.text();
    keep({ table, seated, text, at: new Date().toISOString() });
  }

  const download = (link, { text }) => {
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  };

  function offer(place, receipts) {
    const [receipt, ...earlier] = receipts.toReversed();
    const { statement } = JSON.parse(receipt.text);
    const time = place.querySelector("time");
    time.dateTime = receipt.at;
    time.textContent = new Date(receipt.at).toLocaleString(document.documentElement.lang);
    const same = statement.seed_hash === place.dataset.seedHash;
    place.querySelector("[data-same]").hidden = !same;
    place.querySelector("[data-other]").hidden = same;
    const [link, first] = place.querySelectorAll("a[download]");
    download(link, receipt);
    place.querySelector("[data-earlier]").hidden = !earlier.length;
    if (earlier.length) download(first, earlier.at(-1));
    document.querySelector("[data-receipt-option]").textContent = `--receipt ${link.download}`;
    place.hidden = false;
  }

  // An error page may not know its reader.
  const before = load();
  if (before && reader !== undefined && before.reader !== reader) forget();
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("form[action$='/logout/']")) forget();
  });

  if (!reader) return;
  const main = document.querySelector("main[data-receipt]");
  if (main) fetchOnce(main.dataset);
  const place = document.querySelector("[data-kept-receipt]");
  const own = place && of(place.dataset.keptReceipt);
  if (own?.length) offer(place, own);
})();
