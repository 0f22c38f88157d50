// The chains of links by which this device takes part in the dice, and what it was pledged for them.
// A chain begins with 32 random bytes; each element is the hash of the one before it. The last one
// is pledged; from there one goes back link by link, and nobody else can: docs/fair-dice.md.
import { forget, keep, keptKeys, recall } from "./storage.js";
import { fromHex, sha256, toHex } from "./hashing.js";

export const LINKS = 256;
// A pledge that was sent may count though another one was made after it, and at the end of a match
// one has to know which were one's own.
const MOST_CHAINS = 12;
// Matches whose pledges are kept, for whoever looks at their replay later.
const MOST_MATCHES = 40;
const CHAIN = "perudo-chain-";
const NOTES = "perudo-pledged-";

/** @type {Map<string, string[]>} */
const derived = new Map();

// From the pledge to the random beginning: each is the hash of the one after it.
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
    // Other tabs write to the same place; what was made here is never lost to them.
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

  // Where this pledge stands in a chain of ours; null: it is somebody else's.
  /** @param {string} pledge */
  find(pledge) {
    if (!pledge) return null;
    for (const chain of this.all().reverse()) {
      const at = elementsOf(chain.root).indexOf(pledge);
      if (at >= 0) return { chain, at };
    }
    return null;
  }

  // The link behind this pledge, spent on this gathering and on no other for ever; null when there
  // is none, or when it was spent before: whoever got it twice could try dice with it.
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

// What this device was pledged in a match ("k3v9x2/1"), gathering by gathering.
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

// All that a hand of this device has kept of a match; `isOwn` knows its pledges.
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

// The same for whichever hand of this device took part in it; null: none.
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
