// Single keys for what can be pressed. A move takes its key twice: the first press marks the button,
// the second one plays it. Words that somebody types with no field in focus play nothing.
import { isOn } from "./menu.js";

// A second press sooner than this is a double letter of a word.
const STEADY_MS = 350;
const ARMED_MS = 4000;
// After a letter that is no key of ours, somebody is writing, and goes on for a while.
const WRITING_MS = 4000;

/** @typedef {{ button: () => HTMLElement | null, play: () => void }} Move */

/**
 * @param {Record<string, Move>} moves
 * @param {(key: string) => boolean} press Presses what is no move; whether there was something.
 * @param {(key: string) => void} askAgain
 */
export function wireKeys(moves, press, askAgain) {
  /** @type {{ key: string, button: HTMLElement, timers: number[] } | null} */
  let armed = null;
  let writingUntil = 0;

  function disarm() {
    armed?.timers.forEach(clearTimeout);
    armed?.button.classList.remove("armed");
    armed = null;
  }

  /** @param {string} key */
  function arm(key) {
    disarm();
    const button = moves[key].button();
    if (button === null || button.getAttribute("aria-disabled") === "true") {
      button?.click();
      return;
    }
    const steady = setTimeout(() => {
      button.classList.add("armed");
      askAgain(key);
    }, STEADY_MS);
    armed = { key, button, timers: [steady, setTimeout(disarm, ARMED_MS)] };
  }

  /** @param {string} key */
  function move(key) {
    if (armed?.key !== key || !armed.button.isConnected) arm(key);
    else if (armed.button.classList.contains("armed")) {
      disarm();
      moves[key].play();
    }
  }

  /** @param {KeyboardEvent} event */
  const isForUs = (event) =>
    !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
    !(/** @type {Element} */ (event.target).matches("input:not([type=radio]), select, textarea")) &&
    isOn("shortcuts") &&
    !document.querySelector(":popover-open");

  document.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key.length > 1 || !isForUs(event)) {
      if (key !== "Shift") disarm();
      return;
    }
    if (event.repeat && !"+-".includes(key)) return;
    const isWriting = event.timeStamp < writingUntil && !/[1-6+-]/.test(key);
    if (key in moves && !isWriting) {
      move(key);
      event.preventDefault();
      return;
    }
    disarm();
    if (!isWriting && press(key)) event.preventDefault();
    else writingUntil = event.timeStamp + WRITING_MS;
  });
}
