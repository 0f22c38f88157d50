// The set-up page: follows the chosen box, checks the rules, and opens the table.
import { soon } from "./menu.js";
import { openWithPledge, prepareChain } from "./pledge.js";
import { post, Refusal } from "./post.js";
import { keep, recall } from "./storage.js";

const CHECK_AFTER_MS = 250;
const KEPT = "perudo-setup";
// The clause of a refusal for rules that do not go together.
const RULES_CLAUSE = "T10";

/**
 * @typedef {{ options?: Record<string, string[]>, house?: Record<string, string>, listed?: boolean, coach?: boolean }
 *   & Partial<Record<SetupChoice | "edition", string>>} KeptSetup
 */

/** @type {SetupChoice[]} */
const CHOICES = ["seats", "bots", "level", "clock", "look", "dice"];

const setupForm = document.querySelector("[data-setup]");
const setupProblem = setupForm.querySelector("[data-problem]");
const houseRules = [...setupForm.querySelectorAll("[data-house]")];
const more = setupForm.querySelector("[data-more]");

/** @param {SetupChoice | "edition"} name */
const chosen = (name) => setupForm.elements[name].value;
/** @returns {string[]} */
const optionsChosen = () => new FormData(setupForm).getAll("option").map(String);
const houseChosen = () =>
  Object.fromEntries(
    houseRules.filter(({ value }) => value !== "").map(({ dataset, value }) => [dataset.house, value]),
  );

// Shows only what the chosen box offers.
function followBox() {
  const box = chosen("edition");
  for (const facts of setupForm.querySelectorAll("[data-box]")) {
    facts.hidden = facts.dataset.box !== box;
    for (const option of facts.querySelectorAll("[name=option]")) option.disabled = facts.hidden;
  }
  for (const { options } of houseRules) {
    const [first] = options;
    first.text = first.getAttribute(`data-as-${box}`) ?? first.dataset.plain ?? "";
  }
}

function followChairs() {
  const seats = Number(chosen("seats"));
  for (const input of setupForm.elements.bots) {
    input.disabled = Number(input.value) >= seats;
    const label = input.closest("label");
    if (label) label.hidden = input.disabled;
    if (input.disabled && input.checked) setupForm.elements.bots.value = String(seats - 1);
  }
  const bots = Number(chosen("bots"));
  const friends = seats - 1 - bots;
  /** @type {(kind: string, many: number) => void} */
  const show = (kind, many) =>
    setupForm
      .querySelectorAll(`[data-chair=${kind}]`)
      .forEach((chair, index) => (chair.hidden = index >= many));
  show("bot", bots);
  show("friend", friends);
  setupForm.querySelector("[data-levels]").hidden = bots === 0;
  for (const text of setupForm.querySelectorAll("[data-friends-left]")) {
    text.hidden = Number(text.dataset.friendsLeft) !== friends;
  }
  setupForm.querySelector("[data-chairs]").dataset.colour = chosen("colour");
}

/**
 * @param {string} text
 * @param {string} [asked]
 */
function sayProblem(text, asked = "") {
  if (setupProblem.textContent !== text) setupProblem.textContent = text;
  for (const select of houseRules) {
    if (text !== "" && select.dataset.house === asked) select.setAttribute("aria-invalid", "true");
    else select.removeAttribute("aria-invalid");
  }
}

// Asks the server whether the chosen rules go together.
/** @type {AbortController | null} */
let checking = null;
let checkLater = 0;

async function checkRules() {
  checking?.abort();
  checking = new AbortController();
  const query = new URLSearchParams({ edition: chosen("edition") });
  for (const option of optionsChosen()) query.append("option", option);
  for (const rule of Object.entries(houseChosen())) query.append("house", rule.join("="));
  try {
    const answer = await fetch(`/new/check?${query}`, { signal: checking.signal });
    if (!answer.ok) return;
    const { text, asked } = await answer.json();
    sayProblem(text, asked);
  } catch {
    // Opening the table will report any problem.
  }
}

// Moves the focus to the house rule that the server refused, with the reason.
/** @param {string} text */
async function showProblem(text) {
  await checkRules();
  if (setupProblem.textContent === "") sayProblem(text);
  const select = houseRules.find((one) => one.getAttribute("aria-invalid") === "true");
  if (!select) return;
  more.open = true;
  select.focus();
}

function keepChoices() {
  /** @type {KeptSetup} */
  const kept = { edition: chosen("edition"), house: houseChosen() };
  for (const name of CHOICES) kept[name] = chosen(name);
  kept.listed = setupForm.elements.listed.checked;
  kept.coach = setupForm.elements.coach.checked;
  kept.options = Object.fromEntries(
    [...setupForm.querySelectorAll("[data-box]")].map((facts) => {
      const on = [...facts.querySelectorAll("[name=option]:checked")];
      return [facts.dataset.box, on.map(({ value }) => value)];
    }),
  );
  keep(KEPT, JSON.stringify(kept));
  keep("perudo-name", setupForm.elements.name.value.trim());
  keep("perudo-colour", chosen("colour"));
}

/**
 * @param {SetupChoice} name
 * @param {string | null | undefined} value
 */
function pick(name, value) {
  const input = [...setupForm.elements[name]].find((one) => one.value === value);
  if (input) input.checked = true;
}

/** @param {string | undefined} key */
function pickBox(key) {
  const { edition } = setupForm.elements;
  if ([...edition.options].some(({ value }) => value === key)) edition.value = key ?? "";
}

function recallChoices() {
  setupForm.elements.name.value = recall("perudo-name") ?? "";
  pick("colour", recall("perudo-colour"));
  /** @type {KeptSetup | null} */
  const kept = JSON.parse(recall(KEPT) ?? "null");
  if (kept === null) return;
  for (const name of CHOICES) pick(name, kept[name]);
  setupForm.elements.listed.checked = kept.listed === true;
  setupForm.elements.coach.checked = kept.coach === true;
  for (const [box, options] of Object.entries(kept.options ?? {})) {
    for (const option of setupForm.querySelectorAll(`[data-box="${CSS.escape(box)}"] [name=option]`)) {
      option.checked = options.includes(option.value);
    }
  }
  // An address that names a box overrides the stored choices.
  if (new URLSearchParams(location.search).has("edition")) return;
  pickBox(kept.edition);
  for (const select of houseRules) select.value = kept.house?.[select.dataset.house] ?? "";
  more.open = Object.keys(kept.house ?? {}).length > 0;
}

// With a clock it is serious, and there is no coach; nor where none is installed.
function isCoached() {
  const { coach } = setupForm.elements;
  return coach.checked && !coach.disabled && !coach.closest("label")?.hidden;
}

function wanted() {
  return {
    name: setupForm.elements.name.value.trim(),
    colour: chosen("colour"),
    edition: chosen("edition"),
    options: optionsChosen(),
    house: houseChosen(),
    seats: Number(chosen("seats")),
    dice: Number(chosen("dice")),
    turn_seconds: chosen("clock") === "" ? null : Number(chosen("clock")),
    pause_ms: Number(chosen("look")),
    listed: setupForm.elements.listed.checked,
    coach: isCoached(),
  };
}

async function openTable() {
  const { table, code } = await openWithPledge(wanted());
  try {
    for (let bots = Number(chosen("bots")); bots > 0; bots -= 1) {
      await post(`/api/tables/${table}/bots`, { level: chosen("level") });
    }
  } catch {
    // The table is open, and missing bots can be added there.
  }
  location.assign(`/t/${code}`);
}

const openButton = setupForm.querySelector("[type=submit]");

setupForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (openButton.getAttribute("aria-disabled") === "true") return;
  openButton.setAttribute("aria-disabled", "true");
  // A late answer about the rules must not replace the problem shown next.
  clearTimeout(checkLater);
  checking?.abort();
  try {
    keepChoices();
    await openTable();
  } catch (error) {
    openButton.setAttribute("aria-disabled", "false");
    if (!(error instanceof Refusal)) sayProblem(setupForm.dataset.away);
    else if (error.clause === RULES_CLAUSE) await showProblem(error.message);
    else sayProblem(error.message);
    if (error instanceof Refusal && error.reason === "name-not-allowed") {
      setupForm.elements.name.focus();
    }
  }
});

function followAll() {
  followBox();
  setupForm.elements.coach.disabled = chosen("clock") !== "";
  followChairs();
  clearTimeout(checkLater);
  checkLater = setTimeout(checkRules, CHECK_AFTER_MS);
}

setupForm.addEventListener("change", () => {
  keepChoices();
  followAll();
});
setupForm.querySelector("[data-as-in-the-box]").addEventListener("click", () => {
  for (const select of houseRules) select.value = "";
  keepChoices();
  followAll();
});
addEventListener("pageshow", () => openButton.setAttribute("aria-disabled", "false"));

recallChoices();
followAll();
soon(prepareChain);
