// A judged match: from mistake to mistake, and a link to share.
import { shareLink } from "./replay-share.js";

const wrong = [...document.querySelectorAll("[data-wrong]")];
const stepper = document.querySelector("[data-stepper]");
const where = document.querySelector("[data-where]");
let current = -1;

/** @param {number} to */
function goTo(to) {
  wrong[current]?.removeAttribute("data-here");
  current = (to + wrong.length) % wrong.length;
  const decision = wrong[current];
  const round = /** @type {HTMLDetailsElement} */ (decision.closest(".round"));
  round.open = true;
  decision.open = true;
  decision.dataset.here = "";
  where.textContent = where.dataset.sayWhere
    .replace("{n}", String(current + 1))
    .replace("{all}", String(wrong.length));
  decision.scrollIntoView({ block: "center" });
  decision.querySelector("summary").focus({ preventScroll: true });
}

// An address that names a round or a decision opens it.
function openNamed() {
  const named = document.getElementById(location.hash.slice(1));
  const round = /** @type {HTMLDetailsElement | null} */ (named?.closest(".round") ?? null);
  if (!named || !round) return;
  round.open = true;
  const decision = named.querySelector("details");
  if (decision && named !== round) decision.open = true;
  named.scrollIntoView();
}

if (wrong.length > 0) {
  stepper.hidden = false;
  where.textContent = where.dataset.sayNone;
  for (const button of stepper.querySelectorAll("[data-go-by]")) {
    button.addEventListener("click", () => {
      const by = Number(button.dataset.goBy);
      goTo(current < 0 && by < 0 ? -1 : current + by);
    });
  }
}

const shareButton = document.querySelector("[data-share]");
shareButton.hidden = false;
shareButton.addEventListener("click", async () => {
  const said = await shareLink(location.href, document.title);
  if (!said) return;
  const { sayCopied, sayNotCopied } = shareButton.dataset;
  document.querySelector("[data-toast]").textContent = said === "copied" ? sayCopied : sayNotCopied;
});

addEventListener("hashchange", openNamed);
openNamed();
