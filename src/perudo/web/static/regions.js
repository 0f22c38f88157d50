// Replaces regions of the page without losing focus, input or scroll position.

const NEAR_PX = 40;

// Large regions of which a bid changes little: unchanged nodes are kept, which saves slow phones
// most of the work. No node in them has a listener of its own.
const PATCHED = new Set(["seats", "bids"]);

/**
 * @param {HTMLElement} region
 * @param {string} text
 */
function patchRegion(region, text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  patchChildren(region, fresh.content);
}

/**
 * @param {Element} old
 * @param {Element | DocumentFragment} fresh
 */
function patchChildren(old, fresh) {
  const [was, now] = [[...old.childNodes], [...fresh.childNodes]];
  now.forEach((node, at) => {
    if (at >= was.length) old.append(node);
    else patchNode(was[at], node);
  });
  was.slice(now.length).forEach((node) => node.remove());
}

/**
 * @param {ChildNode} was
 * @param {ChildNode} now
 */
function patchNode(was, now) {
  if (was.isEqualNode(now)) return;
  const alike = was instanceof Element && now instanceof Element && was.nodeName === now.nodeName;
  if (!alike || was.id !== now.id) {
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

/** @param {Regions} html */
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

// A reader who has scrolled up stays there.
/** @param {HTMLElement} region */
const isAtEnd = (region) =>
  region.scrollHeight - region.scrollTop - region.clientHeight < NEAR_PX;

// What somebody has typed, chosen or opened there.
/** @param {HTMLElement} region */
function keptIn(region) {
  const picker = region.querySelector("#picker");
  return {
    typed: [...region.querySelectorAll("input[id]:not([type=radio]), select[id]")]
      .filter((field) => field.id !== "quantity" && isChanged(field))
      .map((field) => [field.id, field.value]),
    chosen: [...region.querySelectorAll("input[type=radio]:checked")]
      .filter((radio) => picker === null || !picker.contains(radio))
      .map((radio) => selectorOf(radio)),
    opened: [...region.querySelectorAll("details[open]")].map((menu) => `details[class="${menu.className}"]`),
    bid: picker && {
      turn: picker.dataset.turn,
      face: picker.querySelector("[name=face]:checked")?.value,
      quantity: picker.quantity.value,
    },
  };
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
const isChanged = (field) =>
  field.matches("select") ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue;

/** @param {HTMLInputElement} radio */
const selectorOf = (radio) => `[name="${radio.name}"][value="${radio.value}"]`;

/**
 * @param {HTMLElement} region
 * @param {ReturnType<typeof keptIn>} kept
 */
function putBack(region, { typed, chosen, opened, bid }) {
  for (const [id, value] of typed) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (field !== null) field.value = value;
  }
  for (const selector of chosen) {
    const radio = /** @type {HTMLInputElement | null} */ (
      region.querySelector(`${selector}:not(:disabled)`)
    );
    if (radio !== null) radio.checked = true;
  }
  for (const selector of opened) region.querySelector(selector)?.setAttribute("open", "");
  const picker = region.querySelector("#picker");
  if (picker !== null && bid?.turn === picker.dataset.turn) {
    const face = picker.querySelector(`[name=face][value="${bid.face}"]`);
    if (face !== null) face.checked = true;
    picker.quantity.value = bid.quantity;
  }
}

// The same element keeps the focus; else the region gets it, so that a held key presses nothing.
/**
 * @param {HTMLElement} region
 * @param {Element} active
 */
function refocus(region, active) {
  const same = sameIn(region, active);
  if (same && !same.matches(":disabled")) {
    /** @type {HTMLElement} */ (same).focus({ preventScroll: true });
    return;
  }
  if (!region.hasAttribute("tabindex")) region.tabIndex = -1;
  region.focus({ preventScroll: true });
}

// By its id; choices by what they choose; links and menus by what they say and where they lead.
/**
 * @param {HTMLElement} region
 * @param {Element} active
 * @returns {Element | null | undefined}
 */
function sameIn(region, active) {
  if (active.id) return document.getElementById(active.id);
  if (active.matches("input[type=radio]")) {
    return region.querySelector(selectorOf(/** @type {Input} */ (active)));
  }
  if (!active.matches("a, summary")) return null;
  return [...region.querySelectorAll(active.localName)].find((one) => one.isEqualNode(active));
}
