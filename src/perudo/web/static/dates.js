// Writes days as the reader writes them; the page has them as the server does.

for (const time of document.querySelectorAll("[data-day]")) {
  const when = new Date(time.dateTime);
  time.textContent = when.toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}
