// The bid picker: a face and a quantity. It shows why a bid is illegal before it is sent.
import { putSentence } from "./rules.js";

const NUMBER_MARK = "#";

const pickerForm = () => document.querySelector("#picker");

/** @param {PickerForm} form */
function pickedFace(form) {
  return form.querySelector("[name=face]:checked");
}

/**
 * @param {Input} face
 * @param {number} quantity
 */
function bidText(face, quantity) {
  const text = quantity === 1 ? face.dataset.one : face.dataset.many;
  return text.replace(NUMBER_MARK, String(quantity));
}

// Why this bid is illegal, in words; empty if it is legal.
/**
 * @param {Input} face
 * @param {number} quantity
 */
function whyNot(face, quantity) {
  const least = Number(face.dataset.least);
  const most = Number(face.dataset.most);
  if (face.dataset.barred) return face.dataset.barred;
  if (!Number.isInteger(quantity) || quantity < least) return face.dataset.short || " ";
  return quantity > most ? face.dataset.over : "";
}

/** @param {PickerForm} form */
function showPicked(form) {
  const face = pickedFace(form);
  const quantity = Number(form.quantity.value);
  const why = whyNot(face, quantity);
  putSentence(form.querySelector("#why"), why.trim());
  form.querySelector("#bid")?.setAttribute("aria-disabled", String(why !== ""));
  form.querySelector("[data-bid-text]").textContent = bidText(face, quantity);
}

// After a change of face, moves to the nearest legal quantity.
/** @param {PickerForm} form */
function toNearest(form) {
  const face = pickedFace(form);
  if (!face.dataset.barred) {
    const least = Number(face.dataset.least);
    const most = Number(face.dataset.most);
    form.quantity.value = String(Math.min(Math.max(Number(form.quantity.value), least), most));
  }
  showPicked(form);
}

/** @param {number} by */
export function stepQuantity(by) {
  const form = pickerForm();
  if (form === null) return false;
  const wanted = Number(form.quantity.value) + by;
  form.quantity.value = String(Math.min(Math.max(wanted, 1), Number(form.dataset.cap)));
  showPicked(form);
  return true;
}

/** @param {string} number */
export function pickFace(number) {
  const form = pickerForm();
  const input = form?.querySelector(`[name=face][value="${number}"]`);
  if (!form || !input) return false;
  input.checked = true;
  toNearest(form);
  return true;
}

// The picked bid; null if it is illegal, with the reason on the page.
/** @returns {Bid | null} */
export function pickedBid() {
  const form = pickerForm();
  if (form === null) return null;
  const face = pickedFace(form);
  const quantity = Number(form.quantity.value);
  return whyNot(face, quantity) === "" ? [quantity, Number(face.value)] : null;
}

export function wirePicker() {
  const form = pickerForm();
  if (form === null || form.dataset.wired) return;
  form.dataset.wired = "yes";
  for (const input of form.querySelectorAll("[name=face]")) {
    input.addEventListener("change", () => toNearest(form));
  }
  form.quantity.addEventListener("input", () => showPicked(form));
  for (const button of form.querySelectorAll("[data-step-by]")) {
    button.addEventListener("click", () => stepQuantity(Number(button.dataset.stepBy)));
  }
  showPicked(form);
}
