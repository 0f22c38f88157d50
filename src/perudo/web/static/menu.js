// The menu of every page: language, theme, and choices stored on this device.
import { keep, recall } from "./storage.js";

const YEAR = 365 * 24 * 60 * 60;

/**
 * @param {string} name
 * @param {string} value
 */
export function keepCookie(name, value) {
  document.cookie = `perudo_${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

// A stored choice; until somebody chooses, the check box on the page has the default.
/** @param {string} choice */
export function isOn(choice) {
  const kept = recall(`perudo-${choice}`);
  const box = document.querySelector(`[data-keep="${choice}"]`);
  return kept === null ? (box?.defaultChecked ?? true) : kept === "on";
}

for (const link of document.querySelectorAll("[data-lang]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    keepCookie("lang", link.hreflang);
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    location.replace(address.href);
  });
}

for (const input of document.querySelectorAll("[name=theme]")) {
  input.addEventListener("change", () => {
    document.documentElement.dataset.theme = input.value;
    keepCookie("theme", input.value);
  });
}

// Runs work after the page has been drawn.
/** @param {() => void} work */
export const soon = (work) =>
  "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200);

soon(() => {
  for (const input of document.querySelectorAll("[data-keep]")) {
    input.checked = isOn(input.dataset.keep);
    input.addEventListener("change", () => {
      keep(`perudo-${input.dataset.keep}`, input.checked ? "on" : "off");
    });
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
});
