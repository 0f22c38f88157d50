// The page's event stream. It reconnects by itself and starts with the whole table each time.

const AWAY_AFTER_MS = 1500;
const AGAIN_MS = 2000;
// The server sends a beat every fifteen seconds; without one the connection is dead.
const DEAD_AFTER_MS = 40_000;
const LOOK_MS = 5000;

/**
 * @param {() => string} address
 * @param {(frame: Frame, current: boolean) => void} onFrame
 * @param {(away: boolean) => void} onAway
 */
export function follow(address, onFrame, onAway) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | null} */
  let late = null;
  /** @type {number | null} */
  let again = null;
  let heard = Date.now();
  let first = true;

  const away = () => {
    late ??= setTimeout(() => onAway(true), AWAY_AFTER_MS);
  };
  const here = () => {
    heard = Date.now();
    clearTimeout(late);
    late = null;
    onAway(false);
  };
  const open = () => {
    clearTimeout(again);
    again = null;
    heard = Date.now();
    source?.close();
    source = new EventSource(address());
    source.onopen = () => (first = true);
    source.onmessage = (message) => {
      here();
      onFrame(JSON.parse(message.data), first);
      first = false;
    };
    source.addEventListener("beat", here);
    source.onerror = () => {
      away();
      // The browser gives up after an answer that is not a stream; we do not.
      if (source?.readyState === EventSource.CLOSED) again ??= setTimeout(open, AGAIN_MS);
    };
  };
  // A phone that slept or changed its network may hold a dead connection.
  const look = () => {
    if (Date.now() - heard > DEAD_AFTER_MS) open();
  };
  open();
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", open);
  addEventListener("pageshow", (event) => event.persisted && open());
  return { reopen: open };
}
