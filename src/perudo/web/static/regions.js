// Puts pieces of the page in place without losing what one is doing there.

// The field that has the focus keeps it, and what was typed in it, if it is still there.
export function putRegions(html) {
  for (const [name, text] of Object.entries(html)) {
    const region = document.getElementById(name);
    if (region === null) continue;
    const active = region.contains(document.activeElement) ? document.activeElement : null;
    const typed = typedIn(region);
    region.innerHTML = text;
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field !== null) field.value = value;
    }
    if (active !== null) refocus(region, active);
    if (name === "talk") region.scrollTop = region.scrollHeight;
  }
}

function typedIn(region) {
  const fields = [...region.querySelectorAll("input[id]:not([type=radio]), select[id]")];
  return fields
    .filter((field) => field.id !== "quantity" && field.value !== field.defaultValue)
    .map((field) => [field.id, field.value]);
}

function refocus(region, active) {
  const same = active.id ? document.getElementById(active.id) : null;
  const next = same && !same.disabled ? same : region.querySelector("button:not(:disabled), a");
  if (next !== null) next.focus({ preventScroll: true });
  else if (region.tabIndex >= -1) region.focus({ preventScroll: true });
}
