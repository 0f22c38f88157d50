// Calls a player back to the table when it is their turn or a friend sits down: by the title, the icon
// and its badge, a vibration, and a notification while the page is hidden. Permission is asked for
// after a press, never before.
import { isOn, soon } from "./menu.js";
import { post } from "./post.js";
import { keep, recall } from "./storage.js";

const BUZZ_MS = 120;
const CALLED_ICON = "/static/icon-call.svg";

/** @param {PagePart} root */
export function callBack(root) {
  const { title } = document;
  const icon = document.querySelector("link[rel=icon]");
  const calm = icon.getAttribute("href") ?? "";
  let wasTurn = false;
  let news = "";

  // The title says what happened; the icon only where nobody sees the page.
  function mark() {
    const said = wasTurn ? root.dataset.sayTurn : news;
    document.title = said ? `${said} · ${title}` : title;
    const wanted = said && document.hidden ? CALLED_ICON : calm;
    if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
    const badge = said ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
    badge?.catch(() => {});
  }

  /** @param {string} text */
  async function call(text) {
    // Browsers complain of a page that vibrates before it was touched.
    if (isOn("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
    if (!document.hidden || !wantsCalls()) return;
    const worker = await navigator.serviceWorker.getRegistration();
    const shown = { body: title, tag: root.dataset.code, icon: "/static/icon-192.png" };
    await worker?.showNotification(text, { ...shown, data: { table: root.dataset.code } });
  }

  root.addEventListener("frame", (event) => {
    const { turn, seat, events, say } = /** @type {CustomEvent<Frame>} */ (event).detail;
    const sat = seat !== null && events.some((one) => one.event === "sat" && one.seat !== seat);
    const called = turn && !wasTurn;
    wasTurn = turn;
    if (sat && document.hidden) news = say[0] ?? "";
    mark();
    if (called) call(root.dataset.sayTurn);
    else if (sat) call(say[0] ?? "");
  });

  document.addEventListener("visibilitychange", async () => {
    if (!document.hidden) news = "";
    mark();
    if (document.hidden || !("serviceWorker" in navigator)) return;
    const worker = await navigator.serviceWorker.getRegistration();
    const shown = await worker?.getNotifications?.({ tag: root.dataset.code });
    shown?.forEach((one) => one.close());
  });

  offerCalls(root.dataset.table);
}

const wantsCalls = () =>
  "Notification" in window && Notification.permission === "granted" && recall("perudo-calls") === "on";

/** @param {string} table */
function offerCalls(table) {
  const offer = document.querySelector("[data-call-me]");
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return;
  const [button, hint] = [offer.querySelector("button"), offer.querySelector(".hint")];

  /** @param {string} [said] */
  function show(said = "") {
    offer.hidden = false;
    button.textContent = wantsCalls() ? offer.dataset.sayStop : offer.dataset.sayCall;
    hint.textContent = said;
  }

  async function start() {
    if ((await Notification.requestPermission()) !== "granted") return show(offer.dataset.sayDenied);
    keep("perudo-calls", "on");
    show((await subscribe(table)) ? offer.dataset.sayAlways : offer.dataset.sayOpen);
  }

  async function stop() {
    keep("perudo-calls", "off");
    show();
    const subscription = await (await pushManager())?.getSubscription();
    if (!subscription) return;
    await post("/api/push/unsubscribe", { endpoint: subscription.endpoint, table }).catch(() => {});
    await subscription.unsubscribe();
  }

  button.addEventListener("click", () => (wantsCalls() ? stop() : start()));
  show();
  // A device that is called anyway says so again, so that it is not forgotten.
  if (wantsCalls()) soon(() => subscribe(table));
}

async function pushManager() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager ?? null;
}

// Lets the browser's push service call this device; returns whether it does.
/** @param {string} table */
async function subscribe(table) {
  try {
    const { key } = await (await fetch("/api/push/key")).json();
    const manager = await pushManager();
    if (!key || !manager) return false;
    const wanted = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = (await manager.getSubscription()) ?? (await manager.subscribe(wanted));
    const { endpoint, keys } = subscription.toJSON();
    await post("/api/push/subscribe", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, table });
    return true;
  } catch {
    return false;
  }
}
