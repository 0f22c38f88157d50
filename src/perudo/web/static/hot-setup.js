// Sets up a hot-seat table: every player is a hand of the same guest.
import { soon } from "./menu.js";
import { openWithPledge, prepareChain, revealAtStart } from "./pledge.js";
import { post, Refusal } from "./post.js";

const people = document.querySelector("#people-count");
const setupForm = document.querySelector("#hot");

function showNames() {
  for (const field of setupForm.querySelectorAll("[data-player]")) {
    const on = Number(field.dataset.player) < Number(people.value);
    field.hidden = !on;
    for (const input of field.querySelectorAll("input")) input.disabled = !on;
  }
}

function showOptions() {
  const edition = setupForm.edition.value;
  for (const set of setupForm.querySelectorAll("[data-edition]")) {
    set.hidden = set.dataset.edition !== edition;
    set.disabled = set.hidden;
  }
}

async function openHot() {
  const data = new FormData(setupForm);
  const names = data.getAll("name").map((name) => String(name).trim());
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    throw new Refusal(409, { text: document.querySelector("#problem").dataset.same });
  }
  const bots = Number(data.get("bots"));
  const settings = {
    edition: data.get("edition"),
    options: data.getAll("option"),
    seats: names.length + bots,
    pause_ms: 60_000,
    coach: data.has("coach"),
    name: names[0],
  };
  // One hand taking part in the dice is enough to keep anybody from choosing them.
  const opened = await openWithPledge(settings, "0");
  const address = `/api/tables/${opened.table}`;
  for (let hand = 1; hand < names.length; hand++) {
    await post(`${address}/sit?hand=${hand}`, { name: names[hand], seat: hand });
  }
  const started = await post(`${address}/start?hand=0`, { fill: data.get("level") });
  await revealAtStart(opened.part, opened.seat, started);
  location.assign(`/hot/${opened.code}`);
}

people.addEventListener("change", showNames);
setupForm.edition.addEventListener("change", showOptions);
setupForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (setupForm.dataset.busy) return;
  setupForm.dataset.busy = "yes";
  const problem = document.querySelector("#problem");
  problem.textContent = "";
  try {
    await openHot();
  } catch (error) {
    problem.textContent = error instanceof Refusal ? error.message : problem.dataset.lost;
  }
  delete setupForm.dataset.busy;
});
showNames();
showOptions();
soon(prepareChain);
