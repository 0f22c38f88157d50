// Compares a record with this device's notes on the match. A finding is {code, fault, round, seat};
// those that are not faults are worth knowing.
import { sameGathering } from "./chain.js";

// Findings in the record alone, in the order of its rounds.
/**
 * @typedef {(code: string, fault: boolean, round?: number | null, seat?: number | null) => void} Report
 */

// Of the record by itself, in the order of its rounds.
/** @param {RecordCheck} result */
export function findingsOf({ rounds }) {
  return rounds.flatMap(({ round, ok, why, commitment, recomputed, seats, seeds, redealt }) => {
    /** @type {Finding[]} */
    const found = [];
    /** @type {(code: string, fault: boolean, seat?: number | null) => void} */
    const say = (code, fault, seat = null) => found.push({ code, fault, round, seat });
    if (why && !ok) say(why, true);
    if (commitment !== recomputed) say("secret", true);
    for (const cup of seats) if (!cup.ok) say("cup", true, cup.seat);
    for (const seed of seeds) {
      if (!seed.ok || seed.state === "withheld") say(seed.state, !seed.ok, seed.seat);
      // After a restore every seat has to pledge again.
      if (seed.anew && !redealt) say("anew", false, seed.seat);
    }
    if (redealt) say("redealt", false);
    return found;
  });
}

// Findings from the notes for this device's seat. `own` lists the rounds that it took part in.
/**
 * @param {RecordCheck} result
 * @param {Kept} kept
 * @returns {{ found: Finding[], own: number[] }}
 */
export function compareKept(result, { seat, notes, isOwn }) {
  /** @type {Finding[]} */
  const found = [];
  /** @type {number[]} */
  const own = [];
  /** @type {Report} */
  const say = (code, fault, round = null, about = null) =>
    found.push({ code, fault, round, seat: about });
  if (notes.length && result.proof !== 2) say("old-proof", true);
  for (const check of result.rounds.filter(({ why }) => why === null)) {
    const { round } = check;
    const noted = notes.filter((one) => one.round === round);
    if (noted.length === 0) {
      const pledge = check.pledges[seat];
      if (pledge) say(isOwn(pledge) ? "late" : "elsewhere", false, round, seat);
      continue;
    }
    if (noted.length > check.redealt + 1) say("hidden-deal", true, round);
    const kept = noted.find((one) => sameGathering(one, check));
    if (kept) {
      if (judgeOwn(kept, check, say)) own.push(round);
    } else if (check.redealt >= noted.length) say("not-there", false, round, seat);
    else blame(noted[noted.length - 1], check, say);
  }
  // A match that is given up during a gathering ends before that round.
  const last = result.rounds.length;
  for (const { round } of notes) if (round > last + 1) say("left-out", true, round);
  return { found: joinedElsewhere(found, last), own };
}

// Whether our own link went into the dice.
/**
 * @param {GatheringNote} kept
 * @param {RoundCheck} check
 * @param {Report} say
 */
function judgeOwn({ link, given, seat }, { round, seeds }, say) {
  const { seed, state } = seeds[seat] ?? { seed: null, state: "missing" };
  if (seed === link) return true;
  if (state === "withheld" && !given) say("late", false, round, seat);
  else say(state === "withheld" ? "ignored" : "changed", true, round, seat);
  return false;
}

// Reports where the record contradicts a note.
/**
 * @param {Gathering} kept
 * @param {RoundCheck} check
 * @param {Report} say
 */
function blame(kept, check, say) {
  const { round, commitment, pledges } = check;
  if (kept.commitment !== commitment) say("commitment", true, round);
  pledges.forEach((pledge, seat) => {
    if (pledge !== kept.pledges[seat]) say("pledge", true, round, seat);
  });
}

// Joins consecutive rounds into one finding from the first to the last of them.
/**
 * @param {Finding[]} found
 * @param {number} last
 */
function joinedElsewhere(found, last) {
  /** @type {Finding[]} */
  const joined = [];
  for (const finding of found) {
    const { code, round } = finding;
    const run = joined.findLast((one) => one.code === "elsewhere");
    if (code !== "elsewhere") joined.push(finding);
    else if (run && run.to === (round ?? 0) - 1) run.to = round;
    else joined.push({ ...finding, to: round });
  }
  return joined.map((one) => {
    if (one.code !== "elsewhere" || one.to === last) return one;
    return { ...one, code: one.to === one.round ? "elsewhere-once" : "elsewhere-then" };
  });
}
