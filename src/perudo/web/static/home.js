// The home page: a match at one click, joining by code, and the list of open tables.
import { soon } from "./menu.js";
import { openWithPledge, prepareChain, revealAtStart } from "./pledge.js";
import { post, Refusal } from "./post.js";
import { recall } from "./storage.js";

const REFRESH_MS = 4_000;

const playButton = document.querySelector("[data-play]");
const playProblem = document.querySelector("[data-play-problem]");

soon(prepareChain);

async function playNow() {
  const name = recall("perudo-name") || playButton.dataset.name;
  const { table, code, seat, part } = await openWithPledge({
    ...JSON.parse(playButton.dataset.quick),
    name,
  });
  const started = await post(`/api/tables/${table}/start`, { fill: playButton.dataset.level });
  await revealAtStart(part, seat, started);
  location.assign(`/t/${code}`);
}

/** @param {boolean} busy */
function setBusy(busy) {
  playButton.setAttribute("aria-disabled", String(busy));
}

playButton.addEventListener("click", async () => {
  if (playButton.getAttribute("aria-disabled") === "true") return;
  setBusy(true);
  playProblem.hidden = true;
  try {
    await playNow();
  } catch (error) {
    playProblem.textContent = error instanceof Refusal ? error.message : playButton.dataset.away;
    playProblem.hidden = false;
    setBusy(false);
  }
});

// Enable the button again after the back button.
addEventListener("pageshow", () => setBusy(false));

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
    else sayJoinProblem((await answer.json()).refusal.text);
  } catch {
    sayJoinProblem(joinForm.dataset.away);
  }
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
  if (at) openTables.querySelector(`[href="${CSS.escape(at)}"]`)?.focus();
}

setInterval(refreshTables, REFRESH_MS);
document.addEventListener("visibilitychange", refreshTables);
