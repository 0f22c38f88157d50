// The hash chains with which this device takes part in the dice, and its notes on each gathering.
// A chain begins with 32 random bytes; each element is the hash of the one before. The last element
// is pledged, and links are revealed backwards from there, which nobody else can do
// (docs/fair-dice.md).
import { forget, keep, keptKeys, recall } from "./storage.js";
import { fromHex, sha256, toHex } from "./hashing.js";

export const LINKS = 256;
// Older chains are kept: an earlier pledge may still count, and the check at the end of a match must
// know which pledges were ours.
const MOST_CHAINS = 12;
// How many matches' notes are kept, for later replays.
const MOST_MATCHES = 40;
const CHAIN = "perudo-chain-";
const NOTES = "perudo-pledged-";

/** @type {Map<string, string[]>} */
const derived = new Map();

// All elements from the pledge back to the random root: each is the hash of the next.
/**
 * @param {string} root
 * @returns {string[]}
 */
export function elementsOf(root) {
  let elements = derived.get(root);
  if (elements === undefined) {
    elements = [root];
    let bytes = fromHex(root);
    for (let count = 0; count < LINKS; count++) {
      bytes = sha256(bytes);
      elements.push(toHex(bytes));
    }
    derived.set(root, elements.reverse());
  }
  return elements;
}

// `used` counts the links that were revealed, and `on` is the gathering that the last one was for.
/** @returns {Chain} */
export function newChain() {
  return { root: toHex(crypto.getRandomValues(new Uint8Array(32))), used: 0, on: "" };
}

/** @param {Chain} chain */
export const pledgeOf = (chain) => elementsOf(chain.root)[0];

/**
 * @param {string} key
 * @returns {{ chains?: Chain[], notes?: GatheringNote[], at?: number }}
 */
const read = (key) => {
  try {
    return JSON.parse(recall(key) ?? "null") ?? {};
  } catch {
    return {};
  }
};
/**
 * @param {string} key
 * @param {{ chains: Chain[] } | { notes: GatheringNote[] }} value
 */
const write = (key, value) => keep(key, JSON.stringify({ ...value, at: Date.now() }));

// The chains of one hand at one table.
export class Chains {
  /**
   * @param {string} table
   * @param {string} hand
   */
  constructor(table, hand) {
    this.key = `${CHAIN}${table}-${hand}`;
    // Other tabs write to the same storage; chains made here must not be lost to them.
    /** @type {Chain[]} */
    this.made = [];
  }

  all() {
    const kept = read(this.key).chains ?? [];
    const here = this.made.filter(({ root }) => kept.every((chain) => chain.root !== root));
    return [...kept, ...here];
  }

  /** @param {Chain} chain */
  add(chain) {
    forgetOldMatches();
    this.made.push(chain);
    write(this.key, { chains: this.all().slice(-MOST_CHAINS) });
  }

  // The position of a pledge in our chains; null if it is not ours.
  /** @param {string} pledge */
  find(pledge) {
    if (!pledge) return null;
    for (const chain of this.all().reverse()) {
      const at = elementsOf(chain.root).indexOf(pledge);
      if (at >= 0) return { chain, at };
    }
    return null;
  }

  // Spends the link behind a pledge on one gathering. Returns null if there is none, or if it was
  // spent on another gathering: a server that got a link twice could choose between two throws.
  /**
   * @param {string} pledge
   * @param {string} on
   */
  spend(pledge, on) {
    const found = this.find(pledge);
    if (found === null || found.at === LINKS) return null;
    const { chain, at } = found;
    const again = chain.used === at + 1 && chain.on === on;
    if (chain.used > at && !again) return null;
    const spent = { ...chain, used: at + 1, on };
    this.made = this.made.map((one) => (one.root === chain.root ? spent : one));
    write(this.key, {
      chains: this.all().map((one) => (one.root === chain.root ? spent : one)),
    });
    return elementsOf(chain.root)[at + 1];
  }
}

// This device's notes on a match ("k3v9x2/1"), one for each gathering.
/** @type {(label: string, hand: string) => GatheringNote[]} */
export const notesOf = (label, hand) => read(`${NOTES}${label}-${hand}`).notes ?? [];

/** @type {(one: Gathering, other: Gathering) => boolean} */
export const sameGathering = (one, other) =>
  one.round === other.round &&
  one.commitment === other.commitment &&
  one.pledges.join() === other.pledges.join();

/**
 * @param {string} label
 * @param {string} hand
 * @param {GatheringNote} about
 */
export function note(label, hand, about) {
  const others = notesOf(label, hand).filter((one) => !sameGathering(one, about));
  write(`${NOTES}${label}-${hand}`, { notes: [...others, about] });
}

// What a hand of this device noted about a match; `isOwn` recognises its pledges.
/**
 * @param {string} label
 * @param {Chains} chains
 * @param {string} hand
 * @param {number} seat
 * @returns {Kept}
 */
export function keptOf(label, chains, hand, seat) {
  return { seat, notes: notesOf(label, hand), isOwn: (pledge) => chains.find(pledge) !== null };
}

// The same for whichever hand of this device took part; null if none did.
/** @param {string} label */
export function anyKeptOf(label) {
  const [key] = keptKeys(`${NOTES}${label}-`);
  if (key === undefined) return null;
  const hand = key.slice(`${NOTES}${label}-`.length);
  const [first] = notesOf(label, hand);
  return keptOf(label, new Chains(label.split("/")[0], hand), hand, first.seat);
}

function forgetOldMatches() {
  for (const prefix of [CHAIN, NOTES]) {
    const oldest = keptKeys(prefix).sort((one, other) => (read(one).at ?? 0) - (read(other).at ?? 0));
    oldest.slice(0, Math.max(0, oldest.length - MOST_MATCHES)).forEach(forget);
  }
}
