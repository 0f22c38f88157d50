// What every page has: language, look, and the choices that this device keeps.

const YEAR = 365 * 24 * 60 * 60;

export function keepCookie(name, value) {
  document.cookie = `perudo_${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

// A choice that is on unless this device has turned it off.
export function isOn(choice) {
  return localStorage.getItem(`perudo-${choice}`) !== "off";
}

for (const link of document.querySelectorAll("[data-lang]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    keepCookie("lang", link.hreflang);
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    location.replace(address);
  });
}

for (const input of document.querySelectorAll("[name=theme]")) {
  input.addEventListener("change", () => {
    document.documentElement.dataset.theme = input.value;
    keepCookie("theme", input.value);
  });
}

for (const input of document.querySelectorAll("[data-keep]")) {
  input.checked = isOn(input.dataset.keep);
  input.addEventListener("change", () => {
    localStorage.setItem(`perudo-${input.dataset.keep}`, input.checked ? "on" : "off");
  });
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}
