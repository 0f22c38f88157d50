// Fair dice: bytes above the last multiple of six are rejected, so that no face is favoured.

const FAIR_BYTES = 252;

export function throwDie() {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0] >= FAIR_BYTES);
  return (byte[0] % 6) + 1;
}

/** @param {number} count */
export function throwDice(count) {
  return Array.from({ length: count }, throwDie).sort();
}
