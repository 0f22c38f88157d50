// A position to practise: the picker of the table, and what the coach says about the answer.
import { wireKeys } from "./keys.js";
import { pickedBid, pickFace, stepQuantity, wirePicker } from "./picker.js";
import { post, Refusal } from "./post.js";
import { nextKey, noteAnswer } from "./progress.js";
import { showRule } from "./rules.js";

/**
 * @typedef {{ text: string, percent: number, chance: string, favourite: boolean, played: boolean }} OutlookLine
 * @typedef {{ title: string, lost: number, lines: string[], outlooks: OutlookLine[] }} Judgement
 */

const puzzle = document.querySelector("#table");
const feedback = puzzle.querySelector("[data-feedback]");
const problem = puzzle.querySelector("[data-problem]");
const { position, day } = puzzle.dataset;
let answering = false;

/**
 * @param {string} name
 * @param {string} text
 */
function spanOf(name, text) {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = text;
  return span;
}

/** @param {OutlookLine} line */
function outlookItem({ text, percent, chance, favourite, played }) {
  const item = document.createElement("li");
  item.classList.toggle("played", played);
  const meter = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  meter.setAttribute("class", "meter");
  meter.setAttribute("viewBox", "0 0 100 6");
  meter.setAttribute("preserveAspectRatio", "none");
  meter.setAttribute("aria-hidden", "true");
  const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  bar.setAttribute("width", String(percent));
  bar.setAttribute("height", "6");
  meter.append(bar);
  const said = [chance];
  if (favourite) said.push(puzzle.dataset.sayFavourite);
  if (played) said.push(puzzle.dataset.sayYours);
  item.append(spanOf("act", text), meter, spanOf("chance", said.join(" · ")));
  return item;
}

/** @param {Judgement} judged */
function showJudgement({ title, lines, outlooks }) {
  feedback.querySelector("[data-verdict]").textContent = title;
  feedback.querySelector("[data-lines]").replaceChildren(
    ...lines.map((line) => {
      const said = document.createElement("p");
      said.textContent = line;
      return said;
    }),
  );
  feedback.querySelector("[data-outlooks]").replaceChildren(...outlooks.map(outlookItem));
  puzzle.classList.add("done");
  feedback.hidden = false;
  feedback.focus();
}

/** @param {object} action */
async function answer(action) {
  if (answering || puzzle.classList.contains("done")) return;
  answering = true;
  problem.textContent = "";
  try {
    const judged = await post("/api/practice", { position, ...action });
    noteAnswer(position, Math.round(100 * judged.lost), day);
    showJudgement(judged);
    pointOn();
  } catch (error) {
    problem.textContent = error instanceof Refusal ? error.message : puzzle.dataset.sayLost;
  }
  answering = false;
}

function bid() {
  const picked = pickedBid();
  if (picked !== null) answer({ bid: picked });
}

function pointOn() {
  const next = nextKey(puzzle.dataset.keys.split(" "), position);
  feedback.querySelector("[data-next]").href = `/practice?position=${next}`;
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  bid();
});
document.addEventListener("click", (event) => {
  const button = /** @type {Button | null} */ (
    /** @type {Element} */ (event.target).closest("button")
  );
  if (button === null) return;
  if (button.dataset.call !== undefined) answer(button.dataset.call ? { call: button.dataset.call } : {});
  else if (button.dataset.rule) showRule(button.dataset.rule);
});

wireKeys(
  {
    b: { button: () => document.querySelector("#bid"), play: bid },
    d: { button: () => document.querySelector("#dudo"), play: () => document.querySelector("#dudo")?.click() },
    c: { button: () => document.querySelector("#calza"), play: () => document.querySelector("#calza")?.click() },
  },
  (key) => {
    if (/^[1-6]$/.test(key)) return pickFace(key);
    return key === "+" || key === "-" ? stepQuantity(key === "+" ? 1 : -1) : false;
  },
  () => {},
);
wirePicker();
