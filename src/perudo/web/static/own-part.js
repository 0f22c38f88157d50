// The part of a table's page in the dice: takes part, shows whether it does, shows that cups are
// being shaken if that takes a while, and checks the dice after the match.
import { keptOf } from "./chain.js";
import { Part } from "./pledge.js";

// Links usually arrive within 100 ms; showing anything for so short a time would only flicker.
const SHAKEN_MS = 400;

/**
 * @param {PagePart} root
 * @param {(line: string) => void} tell
 */
export function ownPart(root, tell) {
  // A device that is passed around takes part with its first hand.
  const passedAround = root.dataset.watch !== undefined;
  const part = new Part(root.dataset.table, passedAround ? "0" : root.dataset.hand);
  const own = document.querySelector("#own-part");
  const place = document.querySelector("#checked");
  /** @type {FairFacts | null} */
  let latest = null;
  /** @type {number | null} */
  let seat = null;
  /** @type {number | null} */
  let shaking = null;
  /** @type {number | null} */
  let checked = null;

  /** @param {FairFacts} fair */
  function sayPart(fair) {
    const since = fair.on ? part.sinceRound(fair.match, fair.round) : null;
    const next = since === null ? "next" : "since";
    const kind = part.state === "pledged" ? next : part.state;
    const words = own.getAttribute(`data-say-${kind}`) ?? "";
    own.textContent = seat === null ? "" : words.replace("{round}", String(since));
  }

  /**
   * @param {FairFacts} fair
   * @param {number} offset
   */
  function showShaking(fair, offset) {
    clearTimeout(shaking);
    const { gathering } = fair;
    if (!gathering?.pledges.some((pledge, at) => pledge && !gathering.links[at])) {
      root.classList.remove("shaking");
      return;
    }
    if (root.classList.contains("shaking")) return;
    const wait = Math.max(0, gathering.from - (Date.now() + offset)) + SHAKEN_MS;
    shaking = setTimeout(() => {
      root.classList.add("shaking");
      tell(root.dataset.sayShaken);
    }, wait);
  }

  return {
    // `current`: the frame shows the table as it stands now.
    /**
     * @param {Frame} frame
     * @param {boolean} current
     */
    async follow(frame, current) {
      latest = frame.fair ?? latest;
      if (latest === null) return;
      seat = passedAround ? 0 : frame.seat;
      showShaking(latest, frame.now - Date.now());
      if (!latest.over) {
        checked = null;
        place.replaceChildren();
      }
      sayPart(latest);
      await part.follow({ ...latest, version: frame.version, seat }, current);
      sayPart(latest);
    },

    // For somebody who sits down.
    pledge: () => part.fresh(),

    // When nothing of the match is left to be shown.
    async checkAtEnd() {
      if (seat === null || !latest?.over || checked === latest.match) return;
      checked = latest.match;
      const label = part.label(latest.match);
      const record = `/api/tables/${part.table}/record?match=${latest.match}&form=jsonl`;
      try {
        const { checkMatch } = await import("/static/match-check.js");
        if (checked === null) return;
        await checkMatch(place, record, label, keptOf(label, part.chains, part.hand, seat));
      } catch {
        // The line is down; what it brings when it is back begins the check again.
        checked = null;
      }
    },
  };
}
