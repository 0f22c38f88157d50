// Puts pieces of the page in place without losing what one is doing there.

const NEAR_PX = 40;

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

export function putRegions(html) {
  for (const [name, text] of Object.entries(html)) {
    const region = document.getElementById(name);
    if (region === null) continue;
    const active = region.contains(document.activeElement) ? document.activeElement : null;
    const kept = keptIn(region);
    const follows = name === "talk" && isAtEnd(region);
    if (PATCHED.has(name)) patchRegion(region, text);
    else region.innerHTML = text;
    putBack(region, kept);
    if (active !== null) refocus(region, active);
    if (follows) region.scrollTop = region.scrollHeight;
  }
}

// Who has scrolled up to read is left there.
const isAtEnd = (region) =>
  region.scrollHeight - region.scrollTop - region.clientHeight < NEAR_PX;

// What somebody has typed or chosen there.
function keptIn(region) {
  const picker = region.querySelector("#picker");
  return {
    typed: [...region.querySelectorAll("input[id]:not([type=radio]), select[id]")]
      .filter((field) => field.id !== "quantity" && isChanged(field))
      .map((field) => [field.id, field.value]),
    chosen: [...region.querySelectorAll("input[type=radio]:checked")]
      .filter((radio) => picker === null || !picker.contains(radio))
      .map((radio) => selectorOf(radio)),
    bid: picker && {
      turn: picker.dataset.turn,
      face: picker.querySelector("[name=face]:checked")?.value,
      quantity: picker.quantity.value,
    },
  };
}

const isChanged = (field) =>
  field.matches("select") ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue;

const selectorOf = (radio) => `[name="${radio.name}"][value="${radio.value}"]`;

function putBack(region, { typed, chosen, bid }) {
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field !== null) field.value = value;
  }
  for (const selector of chosen) {
    const radio = region.querySelector(`${selector}:not(:disabled)`);
    if (radio !== null) radio.checked = true;
  }
  const picker = region.querySelector("#picker");
  if (picker !== null && bid?.turn === picker.dataset.turn) {
    const face = picker.querySelector(`[name=face][value="${bid.face}"]`);
    if (face !== null) face.checked = true;
    picker.quantity.value = bid.quantity;
  }
}

// The same thing keeps the focus; else the region has it, so that a key pressed on presses nothing.
function refocus(region, active) {
  const same = active.id
    ? document.getElementById(active.id)
    : active.matches("input[type=radio]") && region.querySelector(selectorOf(active));
  if (same && !same.disabled) {
    same.focus({ preventScroll: true });
    return;
  }
  if (!region.hasAttribute("tabindex")) region.tabIndex = -1;
  region.focus({ preventScroll: true });
}
