// Checks the dice of a record in the browser, since a server cannot vouch for itself. The scheme is
// described in docs/fair-dice.md.
import { isCup, isDigest, readRecord, RecordError } from "./record.js";
import { digestOf, hmacSha256, sha256, toHex } from "./hashing.js";

const WITHHELD = "-";
const SOUND = ["no-part", "given", "withheld"];

// The bytes of HMAC(secret, message|0), HMAC(secret, message|1), ... that are below `limit`.
/**
 * @param {Uint8Array} secret
 * @param {string} label
 * @param {number} round
 * @param {string[]} seeds
 * @param {string} what
 * @param {number} limit
 * @returns {Generator<number, never>}
 */
function* fairBytes(secret, label, round, seeds, what, limit) {
  for (let counter = 0; ; counter++) {
    const message = `${label}|${round}|${seeds.join(",")}|${what}|${counter}`;
    for (const byte of hmacSha256(secret, new TextEncoder().encode(message))) {
      if (byte < limit) yield byte;
    }
  }
}

// Throws `count` dice.
/**
 * @param {Uint8Array} secret
 * @param {string} label
 * @param {number} round
 * @param {string[]} seeds
 * @param {string} what
 * @param {number} count
 */
export function dice(secret, label, round, seeds, what, count) {
  /** @type {number[]} */
  const thrown = [];
  const bytes = fairBytes(secret, label, round, seeds, what, 252);
  while (thrown.length < count) thrown.push((bytes.next().value % 6) + 1);
  return thrown;
}

// Draws the first starter.
/**
 * @param {Uint8Array} secret
 * @param {string} label
 * @param {string[]} seeds
 * @param {number} seats
 */
export function draw(secret, label, seeds, seats) {
  const limit = 256 - (256 % seats);
  return fairBytes(secret, label, 1, seeds, "draw", limit).next().value % seats;
}

// The checks of `perudo verify` without the rules of the game: it does not check that bids are legal
// or that cups have the right number of dice.
/**
 * @param {string} jsonlText
 * @returns {RecordCheck}
 */
export function verifyRecord(jsonlText) {
  const record = readRecord(jsonlText);
  const { label, names, proof } = record;
  if (label === null || !record.rounds.some((round) => round.fair)) {
    return { ok: false, why: "no-proof", label, names, proof, rounds: [], starter: null };
  }
  const pledges = pledgesOf(record);
  const rounds = record.rounds.map((noted, index) => {
    const checked = checkRound(label, noted);
    const hasSeeds = proof > 1 && checked.why === null;
    const seeds = hasSeeds ? checkSeeds(record, index, pledges[index]) : [];
    const ok = checked.ok && seeds.every((seed) => seed.ok);
    return { ...checked, ok, seeds, pledges: pledges[index], redealt: noted.redealt };
  });
  const starter = record.starter && checkStarter(label, record.starter, record);
  const ok = rounds.every((round) => round.ok) && (starter === null || starter.ok);
  return { ok, why: null, label, names, proof, rounds, starter };
}

/**
 * @param {string} label
 * @param {RecordRound} noted
 * @returns {DiceCheck}
 */
function checkRound(label, { round, cups, fair, over }) {
  if (!fair || !cups) {
    // A finished round must have its proof, or a cheat could leave out the proofs that give it away.
    const why = fair ? "no-cups" : over ? "no-proof" : "not-revealed";
    return { round, ok: why === "not-revealed", why, commitment: null, recomputed: null, seats: [] };
  }
  const recomputed = toHex(sha256(fair.secret));
  const seats = cups.map((cup, seat) => {
    const thrown = dice(fair.secret, label, round, fair.seeds, `seat ${seat}`, cup.length);
    return checkCup(seat, cup, thrown);
  });
  const ok = recomputed === fair.commitment && seats.every((seat) => seat.ok);
  return { round, ok, why: null, commitment: fair.commitment, recomputed, seats };
}

// Every seat's pledge in each round: a new one, else the link it revealed before. A restore ends all
// pledges, so a round that was dealt again inherits none.
/** @param {MatchRecord} record */
function pledgesOf({ names, rounds }) {
  const nobody = names.map(() => "");
  return rounds.map(({ pledges, redealt }, index) => {
    const links = (!redealt && rounds[index - 1]?.fair?.seeds) || nobody;
    return pledges.map((pledge, seat) => pledge || (isDigest(links[seat]) ? links[seat] : ""));
  });
}

// Checks each seat's seed against its pledge.
/**
 * @param {MatchRecord} record
 * @param {number} index
 * @param {string[]} pledges
 * @returns {SeedCheck[]}
 */
function checkSeeds({ bots, rounds }, index, pledges) {
  /** @param {number} seat */
  const before = (seat) => rounds.slice(0, index).some((noted) => noted.pledges[seat]);
  return (rounds[index].fair?.seeds ?? []).map((seed, seat) => {
    const state = seedState(seed, pledges[seat], bots.includes(seat));
    const anew = rounds[index].pledges[seat] !== "" && before(seat);
    return { seat, seed, state, anew, ok: SOUND.includes(state) };
  });
}

/**
 * @param {string} seed
 * @param {string} pledge
 * @param {boolean} bot
 */
function seedState(seed, pledge, bot) {
  if (bot && (pledge || seed)) return "bot";
  if (!pledge) return seed ? "not-pledged" : "no-part";
  if (seed === WITHHELD) return "withheld";
  if (!seed) return "missing";
  return isDigest(seed) && digestOf(seed) === pledge ? "given" : "not-the-pledged";
}

/**
 * @param {string} label
 * @param {RecordLine} starter
 * @param {MatchRecord} record
 * @returns {StarterCheck}
 */
function checkStarter(label, { line, value }, { names, rounds: [first] }) {
  const how = value.starter;
  if (how === "toucan" || how === "noted") return { ok: true, how, why: "not-chance" };
  if (how !== "random" && how !== "rolled") throw new RecordError(line, "shape");
  if (!first.fair) {
    const why = first.over ? "no-proof" : "not-revealed";
    return { ok: !first.over, how, why };
  }
  const { secret, seeds } = first.fair;
  if (how === "random") {
    const recomputed = draw(secret, label, seeds, names.length);
    return { ok: value.seat === recomputed, how, why: null, noted: value.seat, recomputed };
  }
  if (!Array.isArray(value.rolls)) throw new RecordError(line, "shape");
  const rolls = value.rolls.map((/** @type {unknown} */ off, /** @type {number} */ index) => {
    if (!Array.isArray(off)) throw new RecordError(line, "shape");
    return off.flatMap((cup, seat) => {
      if (cup === null) return [];
      if (!isCup(cup)) throw new RecordError(line, "shape");
      const what = `start ${index + 1} seat ${seat}`;
      return [checkCup(seat, cup, dice(secret, label, 1, seeds, what, cup.length))];
    });
  });
  return { ok: rolls.flat().every((cup) => cup.ok), how, why: null, rolls };
}

/**
 * @param {number} seat
 * @param {number[]} cup
 * @param {number[]} thrown
 * @returns {CupCheck}
 */
function checkCup(seat, cup, thrown) {
  const noted = [...cup].sort();
  const recomputed = [...thrown].sort();
  return { seat, ok: noted.join() === recomputed.join(), noted, recomputed };
}
