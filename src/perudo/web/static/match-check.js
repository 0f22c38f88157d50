// The automatic check at the end of a match, loaded only then.
import { showCheck } from "./check.js";

// Screen readers announce changes only in elements they already know.
const KNOWN_MS = 100;

/** @param {string} address */
async function textOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

// `kept` has this device's notes on the match with this label. The check stops if the reader goes on
// to the next match.
/**
 * @param {HTMLElement} place
 * @param {string} record
 * @param {string} label
 * @param {Kept} kept
 */
export async function checkMatch(place, record, label, kept) {
  place.innerHTML = await textOf("/fair/words");
  const speaker = place.querySelector("[data-fair-words]");
  await new Promise((done) => setTimeout(done, KNOWN_MS));
  const text = await textOf(record).catch(() => null);
  if (!speaker.isConnected) return;
  if (text === null) {
    const status = place.querySelector("[data-fair-status]");
    status.dataset.outcome = "nothing";
    status.textContent = speaker.getAttribute("data-say-away");
    return;
  }
  showCheck(speaker, text, (match) => (match === label ? kept : null), { label, took: true });
}
