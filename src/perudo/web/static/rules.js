// Sentences from the server may end with the rule behind them: “Too few. [A2]”. People read the
// sentence, and see the rule when they ask why.

const CLAUSE = / \[([A-Z]\d+)\]$/;
// Matters of a table, about which no rulebook says anything.
const OF_TABLES = "T";

/** @param {string} text */
export const withoutClause = (text) => text.replace(CLAUSE, "");

// Puts a sentence into an element, with a button that opens its rule.
/**
 * @param {HTMLElement} place
 * @param {string} text
 */
export function putSentence(place, text) {
  place.textContent = withoutClause(text);
  const clause = CLAUSE.exec(text)?.[1];
  if (!clause || clause.startsWith(OF_TABLES)) return;
  const why = document.createElement("button");
  why.type = "button";
  why.className = "why-rule";
  why.dataset.rule = clause;
  why.textContent = document.querySelector("#table").dataset.sayWhy;
  place.append(" ", why);
}

// Shows a rule over the page.
/** @param {string} clause */
export async function showRule(clause) {
  const note = document.querySelector("#rule");
  const box = document.querySelector("#table").dataset.box;
  const answer = await fetch(`/rule/${clause}?box=${box}`).catch(() => null);
  if (!answer?.ok) return;
  note.innerHTML = await answer.text();
  note.showPopover();
}
