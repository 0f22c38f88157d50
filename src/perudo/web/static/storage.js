// Storage on this device. If the browser stores nothing (private windows, storage switched off),
// values last as long as the page.

/** @type {Map<string, string>} */
const inMemory = new Map();

/**
 * @template T
 * @param {(storage: Storage) => T} work
 * @param {"localStorage" | "sessionStorage"} [where]
 */
function inBrowser(work, where = "localStorage") {
  try {
    return work(window[where]);
  } catch {
    return undefined;
  }
}

/** @param {string} key */
export function recall(key) {
  return inBrowser((storage) => storage.getItem(key)) ?? inMemory.get(key) ?? null;
}

// Stores a text; returns whether it is stored permanently. If not, an older value is removed.
/**
 * @param {string} key
 * @param {string} text
 */
export function keep(key, text) {
  const written = inBrowser((storage) => (storage.setItem(key, text), true)) ?? false;
  if (written) inMemory.delete(key);
  else {
    inBrowser((storage) => storage.removeItem(key));
    inMemory.set(key, text);
  }
  return written;
}

// The same, for as long as this tab is open.
/** @param {string} key */
export function recallHere(key) {
  return inBrowser((storage) => storage.getItem(key), "sessionStorage") ?? inMemory.get(key) ?? null;
}

/**
 * @param {string} key
 * @param {string} text
 */
export function keepHere(key, text) {
  inMemory.set(key, text);
  inBrowser((storage) => storage.setItem(key, text), "sessionStorage");
}

/** @param {string} key */
export function forget(key) {
  inMemory.delete(key);
  inBrowser((storage) => storage.removeItem(key));
}

/** @param {string} prefix */
export function keptKeys(prefix) {
  const keys = inBrowser((storage) => Object.keys(storage)) ?? [];
  return [...new Set([...keys, ...inMemory.keys()])].filter((key) => key.startsWith(prefix));
}
