// "Play now": a match at one press, with the company and the speed that were chosen last.
import { openWithPledge, prepareChain, revealAtStart } from "./pledge.js";
import { post, Refusal } from "./post.js";
import { withoutClause } from "./rules.js";
import { keep, recall } from "./storage.js";
import { soon } from "./menu.js";

const playButton = document.querySelector("[data-play]");
const playProblem = document.querySelector("[data-play-problem]");
const companyForm = document.querySelector("[data-company]");
const characters = [...companyForm.elements.who];
const { coach: coachBox } = companyForm.elements;
const most = [...companyForm.elements.many].length;

soon(prepareChain);

const chosen = () => characters.filter((one) => one.checked).map((one) => one.value);

// Between one and as many as there are chairs: the last one stays, and who has no chair waits.
function showCompany() {
  const count = chosen().length;
  companyForm.elements.many.value = String(count);
  for (const one of characters) one.disabled = one.checked ? count === 1 : count >= most;
  for (const face of document.querySelectorAll("[data-face]")) {
    face.toggleAttribute("hidden", !chosen().includes(face.dataset.face ?? ""));
  }
}

// The first of those who wait sit down, the last of those who sit leave.
/** @param {number} count */
function seatAsMany(count) {
  for (const one of characters) if (chosen().length < count) one.checked = true;
  for (const one of characters.toReversed()) if (chosen().length > count) one.checked = false;
}

function recallCompany() {
  const kept = (recall("perudo-company") ?? "").split(",");
  const known = characters.filter((one) => kept.includes(one.value)).slice(0, most);
  if (known.length) for (const one of characters) one.checked = known.includes(one);
  const speed = recall("perudo-speed");
  for (const one of companyForm.elements.speed) if (one.value === speed) one.checked = true;
  if (coachBox) coachBox.checked = recall("perudo-coach") !== "off";
  showCompany();
}

companyForm.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name === "many") seatAsMany(Number(field.value));
  showCompany();
  keep("perudo-company", chosen().join());
  keep("perudo-speed", companyForm.elements.speed.value);
  if (coachBox) keep("perudo-coach", coachBox.checked ? "on" : "off");
});

async function playNow() {
  const name = recall("perudo-name") || playButton.dataset.name;
  const company = chosen();
  const { table, code, seat, part } = await openWithPledge({
    ...JSON.parse(playButton.dataset.quick),
    ...JSON.parse(companyForm.dataset.speeds)[companyForm.elements.speed.value],
    seats: 1 + company.length,
    coach: coachBox?.checked ?? false,
    name,
  });
  const started = await post(`/api/tables/${table}/start`, { company });
  await revealAtStart(part, seat, started);
  location.assign(`/t/${code}`);
}

/** @param {boolean} busy */
function setBusy(busy) {
  playButton.setAttribute("aria-disabled", String(busy));
}

async function playOnce() {
  if (playButton.getAttribute("aria-disabled") === "true") return;
  setBusy(true);
  playProblem.hidden = true;
  try {
    await playNow();
  } catch (error) {
    const why = error instanceof Refusal ? withoutClause(error.message) : playButton.dataset.away;
    playProblem.textContent = why ?? "";
    playProblem.hidden = false;
    setBusy(false);
  }
}

playButton.addEventListener("click", playOnce);
companyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  playOnce();
});

// Enable the button again after the back button.
addEventListener("pageshow", () => setBusy(false));

recallCompany();
