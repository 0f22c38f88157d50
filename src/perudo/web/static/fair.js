// Checks the dice of a record in the browser, with nothing but this file: the table's server could
// hardly vouch for itself. docs/fair-dice.md tells the scheme. SHA-256 is written out here because
// browsers keep theirs (crypto.subtle) from pages that come over plain http, as at home they do.

// Fractional parts of the square roots of the first 8 primes, and of the cube roots of the first 64.
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const ROUNDS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
const BLOCK = 64;

export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  words.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, words, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function compress(state, words, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = words.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const mixedE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixedE + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const mixedA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word));
}

export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));

export const commitment = (secret) => toHex(sha256(secret));

// The bytes of HMAC(secret, message|0), HMAC(secret, message|1), ... without those from `limit` on.
function* fairBytes(secret, label, round, seeds, what, limit) {
  for (let counter = 0; ; counter++) {
    const message = `${label}|${round}|${seeds.join(",")}|${what}|${counter}`;
    for (const byte of hmacSha256(secret, new TextEncoder().encode(message))) {
      if (byte < limit) yield byte;
    }
  }
}

// So many dice in the order thrown.
export function dice(secret, label, round, seeds, what, count) {
  const thrown = [];
  if (count === 0) return thrown;
  for (const byte of fairBytes(secret, label, round, seeds, what, 252)) {
    thrown.push((byte % 6) + 1);
    if (thrown.length === count) return thrown;
  }
}

// The first starter by lot.
export function draw(secret, label, seeds, seats) {
  const limit = 256 - (256 % seats);
  return fairBytes(secret, label, 1, seeds, "draw", limit).next().value % seats;
}

// A record that cannot be read: the line, and which of the texts of the page says why.
export class RecordError extends Error {
  constructor(line, reason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

// The checks of `perudo verify`, less the rules of the game: whether each bid was legal and each
// cup had its number of dice is not looked at here.
export function verifyRecord(jsonlText) {
  const [header, ...lines] = linesOf(jsonlText);
  const named = lines.length && "starter" in lines[0].value ? lines.shift() : null;
  const label = labelOf(header);
  const names = header.value.seats;
  const rounds = lines.map((line, index) => roundOf(line, index + 1, names.length));
  if (label === null || !rounds.some((round) => round.fair)) {
    return { ok: false, why: "no-proof", label, names, rounds: [], starter: null };
  }
  const checked = rounds.map((round) => checkRound(label, round));
  const starter = named && checkStarter(label, named, rounds[0], names.length);
  const ok = checked.every((round) => round.ok) && (starter === null || starter.ok);
  return { ok, why: null, label, names, rounds: checked, starter };
}

function checkRound(label, { round, cups, fair, over }) {
  if (!fair || !cups) {
    // A round that is over owes its proof, else one could leave out those one cheated in.
    const why = fair ? "no-cups" : over ? "no-proof" : "not-revealed";
    return { round, ok: why === "not-revealed", why, commitment: null, recomputed: null, seats: [] };
  }
  const recomputed = commitment(fair.secret);
  const seats = cups.map((cup, seat) => {
    const thrown = dice(fair.secret, label, round, fair.seeds, `seat ${seat}`, cup.length);
    return checkCup(seat, cup, thrown);
  });
  const ok = recomputed === fair.commitment && seats.every((seat) => seat.ok);
  return { round, ok, why: null, commitment: fair.commitment, recomputed, seats };
}

function checkStarter(label, { line, value }, first, seats) {
  const how = value.starter;
  if (how === "toucan" || how === "noted") return { ok: true, how, why: "not-chance" };
  if (how !== "random" && how !== "rolled") throw new RecordError(line, "shape");
  if (!first.fair) {
    const why = first.over ? "no-proof" : "not-revealed";
    return { ok: !first.over, how, why };
  }
  const { secret, seeds } = first.fair;
  if (how === "random") {
    const recomputed = draw(secret, label, seeds, seats);
    return { ok: value.seat === recomputed, how, why: null, noted: value.seat, recomputed };
  }
  if (!Array.isArray(value.rolls)) throw new RecordError(line, "shape");
  const rolls = value.rolls.map((off, index) => {
    if (!Array.isArray(off)) throw new RecordError(line, "shape");
    return off.flatMap((cup, seat) => {
      if (cup === null) return [];
      if (!isCup(cup)) throw new RecordError(line, "shape");
      const what = `start ${index + 1} seat ${seat}`;
      return [checkCup(seat, cup, dice(secret, label, 1, seeds, what, cup.length))];
    });
  });
  return { ok: rolls.every((off) => off.every((cup) => cup.ok)), how, why: null, rolls };
}

function checkCup(seat, cup, thrown) {
  const noted = [...cup].sort();
  const recomputed = [...thrown].sort();
  return { seat, ok: noted.join() === recomputed.join(), noted, recomputed };
}

// Reading

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

function labelOf({ line, value }) {
  if (!isList(value.seats, (name) => typeof name === "string")) throw new RecordError(line, "shape");
  const label = value.fair ?? null;
  if (label !== null && !matches(label, /^[0-9A-Za-z/_-]{1,100}$/)) {
    throw new RecordError(line, "shape");
  }
  return label;
}

function roundOf({ line, value }, due, seats) {
  const { round, cups = null, actions = [], fair = null } = value;
  const whole = round === due && Array.isArray(actions) && (cups === null || isList(cups, isCup));
  if (!whole) throw new RecordError(line, "shape");
  const over = typeof actions.at(-1)?.call === "string";
  return { round, cups, over, fair: fair === null ? null : fairOf(line, fair, seats) };
}

function fairOf(line, fair, seats) {
  const hex = /^[0-9a-f]{64}$/;
  const isSeed = (seed) => matches(seed, /^[0-9A-Za-z_-]{0,64}$/);
  const digests = matches(fair.commitment, hex) && matches(fair.secret, hex);
  if (!digests || !isList(fair.seeds, isSeed) || fair.seeds.length !== seats) {
    throw new RecordError(line, "fair");
  }
  return { commitment: fair.commitment, secret: fromHex(fair.secret), seeds: fair.seeds };
}

const matches = (value, pattern) => typeof value === "string" && pattern.test(value);
const isList = (value, holds) => Array.isArray(value) && value.every(holds);
const isCup = (value) => isList(value, (die) => [1, 2, 3, 4, 5, 6].includes(die)) && value.length < 6;

// The page: everything it says stands in the HTML, as data-say-... of the form.

function rowsOf(result, say) {
  const rows = [];
  const who = (seat) => result.names[seat] ?? String(seat + 1);
  const row = (round, what, noted, recomputed, ok) =>
    rows.push([round, what, noted, recomputed, say(ok ? "fits" : "differs")]);
  const { starter } = result;
  const start = say("first-turn");
  if (starter?.why) rows.push([start, "", "", "", say(starter.why)]);
  else if (starter?.rolls) {
    starter.rolls.flat().forEach(({ seat, noted, recomputed, ok }) =>
      row(start, who(seat), noted.join(" "), recomputed.join(" "), ok),
    );
  } else if (starter) row(start, say("lot"), who(starter.noted), who(starter.recomputed), starter.ok);
  for (const { round, why, commitment: promised, recomputed, seats } of result.rounds) {
    if (why) rows.push([String(round), "", "", "", say(why)]);
    else row(String(round), say("commitment"), promised, recomputed, promised === recomputed);
    seats
      .filter(({ noted }) => noted.length)
      .forEach(({ seat, noted, recomputed: thrown, ok }) =>
        row(String(round), who(seat), noted.join(" "), thrown.join(" "), ok),
      );
  }
  return rows;
}

// A word for each round, where the page has room for that.
function roundsOf({ names, rounds, starter }, say, list) {
  const sound = ({ ok, why }) => (why ? say(why) : say(ok ? "fits" : "differs"));
  const item = (what, result) => {
    const entry = document.createElement("li");
    entry.dataset.ok = result.ok;
    entry.textContent = `${what}: ${sound(result)}`;
    const wrong = (result.seats ?? []).filter(({ ok }) => !ok).map(({ seat }) => names[seat]);
    if (wrong.length) entry.textContent += ` (${wrong.join(", ")})`;
    return entry;
  };
  const all = rounds.map((result) => item(`${say("round-word")} ${result.round}`, result));
  list.replaceChildren(...(starter ? [item(say("first-turn"), starter)] : []), ...all);
}

// Checks a record and shows what was found, in the words that stand at `speaker`.
export function showCheck(speaker, text) {
  const say = (key) => speaker.getAttribute(`data-say-${key}`);
  const status = document.querySelector("[data-fair-status]");
  const table = document.querySelector("[data-fair-table]");
  const list = document.querySelector("[data-fair-rounds]");
  const body = table.tBodies[0];
  const outcome = (kind, words) => {
    table.parentElement.tabIndex = table.hidden ? -1 : 0;
    const folded = table.closest("[data-fair-all]");
    if (folded) {
      folded.hidden = table.hidden;
      folded.open = kind === "bad";
    }
    status.dataset.outcome = kind;
    status.textContent = words;
  };
  body.replaceChildren();
  table.hidden = true;
  if (list) list.hidden = true;
  try {
    const result = verifyRecord(text);
    rowsOf(result, say).forEach((cells) => {
      const row = body.insertRow();
      cells.forEach((cell) => (row.insertCell().textContent = cell));
      row.dataset.ok = ![say("differs"), say("no-proof"), say("no-cups")].includes(cells[4]);
    });
    table.hidden = result.rounds.length === 0;
    if (list) {
      roundsOf(result, say, list);
      list.hidden = table.hidden;
    }
    if (result.why) outcome("nothing", say("nothing"));
    else outcome(result.ok ? "good" : "bad", say(result.ok ? "ok" : "not-ok"));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    outcome("bad", `${say("line")} ${error.line}: ${say(`bad-${error.reason}`)}`);
  }
}

function wire(form) {
  form.elements.file.addEventListener("change", async ({ target }) => {
    if (target.files.length) form.elements.record.value = await target.files[0].text();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showCheck(form, form.elements.record.value);
  });
}

if (typeof document !== "undefined") document.querySelectorAll("form[data-fair]").forEach(wire);
