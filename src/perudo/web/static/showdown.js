// Animates a showdown: cups go up one after the other, and dice that count are lit and counted.
import { sound } from "./sound.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CUP_MS = 950;
const FIRST_MS = 900;
const VERDICT_MS = 700;

/** @type {AbortController | null} */
let running = null;

export const isCalm = () => CALM.matches;
export const isShowing = () => running !== null;

/** @type {(ms: number, signal: AbortSignal) => Promise<void>} */
const wait = (ms, signal) =>
  new Promise((done) => {
    if (signal.aborted) {
      done();
      return;
    }
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });

// Ends the animation and shows the result at once.
export function endShowdown() {
  running?.abort();
  running = null;
}

// The page already shows the result; this hides it and plays the animation. `tell` announces a line,
// `after` has the lines for the end. They are announced even if the animation is cut short.
/**
 * @param {Element} root
 * @param {string[]} after
 * @param {(line: string) => void} tell
 */
export async function playShowdown(root, after, tell) {
  endShowdown();
  const scene = root.querySelector(".scene");
  if (scene === null) {
    after.forEach(tell);
    return;
  }
  /** @type {string[]} */
  const lines = JSON.parse(scene.dataset.lines);
  const ending = [...JSON.parse(scene.dataset.verdict), ...after];
  if (isCalm()) {
    [...lines, ...ending].forEach(tell);
    return;
  }
  const cups = [...root.querySelectorAll(".seat[data-step]")];
  const show = new AbortController();
  const finish = () => {
    if (running === show) running = null;
    cups.forEach((cup) => cup.classList.remove("covered"));
    root.classList.remove("counting");
    scene.querySelector(".count").textContent = scene.dataset.found;
    ending.forEach(tell);
  };
  running = show;
  show.signal.addEventListener("abort", finish);
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
  if (show.signal.aborted) return;
  finish();
  sound(scene.dataset.won === "yes" ? "win" : "lose");
}

// Counts up, one for each die that counts.
/**
 * @param {Element} scene
 * @param {PagePart[]} lifted
 * @param {AbortSignal} signal
 */
async function countUp(scene, lifted, signal) {
  const count = scene.querySelector(".count");
  const upTo = Math.max(...lifted.map((cup) => Number(cup.dataset.counted)), 0);
  while (Number(count.textContent) < upTo && !signal.aborted) {
    count.textContent = String(Number(count.textContent) + 1);
    sound("count");
    await wait(180, signal);
  }
}
