// Caches a single page, for when the server does not answer. Everything else goes to the network
// and is never cached: no tables, no dice. Shows calls of the push service, and opens their tables.

const CACHE = "perudo-away";
const AWAY = "/away";
// A proxy answers with these when the server behind it is down.
const GONE = [502, 504];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

async function keepAway() {
  const answer = await fetch(AWAY, { cache: "no-store" });
  if (answer.ok) await (await caches.open(CACHE)).put(AWAY, answer);
}

async function keptAway() {
  return (await caches.open(CACHE)).match(AWAY, { ignoreVary: true });
}

/** @param {FetchEvent} event */
async function pageOrAway(event) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return (await keptAway()) ?? Response.error();
  }
  if (GONE.includes(answer.status)) return (await keptAway()) ?? answer;
  event.waitUntil(followLanguage(answer.headers.get("content-language")));
  return answer;
}

// The cached page follows the language of the page that was read last.
/** @param {string | null} language */
async function followLanguage(language) {
  const kept = await keptAway();
  if (language && kept?.headers.get("content-language") !== language) await keepAway();
}

/** @param {string} table */
const tablePath = (table) => `/t/${encodeURIComponent(table)}`;

/** @param {string} table */
async function pagesAt(table) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => new URL(page.url).pathname === tablePath(table));
}

// Who looks at the table needs no call.
/** @param {{ title: string, body: string, table: string }} call */
async function showCall({ title, body, table }) {
  if ((await pagesAt(table)).some((page) => page.visibilityState === "visible")) return;
  const icon = "/static/icon-192.png";
  await scope.registration.showNotification(title, { body, icon, tag: table, data: { table } });
}

/** @param {string} table */
async function openTable(table) {
  const [page] = await pagesAt(table);
  await (page ? page.focus() : scope.clients.openWindow(tablePath(table)));
}

// The push service has replaced the subscription.
async function subscribeAgain() {
  const { key } = await (await fetch("/api/push/key")).json();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await scope.registration.pushManager.subscribe(wanted)).toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  const headers = { "content-type": "application/json" };
  await fetch("/api/push/subscribe", { method: "POST", headers, body });
}

scope.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(showCall(event.data.json()));
});
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.table));
});
scope.addEventListener("pushsubscriptionchange", (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil(subscribeAgain());
});
scope.addEventListener("install", (event) => {
  event.waitUntil(keepAway().then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(scope.clients.claim());
});
scope.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(pageOrAway(event));
});
