// One device for several players: what everybody may see stays on the table, a hand shows itself
// only to whoever has said who they are, and goes as soon as they have acted.
import { post } from "./post.js";
import { seatAt } from "./seated.js";
import { putRegions } from "./regions.js";

const felt = document.querySelector("#table");
felt.dataset.watch = "";
const game = seatAt(felt);
const openPieces = Object.fromEntries(
  ["seats", "centre", "hand", "actions"].map((name) => [
    name,
    document.getElementById(name).innerHTML,
  ]),
);
const PRIVATE = ["hand", "actions"];

function drawCurtain() {
  felt.dataset.hand = "";
  felt.classList.remove("taken");
  putRegions(openPieces);
}

async function takeHand(seat) {
  const answer = await fetch(`/t/${felt.dataset.table}/pieces?hand=${seat}`);
  if (!answer.ok) return;
  const frame = await answer.json();
  felt.dataset.hand = seat;
  felt.classList.add("taken");
  putRegions(Object.fromEntries(PRIVATE.map((name) => [name, frame.html[name]])));
  game.settle();
  document.querySelector("#lift")?.focus();
}

// Each of the players on this device has seen enough, with one press.
async function everybody(what) {
  for (const card of document.querySelectorAll(".seat[data-person]")) {
    felt.dataset.hand = card.dataset.seat;
    await post(`/api/tables/${felt.dataset.table}/${what}?hand=${card.dataset.seat}`).catch(() => {});
  }
  felt.dataset.hand = "";
}

async function again(host) {
  const address = `/api/tables/${felt.dataset.table}`;
  await post(`${address}/rematch?hand=${host}`).catch(() => {});
  await post(`${address}/start?hand=${host}`).catch((error) => game.toast(error.message));
}

felt.addEventListener("acted", drawCurtain);
felt.addEventListener("frame", ({ detail }) => {
  Object.assign(openPieces, detail.html);
  if (detail.events.length || felt.dataset.hand === "") drawCurtain();
  game.settle();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  const { take, shout, answers } = button.dataset;
  if (take !== undefined) takeHand(take);
  else if (button.id === "draw-curtain") drawCurtain();
  else if (button.dataset.allReady !== undefined) everybody("ready");
  else if (button.dataset.again !== undefined) again(button.dataset.again);
  else if (shout !== undefined) {
    felt.dataset.hand = shout;
    await game.act({ call: "calza", answers: answers.split(",").map(Number) });
    felt.dataset.hand = "";
  }
});
