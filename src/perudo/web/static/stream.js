// The page's stream. It comes back by itself, and begins with the whole picture each time.

const AWAY_AFTER_MS = 1500;
const AGAIN_MS = 2000;

export function follow(address, onFrame, onAway) {
  let source = null;
  let late = null;
  let again = null;

  const away = () => {
    late ??= setTimeout(() => onAway(true), AWAY_AFTER_MS);
  };
  const here = () => {
    clearTimeout(late);
    late = null;
    onAway(false);
  };
  const open = () => {
    clearTimeout(again);
    again = null;
    source?.close();
    source = new EventSource(address());
    source.onmessage = (message) => {
      here();
      onFrame(JSON.parse(message.data));
    };
    source.onerror = () => {
      away();
      // After an answer that is no stream the browser gives up; we do not.
      if (source.readyState === EventSource.CLOSED) again ??= setTimeout(open, AGAIN_MS);
    };
  };
  open();
  addEventListener("online", open);
  addEventListener("pageshow", (event) => event.persisted && open());
  return { reopen: open };
}
