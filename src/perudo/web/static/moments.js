// What makes a table lively: dice that roll under the cups, the words of bots, a win.
import { isOn } from "./menu.js";
import { isCalm, isShowing } from "./showdown.js";

const WORDS_MS = 4500;
const SHAKE_MS = 650;
const EDGE_PX = 6;
const COLOURS = ["#f2b01e", "#e06d13", "#a8321c", "#2e9e83", "#fff8e6"];

/**
 * @param {PagePart} root
 * @param {(line: string) => void} tell
 */
export function followMoments(root, tell) {
  const felt = root.querySelector(".felt");
  /** @type {Words[]} */
  let later = [];
  /** @type {number | null} */
  let winner = null;
  let lastLine = "";

  /** @param {number} seat */
  const placeOf = (seat) => root.querySelector(`.seat[data-seat="${seat}"] .place`);

  const hush = () => felt.querySelector(".words")?.remove();

  // A bubble over the felt, beside its speaker: the regions below may change meanwhile.
  /** @param {Words} words */
  function say({ seat, text, line }) {
    const place = placeOf(seat);
    // A page that comes back is greeted again.
    if (place === null || line === lastLine || !isOn("banter")) return;
    lastLine = line;
    hush();
    const bubble = document.createElement("p");
    bubble.className = "words";
    bubble.setAttribute("aria-hidden", "true");
    bubble.textContent = text;
    felt.append(bubble);
    const [at, all] = [place.getBoundingClientRect(), felt.getBoundingClientRect()];
    const width = bubble.offsetWidth;
    const left = Math.max(EDGE_PX, at.left + at.width / 2 - all.left - width / 2);
    // The window may become narrower.
    bubble.style.left = `min(${left}px, 100% - ${width + EDGE_PX}px)`;
    bubble.style.top = `${Math.max(EDGE_PX, at.top - all.top - bubble.offsetHeight + EDGE_PX)}px`;
    setTimeout(() => bubble.remove(), WORDS_MS);
    tell(line);
  }

  // Cups rattle; then one's own dice roll out.
  function shake() {
    for (const cup of root.querySelectorAll(".seat:not(.out) .place > .cup, .lift .cup")) {
      const turns = [0, -8, 7, -6, 5, 0].map((angle) => ({ transform: `rotate(${angle}deg)` }));
      cup.animate(turns, { duration: SHAKE_MS, easing: "ease-in-out" });
    }
    root.querySelectorAll(".own-dice > .die").forEach((die, at) => {
      const from = { opacity: 0, transform: "translate(-1.5rem, -1rem) rotate(-200deg)" };
      const timing = { duration: 380, delay: SHAKE_MS / 2 + 60 * at, easing: "ease-out" };
      die.animate([from, {}], { ...timing, fill: "backwards" });
    });
  }

  // Sparks fly from the winner's place, more of them if it is this player's.
  /** @param {number} seat */
  function celebrate(seat) {
    const place = placeOf(seat);
    if (place === null || isCalm()) return;
    const at = place.getBoundingClientRect();
    const count = place.closest(".you") ? 60 : 24;
    for (let i = 0; i < count; i++) {
      const spark = document.createElement("i");
      spark.className = "spark";
      spark.style.left = `${at.left + at.width / 2}px`;
      spark.style.top = `${at.top + at.height / 2}px`;
      spark.style.background = COLOURS[i % COLOURS.length];
      document.body.append(spark);
      const angle = (2 * Math.PI * i) / count;
      const far = 60 + 130 * Math.random();
      const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far];
      const flight = [
        { transform: "none" },
        { transform: `translate(${x}px, ${y - 40}px) rotate(300deg)`, offset: 0.6 },
        { transform: `translate(${x}px, ${y + 60}px) rotate(500deg)`, opacity: 0 },
      ];
      const done = spark.animate(flight, { duration: 1500 + 500 * Math.random(), easing: "ease-out" });
      done.onfinish = () => spark.remove();
    }
  }

  // What waited until the cups were up.
  function shown() {
    later.forEach(say);
    later = [];
    if (winner !== null) celebrate(winner);
    winner = null;
  }

  root.addEventListener("frame", (event) => {
    const { events, banter } = /** @type {CustomEvent<Frame>} */ (event).detail;
    const kinds = events.map((one) => one.event);
    // With these the seats move.
    if (kinds.includes("dealt") || kinds.includes("showdown")) hush();
    if (kinds.includes("dealt") && !isCalm()) shake();
    banter.filter((words) => !words.after).forEach(say);
    later.push(...banter.filter((words) => words.after));
    const won = events.find(({ event: kind }) => ["match-won", "won-by-resignation"].includes(kind));
    winner = won?.seat ?? winner;
    if (!isShowing()) shown();
  });
  root.addEventListener("shown", shown);
}
