// Takes part in the dice for one hand at a table: pledges, notes what it was shown, and reveals its
// links. The protocol is in docs/fair-dice.md.
import { Chains, LINKS, newChain, note, notesOf, pledgeOf } from "./chain.js";
import { post, Refusal } from "./post.js";

// How long to wait after a refusal before pledging again.
const REST_MS = 10_000;

export class Part {
  /**
   * @param {string} table
   * @param {string} hand
   */
  constructor(table, hand) {
    this.table = table;
    this.hand = hand;
    this.chains = new Chains(table, hand);
    // Frames older than our latest pledge show an older one; and its answer may come after a frame that
    // shows a newer one.
    this.since = 0;
    this.newest = 0;
    this.restsUntil = 0;
    this.busy = false;
    this.looked = false;
    this.sent = "";
    // The round whose link is on its way.
    /** @type {number | null} */
    this.giving = null;
    // "none", "pledged" or "elsewhere"
    this.state = "none";
  }

  /** @param {number} match */
  label(match) {
    return `${this.table}/${match}`;
  }

  /**
   * @param {string} what
   * @param {object} body
   */
  ask(what, body) {
    const asHand = this.hand === "" ? "" : `?hand=${this.hand}`;
    return post(`/api/tables/${this.table}/${what}${asHand}`, body);
  }

  // A new pledge, for sitting down or opening a table.
  /** @param {Chain} [chain] */
  fresh(chain = newChain()) {
    this.chains.add(chain);
    return pledgeOf(chain);
  }

  // Follows what the table shows. `current`: this is the table as it stands now. A frame that was
  // delayed may show less than we have revealed already.
  /**
   * @param {FairFacts & { version: number, seat: number | null }} shown
   * @param {boolean} current
   */
  async follow({ version, seat, match, over, pledges, gathering }, current) {
    // A restored server starts from an older version.
    if (current) this.since = 0;
    if (seat === null || over || version < this.since) return;
    this.newest = version;
    const shown = pledges[seat];
    this.confirm(match, shown);
    if (gathering !== null) await this.reveal(match, seat, gathering);
    const found = this.chains.find(shown);
    const first = !this.looked;
    this.looked = true;
    if (found === null) {
      // Another device's pledge is left alone: two devices of one player would otherwise replace
      // each other for ever.
      this.state = shown === "" ? "none" : "elsewhere";
      if (shown === "" || first) await this.pledgeAnew();
    } else {
      this.state = "pledged";
      const wentBack = current && gathering === null && found.at < found.chain.used;
      if (wentBack || found.at === LINKS) await this.pledgeAnew();
    }
  }

  /**
   * @param {number} match
   * @param {number} seat
   * @param {OpenGathering} gathering
   */
  async reveal(match, seat, { round, commitment, pledges, links }) {
    const pledge = pledges[seat];
    if (links[seat] !== "" || this.chains.find(pledge) === null) return;
    const on = [match, round, commitment, ...pledges].join();
    if (this.sent === on) return;
    const link = this.chains.spend(pledge, on);
    if (link === null) {
      await this.pledgeAnew();
      return;
    }
    this.sent = on;
    const about = { round, seat, commitment, pledges, link };
    note(this.label(match), this.hand, { ...about, given: false });
    this.giving = round;
    try {
      const key = `link-${match}-${round}-${commitment.slice(0, 8)}`;
      await this.ask("link", { round, link, key });
      note(this.label(match), this.hand, { ...about, given: true });
    } catch (error) {
      // Refused as too late: the table will show that our pledge is gone.
      if (!(error instanceof Refusal)) this.sent = "";
    }
    if (this.giving === round) this.giving = null;
  }

  // The link that a seat gave is its pledge for the next round: then it came, even if the answer was lost.
  /**
   * @param {number} match
   * @param {string} pledge
   */
  confirm(match, pledge) {
    const label = this.label(match);
    const unanswered = notesOf(label, this.hand).find((one) => !one.given && one.link === pledge);
    if (unanswered) note(label, this.hand, { ...unanswered, given: true });
  }

  async pledgeAnew() {
    if (this.busy || Date.now() < this.restsUntil) return;
    this.busy = true;
    try {
      const { version } = await this.ask("pledge", { pledge: this.fresh() });
      this.since = version;
      if (version >= this.newest) this.state = "pledged";
    } catch {
      this.restsUntil = Date.now() + REST_MS;
    }
    this.busy = false;
  }

  // The round since which this device has taken part without a break; null if not in this one.
  /**
   * @param {number} match
   * @param {number} now
   */
  sinceRound(match, now) {
    const given = notesOf(this.label(match), this.hand).filter((one) => one.given);
    const rounds = new Set([...given.map(({ round }) => round), this.giving]);
    let since = rounds.has(now + 1) ? now + 1 : now;
    if (!rounds.has(since)) return null;
    while (rounds.has(since - 1)) since -= 1;
    return since;
  }
}

// A chain prepared in advance, since making one takes a moment.
/** @type {Chain | null} */
let spare = null;

export function prepareChain() {
  spare ??= newChain();
  return pledgeOf(spare);
}

// Opens a table, or takes a chair in the lobby, with a pledge of this device; returns the answer and
// the new Part.
/**
 * @param {object} settings
 * @param {string} [hand]
 * @param {string} [door]
 * @returns {Promise<OpenedTable & { part: Part }>}
 */
export async function openWithPledge(settings, hand = "", door = "/api/tables") {
  const pledge = prepareChain();
  const address = hand === "" ? door : `${door}?hand=${hand}`;
  const opened = await post(address, { ...settings, pledge });
  const part = new Part(opened.table, hand);
  part.fresh(spare ?? undefined);
  spare = null;
  return { ...opened, part };
}

// Reveals the link for a match that this page started, so that the dice need not wait for the table's
// page.
/**
 * @param {Part} part
 * @param {number} seat
 * @param {{ events: ({ event: string, number: number } & Gathering)[] }} started
 */
export async function revealAtStart(part, seat, { events }) {
  const gathering = events.find(({ event }) => event === "gathering");
  const opened = events.find(({ event }) => event === "match-opened");
  if (!gathering || !opened) return;
  const { round, commitment, pledges } = gathering;
  const links = pledges.map(() => "");
  await part.reveal(opened.number, seat, { round, commitment: commitment ?? "", pledges, links });
}
