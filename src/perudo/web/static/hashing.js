// SHA-256 and HMAC in JavaScript: browsers offer crypto.subtle only over https, and a server at home
// uses plain http.

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

/** @param {Uint8Array} bytes */
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

const schedule = new Uint32Array(64);
/** @type {(word: number, by: number) => number} */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint32Array} state
 * @param {DataView} words
 * @param {number} at
 */
function compress(state, words, at) {
  for (let i = 0; i < 16; i++) schedule[i] = words.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [far, near] = [schedule[i - 15], schedule[i - 2]];
    const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    schedule[i] = schedule[i - 16] + low + schedule[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const mixedE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixedE + ((e & f) ^ (~e & g)) + ROUNDS[i] + schedule[i]) | 0;
    const mixedA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word));
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));

// The hash of some bytes in hex: turns a link into its pledge, a secret into its commitment.
/** @param {string} hex */
export const digestOf = (hex) => toHex(sha256(fromHex(hex)));
