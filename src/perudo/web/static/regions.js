// Puts pieces of the page in place without losing what one is doing there.

// Much is drawn there and little of it changes with a bid: what stays is not made again, which
// takes a slow phone most of its time. Nothing there listens by itself.
const PATCHED = new Set(["seats", "bids"]);

function patchRegion(region, text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  patchChildren(region, fresh.content);
}

function patchChildren(old, fresh) {
  const [was, now] = [[...old.childNodes], [...fresh.childNodes]];
  now.forEach((node, at) => {
    if (at >= was.length) old.append(node);
    else patchNode(was[at], node);
  });
  was.slice(now.length).forEach((node) => node.remove());
}

function patchNode(was, now) {
  if (was.isEqualNode(now)) return;
  if (was.nodeType !== Node.ELEMENT_NODE || was.nodeName !== now.nodeName || was.id !== now.id) {
    was.replaceWith(now);
    return;
  }
  for (const { name } of [...was.attributes]) {
    if (!now.hasAttribute(name)) was.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (was.getAttribute(name) !== value) was.setAttribute(name, value);
  }
  patchChildren(was, now);
}

// The field that has the focus keeps it, and what was typed in it, if it is still there.
export function putRegions(html) {
  for (const [name, text] of Object.entries(html)) {
    const region = document.getElementById(name);
    if (region === null) continue;
    const active = region.contains(document.activeElement) ? document.activeElement : null;
    const typed = typedIn(region);
    if (PATCHED.has(name)) patchRegion(region, text);
    else region.innerHTML = text;
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
