// Reads what the dice check needs from a record in JSON lines.
import { fromHex } from "./hashing.js";

// A record that cannot be read: the line, and the key of the text that says why.
export class RecordError extends Error {
  /**
   * @param {number} line
   * @param {string} reason
   */
  constructor(line, reason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

const HEX = /^[0-9a-f]{64}$/;
/**
 * @param {unknown} value
 * @param {RegExp} pattern
 * @returns {value is string}
 */
const matches = (value, pattern) => typeof value === "string" && pattern.test(value);
/** @type {<T>(value: unknown, holds: (one: unknown) => one is T) => value is T[]} */
const isList = (value, holds) => Array.isArray(value) && value.every(holds);
/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isCount = (value) => typeof value === "number" && Number.isInteger(value) && value >= 0;
/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isDie = (value) => isCount(value) && 1 <= value && value <= 6;
/**
 * @param {unknown} value
 * @returns {value is string}
 */
export const isDigest = (value) => matches(value, HEX);
/**
 * @param {unknown} value
 * @returns {value is number[]}
 */
export const isCup = (value) =>
  isList(value, isDie) && value.length < 6;

/**
 * @param {string} text
 * @returns {MatchRecord}
 */
export function readRecord(text) {
  const [first, ...lines] = linesOf(text);
  const header = headerOf(first);
  const starter = lines.length && "starter" in lines[0].value ? lines.shift() ?? null : null;
  const rounds = lines.map((line, index) => roundOf(line, index + 1, header));
  return { ...header, starter, rounds };
}

/**
 * @param {string} text
 * @returns {RecordLine[]}
 */
function linesOf(text) {
  const lines = text
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((written, index) => ({ line: index + 1, written: written.trim() }))
    .filter(({ written }) => written !== "");
  const first = lines[0] ?? { line: 1, written: "" };
  if (!first.written.startsWith("{")) throw new RecordError(first.line, "mark");
  const objects = lines.map(({ line, written }) => ({ line, value: objectOf(line, written) }));
  if (objects[0].value.perudo !== 1) throw new RecordError(first.line, "mark");
  return objects;
}

/**
 * @param {number} line
 * @param {string} written
 * @returns {Record<string, any>}
 */
function objectOf(line, written) {
  let value;
  try {
    value = JSON.parse(written);
  } catch {
    throw new RecordError(line, "json");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new RecordError(line, "json");
  }
  return value;
}

/**
 * @param {RecordLine} first
 * @returns {RecordHeader}
 */
function headerOf({ line, value }) {
  const { seats: names, fair: label = null, proof = 1, bots = [] } = value;
  /**
   * @param {unknown} seat
   * @returns {seat is number}
   */
  const isSeat = (seat) => isCount(seat) && seat < names.length;
  const whole =
    isList(names, (name) => typeof name === "string") &&
    (label === null || matches(label, /^[0-9A-Za-z/_-]{1,100}$/)) &&
    [1, 2].includes(proof) &&
    isList(bots, isSeat);
  if (!whole) throw new RecordError(line, "shape");
  return { names, label, proof, bots };
}

/**
 * @param {RecordLine} noted
 * @param {number} due
 * @param {RecordHeader} header
 * @returns {RecordRound}
 */
function roundOf({ line, value }, due, { names }) {
  const { round, cups = null, actions = [], pledges = [], fair = null, redealt = 0 } = value;
  const whole =
    round === due &&
    Array.isArray(actions) &&
    (cups === null || isList(cups, isCup)) &&
    isCount(redealt);
  if (!whole) throw new RecordError(line, "shape");
  /** @type {(pledge: unknown) => pledge is string} */
  const isPledge = (pledge) => pledge === "" || isDigest(pledge);
  if (!isList(pledges, isPledge) || ![0, names.length].includes(pledges.length)) {
    throw new RecordError(line, "fair");
  }
  return {
    round,
    cups,
    redealt,
    over: typeof actions.at(-1)?.call === "string",
    pledges: names.map((_, seat) => pledges[seat] ?? ""),
    fair: fair === null ? null : fairOf(line, fair, names.length),
  };
}

/**
 * @param {number} line
 * @param {Record<string, unknown>} fair
 * @param {number} seats
 * @returns {RecordProof}
 */
function fairOf(line, fair, seats) {
  /** @type {(seed: unknown) => seed is string} */
  const isSeed = (seed) => matches(seed, /^[0-9A-Za-z_-]{0,64}$/);
  const { commitment, secret, seeds } = fair;
  const digests = isDigest(commitment) && isDigest(secret);
  if (!digests || !isList(seeds, isSeed) || seeds.length !== seats) {
    throw new RecordError(line, "fair");
  }
  return { commitment, secret: fromHex(secret), seeds };
}
