// Requests to the server. Each has a key, so that a repeated request takes effect once.
import { withoutClause } from "./rules.js";

const PATIENCE_MS = 15_000;
const PAUSE_MS = 700;
// A proxy answers with these when the server behind it is down.
const SERVER_GONE = [502, 504];

export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {RefusalBody} refusal
   */
  constructor(status, refusal) {
    super(withoutClause(refusal.text));
    this.cited = refusal.text;
    this.status = status;
    this.reason = refusal.reason;
    this.clause = refusal.clause;
  }
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Returns the answer or throws a Refusal in the reader's words. While the connection is down the same
// request is repeated; its key makes it count once.
/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function post(path, body = {}) {
  const text = JSON.stringify({ key: newKey(), ...body });
  const headers = { "content-type": "application/json" };
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    let answer;
    try {
      answer = await fetch(path, { method: "POST", headers, body: text });
      if (SERVER_GONE.includes(answer.status)) throw new TypeError("the server is gone");
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(PAUSE_MS);
      continue;
    }
    if (answer.ok) return answer.json();
    const { refusal } = await answer.json();
    const wait = 1_000 * (Number(answer.headers.get("retry-after")) || 0);
    if (![429, 503].includes(answer.status) || Date.now() + wait > until) {
      throw new Refusal(answer.status, refusal);
    }
    await pause(Math.max(wait, PAUSE_MS));
  }
}
