// The home page: joining by code, the open lobby, and the list of open tables. "Play now" has its own
// file.
import { openWithPledge } from "./pledge.js";
import { Refusal } from "./post.js";
import { withoutClause } from "./rules.js";
import { keep, recall } from "./storage.js";

const REFRESH_MS = 4_000;

// Reads a code as people type it, or a whole link.
/** @param {string} text */
function readCode(text) {
  const written = (text.split("/t/").pop() ?? "").split(/[?#/]/)[0];
  return written.replace(/[\s-]/g, "").toUpperCase();
}

const joinForm = document.querySelector("[data-join]");
const joinProblem = document.querySelector("[data-join-problem]");

/** @param {string} text */
function sayJoinProblem(text) {
  joinProblem.textContent = text;
  joinForm.elements.code.setAttribute("aria-invalid", String(text !== ""));
  if (text !== "") joinForm.elements.code.focus();
}

joinForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  sayJoinProblem("");
  const code = readCode(joinForm.elements.code.value);
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(code || "-")}`);
    if (answer.ok) location.assign(`/t/${code}`);
    else sayJoinProblem(withoutClause((await answer.json()).refusal.text));
  } catch {
    sayJoinProblem(joinForm.dataset.away);
  }
});

const lobbyForm = document.querySelector("[data-lobby]");
const lobbyProblem = document.querySelector("[data-lobby-problem]");
lobbyForm.elements.name.value = recall("perudo-name") ?? "";

lobbyForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (lobbyForm.dataset.busy) return;
  lobbyForm.dataset.busy = "yes";
  lobbyProblem.hidden = true;
  const typed = lobbyForm.elements.name.value.trim();
  if (typed) keep("perudo-name", typed);
  const bots = lobbyForm.elements.bots.checked;
  try {
    const { code } = await openWithPledge({ name: typed || lobbyForm.dataset.name, bots }, "", "/api/lobby");
    location.assign(`/t/${code}`);
  } catch (error) {
    lobbyProblem.textContent = error instanceof Refusal ? withoutClause(error.message) : lobbyForm.dataset.away;
    lobbyProblem.hidden = false;
  }
  delete lobbyForm.dataset.busy;
});

const openTables = document.querySelector("[data-open-tables]");
let tablesShown = "";

async function refreshTables() {
  if (document.hidden) return;
  let html;
  try {
    const answer = await fetch("/open-tables");
    if (!answer.ok) return;
    html = await answer.text();
  } catch {
    return;
  }
  if (html === tablesShown) return;
  tablesShown = html;
  // Keep the keyboard focus on the same table.
  const active = document.activeElement;
  const at = openTables.contains(active) ? active?.getAttribute("href") : null;
  openTables.innerHTML = html;
  const count = openTables.querySelector("[data-lobby-count]");
  if (count !== null) document.querySelector("[data-lobby-waiting]").innerHTML = count.innerHTML;
  if (at) openTables.querySelector(`[href="${CSS.escape(at)}"]`)?.focus();
}

setInterval(refreshTables, REFRESH_MS);
document.addEventListener("visibilitychange", refreshTables);
