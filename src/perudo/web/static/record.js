// Reads a record in JSON lines form, as far as the check of its dice needs it.
import { fromHex } from "./hashing.js";

// A record that cannot be read: the line, and which of the texts of the page says why.
export class RecordError extends Error {
  constructor(line, reason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

const HEX = /^[0-9a-f]{64}$/;
const matches = (value, pattern) => typeof value === "string" && pattern.test(value);
const isList = (value, holds) => Array.isArray(value) && value.every(holds);
export const isDigest = (value) => matches(value, HEX);
export const isCup = (value) =>
  isList(value, (die) => [1, 2, 3, 4, 5, 6].includes(die)) && value.length < 6;

export function readRecord(text) {
  const [first, ...lines] = linesOf(text);
  const header = headerOf(first);
  const starter = lines.length && "starter" in lines[0].value ? lines.shift() : null;
  const rounds = lines.map((line, index) => roundOf(line, index + 1, header));
  return { ...header, starter, rounds };
}

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

function objectOf(line, written) {
  let value = null;
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

function headerOf({ line, value }) {
  const { seats: names, fair: label = null, proof = 1, bots = [] } = value;
  const isSeat = (seat) => Number.isInteger(seat) && seat >= 0 && seat < names.length;
  const whole =
    isList(names, (name) => typeof name === "string") &&
    (label === null || matches(label, /^[0-9A-Za-z/_-]{1,100}$/)) &&
    [1, 2].includes(proof) &&
    isList(bots, isSeat);
  if (!whole) throw new RecordError(line, "shape");
  return { names, label, proof, bots };
}

function roundOf({ line, value }, due, { names }) {
  const { round, cups = null, actions = [], pledges = [], fair = null, redealt = 0 } = value;
  const whole =
    round === due &&
    Array.isArray(actions) &&
    (cups === null || isList(cups, isCup)) &&
    Number.isInteger(redealt) &&
    redealt >= 0;
  if (!whole) throw new RecordError(line, "shape");
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

function fairOf(line, fair, seats) {
  const isSeed = (seed) => matches(seed, /^[0-9A-Za-z_-]{0,64}$/);
  const digests = isDigest(fair.commitment) && isDigest(fair.secret);
  if (!digests || !isList(fair.seeds, isSeed) || fair.seeds.length !== seats) {
    throw new RecordError(line, "fair");
  }
  return { commitment: fair.commitment, secret: fromHex(fair.secret), seeds: fair.seeds };
}
