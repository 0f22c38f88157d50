// What the coach says, over the felt, for as long as it holds: until the table goes on, the cup is
// put down or the device is passed on. Loaded when a player asks for the first time.
import { withoutClause } from "./rules.js";

const felt = document.querySelector("#table");
const coachBox = document.querySelector("#coach");
// Counts what was shown and hidden, so that a late answer shows nothing.
let asked = 0;

function hideHint() {
  asked += 1;
  coachBox.hidden = true;
}

/** @param {string[]} lines */
function showLines(lines) {
  const place = coachBox.querySelector("[data-lines]");
  place.replaceChildren(
    ...lines.map((line) => {
      const said = document.createElement("p");
      said.textContent = line;
      return said;
    }),
  );
  coachBox.hidden = false;
}

// Asks the server, and shows its answer: the lines called `what`, or nothing if that is empty.
/**
 * @param {string} address
 * @param {string} what
 * @param {(line: string, aloud?: boolean) => void} tell
 */
export async function showHint(address, what, tell) {
  hideHint();
  if (what === "") return;
  const now = asked;
  /** @param {string[]} lines */
  const say = (lines) => {
    if (asked !== now) return;
    showLines(lines);
    tell(lines.join(" "), true);
  };
  if (!document.querySelector("#hand").classList.contains("up")) {
    say([coachBox.dataset.sayDown]);
    return;
  }
  const answer = await fetch(address);
  const found = await answer.json();
  say(answer.ok ? found[what] : [withoutClause(found.refusal.text)]);
}

felt.addEventListener("frame", (event) => {
  const { html } = /** @type {CustomEvent<Frame>} */ (event).detail;
  if ("actions" in html || "centre" in html) hideHint();
});
felt.addEventListener("acted", hideHint);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("#lift, #draw-curtain, #take")) hideHint();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideHint();
});
