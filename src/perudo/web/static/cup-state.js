// The state of a cup at a real table, stored on this device. There is one shake in each round.

import { throwDice } from "./throwing.js";

const KEPT = "perudo-cup";
const MOST_DICE = 5;
/** @type {Cup} */
const FRESH = { round: 1, count: MOST_DICE, lastDieRound: 0, thrown: null, shown: false, colour: "red" };

/** @returns {Cup} */
export function loadCup() {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(KEPT) ?? "null") };
  } catch {
    return { ...FRESH };
  }
}

/** @param {Cup} cup */
function saveCup(cup) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(cup));
  } catch {
    // Without storage the cup lasts as long as the page.
  }
  return cup;
}

/** @param {Cup} cup */
export const canShake = (cup) => cup.thrown === null && cup.count > 0;
/** @param {Cup} cup */
export const canShow = (cup) => cup.thrown !== null && !cup.shown;
// Dice are lost and regained while cups are up; hidden dice keep their number.
/** @param {Cup} cup */
export const canCount = (cup) => cup.thrown === null || cup.shown;
/** @param {Cup} cup */
export const canLose = (cup) => canCount(cup) && cup.count > 0;
/** @param {Cup} cup */
export const canRegain = (cup) => canCount(cup) && cup.count < MOST_DICE;

// Only the first round with a single die is special, not those after it.
/** @param {Cup} cup */
export const isLastDieRound = (cup) => cup.count === 1 && cup.round === cup.lastDieRound;

/** @param {Cup} cup */
export function shakeCup(cup) {
  return canShake(cup) ? saveCup({ ...cup, thrown: throwDice(cup.count) }) : cup;
}

/** @param {Cup} cup */
export function showCup(cup) {
  return canShow(cup) ? saveCup({ ...cup, shown: true }) : cup;
}

/** @param {Cup} cup */
export function nextRound(cup) {
  return saveCup({ ...cup, round: cup.round + 1, thrown: null, shown: false });
}

/** @param {Cup} cup */
export function newMatch(cup) {
  return saveCup({ ...FRESH, colour: cup.colour });
}

/** @param {Cup} cup */
export function loseDie(cup) {
  if (!canLose(cup)) return cup;
  const count = cup.count - 1;
  // A die lost while cups are up is missing from the next round; one lost before the shake, at once.
  const lastDieRound = count === 1 ? cup.round + (cup.shown ? 1 : 0) : cup.lastDieRound;
  return saveCup({ ...cup, count, lastDieRound });
}

/** @param {Cup} cup */
export function regainDie(cup) {
  return canRegain(cup) ? saveCup({ ...cup, count: cup.count + 1 }) : cup;
}

/**
 * @param {Cup} cup
 * @param {string} colour
 */
export function paintCup(cup, colour) {
  return saveCup({ ...cup, colour });
}
