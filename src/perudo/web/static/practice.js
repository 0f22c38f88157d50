// The overview of practice: what was done of each theme, and where to go on.
import { daysInARow, forgetProgress, nextKey, progress } from "./progress.js";

const dailyCard = document.querySelector("[data-daily]");
const forgetButton = document.querySelector("[data-forget]");

/** @param {PagePart} card */
function showTheme(card) {
  const keys = card.dataset.keys.split(" ");
  const { done } = progress();
  const lost = keys.filter((key) => key in done).map((key) => done[key]);
  card.querySelector("progress").value = lost.length;
  const score = card.querySelector("[data-score]");
  const parts = [score.dataset.sayScore.replace("{done}", String(lost.length))];
  if (lost.length > 0) {
    const average = lost.reduce((sum, points) => sum + points, 0) / lost.length;
    const written = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
    parts.push(score.dataset.sayAverage.replace("{points}", written.format(average)));
  }
  score.textContent = parts.join(", ");
  const key = nextKey(keys);
  card.querySelector("[data-next]").href = `/practice?position=${key}`;
}

function showDaily() {
  const { daily } = dailyCard.dataset;
  const { days } = progress();
  const score = dailyCard.querySelector("[data-daily-score]");
  const row = daysInARow(daily);
  const parts = [];
  if (daily in days) parts.push(score.dataset.sayDone.replace("{points}", String(days[daily])));
  if (row > 0) parts.push(score.dataset.sayDays.replace("{days}", String(row)));
  score.textContent = parts.join(" ");
}

function showProgress() {
  for (const card of document.querySelectorAll("[data-practice]")) showTheme(card);
  showDaily();
  forgetButton.hidden = Object.keys(progress().done).length === 0;
}

forgetButton.addEventListener("click", () => {
  if (!confirm(forgetButton.dataset.saySure)) return;
  forgetProgress();
  showProgress();
});
// Also after the back button.
addEventListener("pageshow", showProgress);
