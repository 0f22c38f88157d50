// What was practised in this browser: points lost by position, and by day for the daily puzzle.
import { forget, keep, recall } from "./storage.js";

const PRACTICE = "perudo-practice";
const DAY_MS = 24 * 60 * 60 * 1000;
// How many days of the daily puzzle are kept.
const MOST_DAYS = 60;

/** @typedef {{ done: Record<string, number>, days: Record<string, number> }} Progress */

/** @returns {Progress} */
export function progress() {
  try {
    const kept = JSON.parse(recall(PRACTICE) ?? "{}");
    return { done: { ...kept.done }, days: { ...kept.days } };
  } catch {
    return { done: {}, days: {} };
  }
}

// Notes an answer. The first one of a day counts for the daily puzzle.
/**
 * @param {string} key
 * @param {number} points
 * @param {string | undefined} day
 */
export function noteAnswer(key, points, day) {
  const { done, days } = progress();
  // Put at the end, so that what was done first comes again first.
  delete done[key];
  done[key] = points;
  if (day !== undefined) days[day] ??= points;
  const latest = Object.entries(days).sort().slice(-MOST_DAYS);
  keep(PRACTICE, JSON.stringify({ done, days: Object.fromEntries(latest) }));
}

export const forgetProgress = () => forget(PRACTICE);

// The first position that was not done yet, else the one that was done first.
/**
 * @param {string[]} keys
 * @param {string} [but]
 */
export function nextKey(keys, but) {
  const { done } = progress();
  const others = keys.filter((key) => key !== but);
  const again = Object.keys(done).find((key) => others.includes(key));
  return others.find((key) => !(key in done)) ?? again ?? keys[0];
}

// How many days in a row, up to this one or the day before, have their puzzle done.
/** @param {string} today */
export function daysInARow(today) {
  const { days } = progress();
  /** @param {number} back */
  const dayBefore = (back) => new Date(Date.parse(today) - back * DAY_MS).toISOString().slice(0, 10);
  let back = today in days ? 0 : 1;
  const first = back;
  while (dayBefore(back) in days) back += 1;
  return back - first;
}
