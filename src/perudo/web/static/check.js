// Shows the result of checking a record. All texts are data-say-... attributes of the element that
// the check belongs to.
import { compareKept, findingsOf } from "./kept.js";
import { verifyRecord } from "./proof.js";
import { RecordError } from "./record.js";

// The most findings in the summary; the list of rounds has them all.
const MOST_SAID = 3;

/** @type {(text: string, facts: Record<string, any>) => string} */
const withFacts = (text, facts) => text.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

// Combines the findings in a record with those from this device's own notes.
/**
 * @param {RecordCheck} result
 * @param {Kept | null} kept
 * @param {string | null} [label]
 * @returns {Judgement}
 */
export function judge(result, kept, label = null) {
  const compared = kept === null ? { found: [], own: [] } : compareKept(result, kept);
  // This device knows better than the record why its own link is missing.
  const known = compared.found.filter(({ code }) => code === "late" || code === "ignored");
  /** @param {Finding} finding */
  const isKnown = ({ code, round, seat }) =>
    code === "withheld" && known.some((one) => one.seat === seat && one.round === round);
  const found = [...findingsOf(result).filter((one) => !isKnown(one)), ...compared.found];
  if (result.starter && !result.starter.ok) found.unshift({ code: "start", fault: true, round: 1 });
  if (label !== null && result.label !== label) found.unshift({ code: "other-match", fault: true });
  const proven = result.rounds.filter(({ why }) => why === null);
  return {
    // Faults first, those of the whole record before those of a round.
    found: found.sort(
      (one, other) => Number(other.fault) - Number(one.fault) || (one.round ?? 0) - (other.round ?? 0),
    ),
    own: compared.own,
    ok: result.ok && found.every(({ fault }) => !fault),
    rounds: proven.length,
    dice: proven.flatMap(({ seats }) => seats).reduce((sum, { noted }) => sum + noted.length, 0),
  };
}

/** @type {(speaker: Element) => Say} */
const wordsOf = (speaker) => (key, facts = {}) =>
  withFacts(speaker.getAttribute(`data-say-${key}`) ?? "", facts);

/**
 * @param {Finding} finding
 * @param {string[]} names
 * @param {Say} say
 */
function sentence({ code, round, seat, to = round }, names, say) {
  return say(`found-${code}`, { round, to, who: names[seat ?? -1] ?? "" });
}

// 1-3, 5
/** @param {number[]} rounds */
function ranges(rounds) {
  /** @type {[number, number][]} */
  const runs = [];
  for (const round of rounds) {
    const run = runs.at(-1);
    if (run?.[1] === round - 1) run[1] = round;
    else runs.push([round, round]);
  }
  return runs.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
}

/**
 * @param {Judgement} judged
 * @param {boolean} took
 * @param {Say} say
 */
function verdict({ ok, own, rounds, dice }, took, say) {
  if (!ok) return say("not-ok");
  if (own.length === 0) return say(took ? "no-part" : "ok");
  const kind = own.length < rounds ? "checked-part" : rounds === 1 ? "checked-one" : "checked";
  return say(kind, { dice, rounds, own: ranges(own) });
}

// The verdict, followed by the most important findings.
/**
 * @param {Judgement} judged
 * @param {boolean} took
 * @param {string[]} names
 * @param {Say} say
 */
function lineOf(judged, took, names, say) {
  const said = judged.found.map((finding) => sentence(finding, names, say));
  const more = said.length - MOST_SAID;
  const beside = [...said.slice(0, MOST_SAID), ...(more > 0 ? [say("more", { n: more })] : [])];
  return [verdict(judged, took, say), ...beside].join(" ");
}

/**
 * @param {RecordCheck} result
 * @param {Say} say
 */
function rowsOf(result, say) {
  /** @type {{ ok: boolean, cells: string[] }[]} */
  const rows = [];
  /** @param {number} seat */
  const who = (seat) => result.names[seat] ?? String(seat + 1);
  /** @type {(...cells: [string, string, string, string, boolean]) => void} */
  const row = (round, what, noted, recomputed, ok) =>
    rows.push({ ok, cells: [round, what, noted, recomputed, say(ok ? "fits" : "differs")] });
  /** @type {(round: string, why: string, ok: boolean) => void} */
  const plain = (round, why, ok) => rows.push({ ok, cells: [round, "", "", "", say(why)] });
  const { starter } = result;
  const start = say("first-turn");
  if (starter?.why) plain(start, starter.why, starter.ok);
  else if (starter?.rolls) {
    starter.rolls.flat().forEach(({ seat, noted, recomputed, ok }) =>
      row(start, who(seat), noted.join(" "), recomputed.join(" "), ok),
    );
  } else if (starter) row(start, say("lot"), who(starter.noted ?? 0), who(starter.recomputed ?? 0), starter.ok);
  for (const check of result.rounds) {
    const { round, why, commitment: promised, recomputed, seats } = check;
    if (why) plain(String(round), why, check.ok);
    else {
      const same = promised === recomputed;
      row(String(round), say("commitment"), promised ?? "", recomputed ?? "", same);
    }
    seats
      .filter(({ noted }) => noted.length)
      .forEach(({ seat, noted, recomputed: thrown, ok }) =>
        row(String(round), who(seat), noted.join(" "), thrown.join(" "), ok),
      );
  }
  return rows;
}

// One entry for each round, if the page has a list for them.
/**
 * @param {RecordCheck} result
 * @param {Finding[]} found
 * @param {Say} say
 * @param {HTMLElement} list
 */
function roundsOf({ names, rounds, starter }, found, say, list) {
  /** @param {{ ok: boolean, why?: string | null }} result */
  const sound = ({ ok, why }) => (why ? say(why) : say(ok ? "fits" : "differs"));
  /**
   * @param {string} what
   * @param {{ ok: boolean, why?: string | null, seats?: CupCheck[] }} result
   * @param {Finding[]} beside
   */
  const item = (what, result, beside) => {
    const entry = document.createElement("li");
    const ok = result.ok && beside.every(({ fault }) => !fault);
    entry.dataset.ok = String(ok);
    entry.textContent = `${what}: ${sound({ ...result, ok })}`;
    const wrong = (result.seats ?? []).filter((cup) => !cup.ok).map(({ seat }) => names[seat]);
    if (wrong.length) entry.textContent += ` (${wrong.join(", ")})`;
    const remarks = beside.filter(({ code }) => code !== "cup" && code !== "start");
    if (remarks.length) {
      const note = document.createElement("span");
      note.textContent = remarks.map((finding) => sentence(finding, names, say)).join(" ");
      entry.append(" ", note);
    }
    return entry;
  };
  const all = rounds.map((result) =>
    item(
      `${say("round-word")} ${result.round}`,
      result,
      found.filter(({ round, code }) => round === result.round && code !== "start"),
    ),
  );
  list.replaceChildren(...(starter ? [item(say("first-turn"), starter, [])] : []), ...all);
}

// Checks a record and shows the result. `kept` returns this device's notes on the match with a given
// label. `label` is the expected match, if known. `took`: somebody on this device played in it.
/**
 * @param {Element} speaker
 * @param {string} text
 * @param {(label: string) => Kept | null} kept
 * @param {{ label?: string | null, took?: boolean }} [about]
 */
export function showCheck(speaker, text, kept, { label = null, took = false } = {}) {
  const say = wordsOf(speaker);
  const status = document.querySelector("[data-fair-status]");
  const table = document.querySelector("[data-fair-table]");
  const list = document.querySelector("[data-fair-rounds]");
  const body = table.tBodies[0];
  /** @type {(kind: string, words: string) => void} */
  const outcome = (kind, words) => {
    if (table.parentElement) table.parentElement.tabIndex = table.hidden ? -1 : 0;
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
    const judged = judge(result, kept(result.label ?? ""), label);
    rowsOf(result, say).forEach(({ ok, cells }) => {
      const row = body.insertRow();
      cells.forEach((cell) => (row.insertCell().textContent = cell));
      row.dataset.ok = String(ok);
    });
    table.hidden = result.rounds.length === 0;
    if (list) {
      roundsOf(result, judged.found, say, list);
      list.hidden = table.hidden;
    }
    if (result.why) outcome("nothing", say("nothing"));
    else outcome(judged.ok ? "good" : "bad", lineOf(judged, took, result.names, say));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    outcome("bad", `${say("line")} ${error.line}: ${say(`bad-${error.reason}`)}`);
  }
}
