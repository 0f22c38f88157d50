// Cup mode: shake, peek, reveal. The dice are in the page only while the cup is lifted.

import { canCount, canLose, canRegain, canShake, canShow, isLastDieRound, loadCup, loseDie, newMatch, nextRound, paintCup, regainDie, shakeCup, showCup } from "./cup-state.js";
import { askForMotion, feelsMotion, onShaken, stayAwake, tremble } from "./cup-device.js";

const DROP_MS = 180;
const SHAKE_MS = 700;
const table = document.querySelector("[data-cup]");
/** @type {(name: string) => HTMLElement} */
const part = (name) => /** @type {HTMLElement} */ (table.querySelector(`[data-${name}]`));
/** @param {string} name */
const act = (name) => document.querySelector(`[data-act="${name}"]`);
let held = loadCup();
let lifted = false;
let dropping = 0;

function drawCup() {
  table.dataset.colour = held.colour;
  part("round").textContent = String(held.round);
  part("count").textContent = String(held.count);
  part("last").hidden = !isLastDieRound(held) || held.shown;
  const advice = held.count === 0 && !held.thrown ? "out" : held.shown ? "shown" : held.thrown ? "covered" : "shake";
  for (const text of table.querySelectorAll("[data-advice]")) text.hidden = text.dataset.advice !== advice;
  const focused = /** @type {Button | null} */ (document.activeElement);
  act("shake").hidden = held.thrown !== null;
  act("shake").disabled = !canShake(held);
  act("peek").hidden = !canShow(held);
  act("reveal").hidden = !canShow(held);
  act("next").hidden = held.thrown === null;
  act("next").classList.toggle("main", held.shown);
  part("counting").hidden = !canCount(held);
  act("lose").disabled = !canLose(held);
  act("regain").disabled = !canRegain(held);
  document.querySelector(`[name="colour"][value="${held.colour}"]`).checked = true;
  table.classList.toggle("shown", held.shown);
  if (held.shown) lift();
  else if (held.thrown === null) cover();
  // A button that disappeared passes its focus on.
  if (focused?.dataset?.act && (focused.hidden || focused.disabled)) {
    const heir = ["peek", "next", "shake", "regain", "lose"].map(act).find((button) => !button.hidden && !button.disabled);
    heir?.focus();
  }
}

/** @param {number} face */
function dieItem(face) {
  const item = document.createElement("li");
  const name = face === 1 ? table.dataset.sayPaco : String(face);
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#d${face}`);
  drawing.classList.add("die");
  drawing.role = "img";
  drawing.ariaLabel = name;
  drawing.append(use);
  item.append(drawing);
  return item;
}

function lift() {
  if (!held.thrown || lifted) return;
  clearTimeout(dropping);
  lifted = true;
  part("thrown").replaceChildren(...held.thrown.map(dieItem));
  table.classList.add("lifted");
  act("peek").ariaPressed = "true";
}

// Hides the dice: at once if the page is hidden, else after the cup has dropped.
function cover(atOnce = false) {
  if (held.shown) return;
  lifted = false;
  table.classList.remove("lifted");
  act("peek").ariaPressed = "false";
  clearTimeout(dropping);
  const gone = () => part("thrown").replaceChildren();
  if (atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches) gone();
  else dropping = setTimeout(gone, DROP_MS);
}

/** @param {string} text */
function announce(text) {
  part("status").textContent = text;
}

function readDice() {
  const names = (held.thrown ?? []).map((face) => (face === 1 ? table.dataset.sayPaco : face));
  announce(table.dataset.sayDice.replace("{dice}", names.join(", ")));
}

function shakeNow() {
  if (!canShake(held)) return;
  held = shakeCup(held);
  tremble();
  stayAwake();
  table.classList.add("shaking");
  setTimeout(() => table.classList.remove("shaking"), SHAKE_MS);
  drawCup();
  announce(table.dataset.sayShaken);
}

/**
 * @param {string} name
 * @param {(cup: Cup) => Cup} then
 */
function sure(name, then) {
  const dialog = document.querySelector(`[data-sure="${name}"]`);
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "yes") return;
    held = then(held);
    cover(true);
    drawCup();
    act("shake").focus();
    scrollTo({ top: 0 });
  }, { once: true });
  dialog.showModal();
}

const ACTS = {
  shake: shakeNow,
  peek: () => {
    if (lifted) {
      cover();
      announce(table.dataset.sayCovered);
    } else {
      lift();
      readDice();
    }
  },
  reveal: () => {
    held = showCup(held);
    drawCup();
    readDice();
  },
  next: () => sure("next", nextRound),
  again: () => sure("again", newMatch),
  lose: () => {
    held = loseDie(held);
    drawCup();
  },
  regain: () => {
    held = regainDie(held);
    drawCup();
  },
};

for (const [name, does] of Object.entries(ACTS)) act(name).addEventListener("click", does);

// The cup stays lifted as long as a finger holds it.
part("scene").addEventListener("pointerdown", (event) => {
  if (!canShow(held)) return;
  event.preventDefault();
  part("scene").setPointerCapture(event.pointerId);
  lift();
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  part("scene").addEventListener(end, () => {
    if (lifted) cover();
  });
}
part("scene").addEventListener("contextmenu", (event) => event.preventDefault());

document.addEventListener("visibilitychange", () => {
  if (document.hidden) cover(true);
  else stayAwake();
});

for (const input of document.querySelectorAll('[name="colour"]')) {
  input.addEventListener("change", () => {
    held = paintCup(held, input.value);
    drawCup();
  });
}

if (feelsMotion()) {
  const wanted = document.querySelector("[data-motion-on]");
  document.querySelector("[data-motion]").hidden = false;
  wanted.addEventListener("change", async () => {
    if (wanted.checked) wanted.checked = await askForMotion();
  });
  onShaken(() => {
    if (wanted.checked) shakeNow();
  });
}

// Keep several tabs with the same cup in step.
addEventListener("storage", () => {
  held = loadCup();
  cover(true);
  drawCup();
});

drawCup();
