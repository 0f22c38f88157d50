// The climax: cups go up one after the other, dice that count light up and are counted.
import { sound } from "./sound.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CUP_MS = 950;
const FIRST_MS = 900;
const VERDICT_MS = 700;

let running = null;

export const isShowing = () => running !== null;

const wait = (ms, signal) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });

// Show everything at once: the next round does not wait for a show.
export function endShowdown() {
  running?.abort();
  running = null;
}

// The page already shows the end of it; this takes it back and plays it. `tell` says a line, and
// `after` are those for the end.
export async function playShowdown(root, after, tell) {
  endShowdown();
  const scene = root.querySelector(".scene");
  if (scene === null) {
    after.forEach(tell);
    return;
  }
  const cups = [...root.querySelectorAll(".seat[data-step]")];
  const lines = JSON.parse(scene.dataset.lines ?? "[]");
  const verdict = [...JSON.parse(scene.dataset.verdict ?? "[]"), ...after];
  const show = new AbortController();
  running = show;
  const finish = () => {
    cups.forEach((cup) => cup.classList.remove("covered"));
    root.classList.remove("counting");
    scene.querySelector(".count").textContent = scene.dataset.found;
  };
  show.signal.addEventListener("abort", finish);
  if (CALM.matches) {
    [...lines, ...verdict].forEach(tell);
    running = null;
    return;
  }
  cups.forEach((cup) => cup.classList.add("covered"));
  root.classList.add("counting");
  scene.querySelector(".count").textContent = "0";
  sound("call");
  await wait(FIRST_MS, show.signal);
  for (let step = 0; step < Number(scene.dataset.steps) && !show.signal.aborted; step++) {
    const lifted = cups.filter((cup) => Number(cup.dataset.step) === step);
    lifted.forEach((cup) => cup.classList.remove("covered"));
    sound("lift");
    if (lines[step]) tell(lines[step]);
    await countUp(scene, lifted, show.signal);
    await wait(CUP_MS, show.signal);
  }
  await wait(VERDICT_MS, show.signal);
  finish();
  verdict.forEach(tell);
  if (show.signal.aborted) return;
  sound(scene.dataset.won === "yes" ? "win" : "lose");
  running = null;
}

// One number more for each die that counts.
async function countUp(scene, lifted, signal) {
  const count = scene.querySelector(".count");
  const upTo = Math.max(...lifted.map((cup) => Number(cup.dataset.counted)), 0);
  while (Number(count.textContent) < upTo && !signal.aborted) {
    count.textContent = Number(count.textContent) + 1;
    sound("count");
    await wait(180, signal);
  }
}
