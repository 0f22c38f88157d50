// Puts pieces of the page in place without losing what one is doing there.

const NEAR_PX = 40;

export function putRegions(html) {
  for (const [name, text] of Object.entries(html)) {
    const region = document.getElementById(name);
    if (region === null) continue;
    const active = region.contains(document.activeElement) ? document.activeElement : null;
    const atEnd = region.scrollHeight - region.scrollTop - region.clientHeight < NEAR_PX;
    const kept = keptIn(region);
    region.innerHTML = text;
    putBack(region, kept);
    if (active !== null) refocus(region, active);
    if (name === "talk" && atEnd) region.scrollTop = region.scrollHeight;
  }
}

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
