// A table's page and the dice: it takes part by itself, says whether it does, shows that cups are
// being shaken when that takes a while, and has the dice checked when the match is over.
import { keptOf } from "./chain.js";
import { Part } from "./pledge.js";

// Links are there within a tenth of a second; what is over so soon would only flicker.
const SHAKEN_MS = 400;

export function ownPart(root, tell) {
  // A device that is passed around takes part with the first of its hands.
  const passedAround = root.dataset.watch !== undefined;
  const part = new Part(root.dataset.table, passedAround ? "0" : root.dataset.hand);
  const own = document.querySelector("#own-part");
  const place = document.querySelector("#checked");
  let fair = null;
  let seat = null;
  let shaking = null;
  let checked = null;

  function sayPart() {
    const since = fair.on ? part.sinceRound(fair.match, fair.round) : null;
    const next = since === null ? "next" : "since";
    const kind = part.state === "pledged" ? next : part.state;
    own.textContent = seat === null ? "" : own.getAttribute(`data-say-${kind}`).replace("{round}", since);
  }

  function showShaking(offset) {
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
    async follow(frame, current) {
      fair = frame.fair ?? fair;
      if (fair === null) return;
      seat = passedAround ? 0 : frame.seat;
      showShaking(frame.now - Date.now());
      if (!fair.over) {
        checked = null;
        place.replaceChildren();
      }
      sayPart();
      await part.follow({ ...fair, version: frame.version, seat }, current);
      sayPart();
    },

    // For somebody who sits down.
    pledge: () => part.fresh(),

    // When nothing of the match is left to be shown.
    async checkAtEnd() {
      if (seat === null || !fair?.over || checked === fair.match) return;
      checked = fair.match;
      const label = part.label(fair.match);
      const record = `/api/tables/${part.table}/record?match=${fair.match}&form=jsonl`;
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
