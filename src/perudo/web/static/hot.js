// One device for several players: public regions stay visible; a hand is shown only after its player
// has taken the device, and hidden again after the player's move.
import { post } from "./post.js";
import { followMoments } from "./moments.js";
import { ASIDE, seatAt } from "./seated.js";
import { putRegions } from "./regions.js";
import { isShowing } from "./showdown.js";

const felt = document.querySelector("#table");
felt.dataset.watch = "";
const game = seatAt(felt);
followMoments(felt, game.tell);
const PRIVATE = ["hand", "actions"];
/** @type {Regions} */
const openPieces = Object.fromEntries(
  PRIVATE.map((name) => [name, document.getElementById(name)?.innerHTML ?? ""]),
);
// Counts the times the curtain was drawn, so that a late answer shows nothing.
let drawn = 0;

function drawCurtain() {
  const wasTaken = felt.classList.contains("taken");
  drawn += 1;
  felt.dataset.hand = "";
  felt.classList.remove("taken");
  // The buttons for after a showdown must wait until it has been shown.
  putRegions(isShowing() ? { hand: openPieces.hand } : openPieces);
  if (wasTaken) document.querySelector("#take, #curtain").focus();
}

/** @param {string} seat */
async function takeHand(seat) {
  const before = drawn;
  const answer = await fetch(`/t/${felt.dataset.table}/pieces?hand=${seat}`);
  if (!answer.ok || drawn !== before) return;
  const frame = await answer.json();
  if (drawn !== before) return;
  felt.dataset.hand = seat;
  felt.classList.add("taken");
  putRegions(Object.fromEntries(PRIVATE.map((name) => [name, frame.html[name]])));
  game.settle();
  document.querySelector("#lift")?.focus();
}

/**
 * @param {string} what
 * @param {string} hand
 */
const asHand = (what, hand) => `/api/tables/${felt.dataset.table}/${what}?hand=${hand}`;
/** @param {Error} error */
const refused = (error) => game.toast(error.message);

// Marks all players on this device as ready.
async function allReady() {
  for (const card of document.querySelectorAll(".seat[data-person]:not(.out)")) {
    // The last one to be ready starts the round, so later requests may be refused.
    await post(asHand("ready", card.dataset.seat)).catch(() => {});
  }
}

/**
 * @param {string} host
 * @param {boolean} rematch
 */
async function startAgain(host, rematch) {
  try {
    if (rematch) await post(asHand("rematch", host));
    await post(asHand("start", host));
  } catch (error) {
    refused(/** @type {Error} */ (error));
  }
}

/**
 * @param {string} seat
 * @param {string} answers
 */
function shout(seat, answers) {
  const version = Number(felt.dataset.version);
  const claim = { call: "calza", answers: answers.split(",").map(Number), version };
  post(asHand("act", seat), claim).catch(refused);
}

// The answer may come after a frame that showed the move: by then the next player may have the device.
felt.addEventListener("acted", (event) => {
  const { version } = /** @type {CustomEvent<{ version: number }>} */ (event).detail;
  if (version > Number(felt.dataset.version)) drawCurtain();
});
felt.addEventListener("frame", (event) => {
  const { detail } = /** @type {CustomEvent<Frame>} */ (event);
  for (const name of PRIVATE) {
    if (name in detail.html) openPieces[name] = detail.html[name];
  }
  if (detail.events.some(({ event: kind }) => !ASIDE.has(kind))) drawCurtain();
  else if (felt.classList.contains("taken") && PRIVATE.some((name) => name in detail.html)) {
    // The stream began anew and covered the hand: who has the turn still has the device.
    const seat = felt.dataset.hand;
    drawCurtain();
    if (document.querySelector(`#take[data-take="${seat}"]`) !== null) takeHand(seat);
  }
  game.settle();
});

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (button === null) return;
  const { take, shout: caller, answers, again, start } = button.dataset;
  if (take !== undefined) takeHand(take);
  else if (button.id === "draw-curtain") drawCurtain();
  else if (button.dataset.allReady !== undefined) allReady();
  else if (again !== undefined) startAgain(again, true);
  else if (start !== undefined) startAgain(start, false);
  else if (caller !== undefined) shout(caller, answers ?? "");
});
