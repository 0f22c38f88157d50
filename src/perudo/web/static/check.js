// Shows what the check of a record has found. All words stand in the HTML, as data-say-... of the
// element that the check is made for.
import { compareKept, findingsOf } from "./kept.js";
import { verifyRecord } from "./proof.js";
import { RecordError } from "./record.js";

// More than that in one line nobody reads; the list of rounds has them all.
const MOST_SAID = 3;

const withFacts = (text, facts) => text.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

// What there is to say of a record, and of what this device kept of the match.
export function judge(result, kept, label = null) {
  const compared = kept === null ? { found: [], own: [] } : compareKept(result, kept);
  // Of one's own link one knows better than the record why it is not there.
  const known = compared.found.filter(({ code }) => code === "late" || code === "ignored");
  const isKnown = ({ code, round, seat }) =>
    code === "withheld" && known.some((one) => one.seat === seat && one.round === round);
  const found = [...findingsOf(result).filter((one) => !isKnown(one)), ...compared.found];
  if (result.starter && !result.starter.ok) found.unshift({ code: "start", fault: true, round: 1 });
  if (label !== null && result.label !== label) found.unshift({ code: "other-match", fault: true });
  const proven = result.rounds.filter(({ why }) => why === null);
  return {
    // What is wrong first; of that what concerns the whole record; then round by round.
    found: found.sort(
      (one, other) => other.fault - one.fault || (one.round ?? 0) - (other.round ?? 0),
    ),
    own: compared.own,
    ok: result.ok && found.every(({ fault }) => !fault),
    rounds: proven.length,
    dice: proven.flatMap(({ seats }) => seats).reduce((sum, { noted }) => sum + noted.length, 0),
  };
}

const wordsOf = (speaker) => (key, facts = {}) =>
  withFacts(speaker.getAttribute(`data-say-${key}`) ?? "", facts);

function sentence({ code, round, seat, to = round }, names, say) {
  return say(`found-${code}`, { round, to, who: names[seat] ?? "" });
}

// 1-3, 5
function ranges(rounds) {
  const runs = [];
  for (const round of rounds) {
    if (runs.at(-1)?.[1] === round - 1) runs.at(-1)[1] = round;
    else runs.push([round, round]);
  }
  return runs.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
}

function verdict({ ok, own, rounds, dice }, took, say) {
  if (!ok) return say("not-ok");
  if (own.length === 0) return say(took ? "no-part" : "ok");
  const kind = own.length < rounds ? "checked-part" : rounds === 1 ? "checked-one" : "checked";
  return say(kind, { dice, rounds, own: ranges(own) });
}

// The verdict, then what is worth knowing beside it.
function lineOf(judged, took, names, say) {
  const said = judged.found.map((finding) => sentence(finding, names, say));
  const more = said.length - MOST_SAID;
  const beside = [...said.slice(0, MOST_SAID), ...(more > 0 ? [say("more", { n: more })] : [])];
  return [verdict(judged, took, say), ...beside].join(" ");
}

function rowsOf(result, say) {
  const rows = [];
  const who = (seat) => result.names[seat] ?? String(seat + 1);
  const row = (round, what, noted, recomputed, ok) =>
    rows.push({ ok, cells: [round, what, noted, recomputed, say(ok ? "fits" : "differs")] });
  const plain = (round, why, ok) => rows.push({ ok, cells: [round, "", "", "", say(why)] });
  const { starter } = result;
  const start = say("first-turn");
  if (starter?.why) plain(start, starter.why, starter.ok);
  else if (starter?.rolls) {
    starter.rolls.flat().forEach(({ seat, noted, recomputed, ok }) =>
      row(start, who(seat), noted.join(" "), recomputed.join(" "), ok),
    );
  } else if (starter) row(start, say("lot"), who(starter.noted), who(starter.recomputed), starter.ok);
  for (const check of result.rounds) {
    const { round, why, commitment: promised, recomputed, seats } = check;
    if (why) plain(String(round), why, check.ok);
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
function roundsOf({ names, rounds, starter }, found, say, list) {
  const sound = ({ ok, why }) => (why ? say(why) : say(ok ? "fits" : "differs"));
  const item = (what, result, beside) => {
    const entry = document.createElement("li");
    entry.dataset.ok = result.ok && beside.every(({ fault }) => !fault);
    entry.textContent = `${what}: ${sound({ ...result, ok: entry.dataset.ok === "true" })}`;
    const wrong = (result.seats ?? []).filter(({ ok }) => !ok).map(({ seat }) => names[seat]);
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

// Checks a record and shows what was found. `kept` gives what this device kept of the match with a
// label; `label` is that of the match which is asked for, where one is; `took` says that somebody
// on this device played in it.
export function showCheck(speaker, text, kept, { label = null, took = false } = {}) {
  const say = wordsOf(speaker);
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
    const judged = judge(result, kept(result.label), label);
    rowsOf(result, say).forEach(({ ok, cells }) => {
      const row = body.insertRow();
      cells.forEach((cell) => (row.insertCell().textContent = cell));
      row.dataset.ok = ok;
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
