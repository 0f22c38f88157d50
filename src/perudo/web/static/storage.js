// What this device keeps. Where the browser keeps nothing (private windows, storage switched off),
// it lasts as long as the page.

const inMemory = new Map();

function inBrowser(work, where = "localStorage") {
  try {
    return work(window[where]);
  } catch {
    return undefined;
  }
}

export function recall(key) {
  return inBrowser((storage) => storage.getItem(key)) ?? inMemory.get(key) ?? null;
}

// Whether it is written down for good. What is not must not lie there as it was before.
export function keep(key, text) {
  const written = inBrowser((storage) => (storage.setItem(key, text), true)) ?? false;
  if (written) inMemory.delete(key);
  else {
    inBrowser((storage) => storage.removeItem(key));
    inMemory.set(key, text);
  }
  return written;
}

// The same for as long as this tab is open.
export function recallHere(key) {
  return inBrowser((storage) => storage.getItem(key), "sessionStorage") ?? inMemory.get(key) ?? null;
}

export function keepHere(key, text) {
  inMemory.set(key, text);
  inBrowser((storage) => storage.setItem(key, text), "sessionStorage");
}

export function forget(key) {
  inMemory.delete(key);
  inBrowser((storage) => storage.removeItem(key));
}

export function keptKeys(prefix) {
  const keys = inBrowser((storage) => Object.keys(storage)) ?? [];
  return [...new Set([...keys, ...inMemory.keys()])].filter((key) => key.startsWith(prefix));
}
