// Caches a single page, for when the server does not answer. Everything else goes to the network
// and is never cached: no tables, no dice.

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

scope.addEventListener("install", (event) => {
  event.waitUntil(keepAway().then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(scope.clients.claim());
});
scope.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(pageOrAway(event));
});
