// Around a match: offers that appear after a while, a new match for those who are out, and the
// question before the logo leads away.
import { openWithPledge, revealAtStart } from "./pledge.js";
import { post, Refusal } from "./post.js";
import { keep } from "./storage.js";

const OFFERS_MS = 1_000;

/**
 * @param {PagePart} root
 * @param {{ toast: (text: string) => void, ask: (what: string, body?: object) => Promise<unknown> }} game
 */
export function asides(root, { toast, ask }) {
  let offset = Number(root.dataset.now) - Date.now();

  function showOffers() {
    for (const offer of document.querySelectorAll("[data-offer-at]")) {
      offer.hidden = Date.now() + offset < Number(offer.dataset.offerAt);
    }
  }

  root.addEventListener("frame", (event) => {
    const { now, events } = /** @type {CustomEvent<Frame>} */ (event).detail;
    offset = now - Date.now();
    if (events.some((one) => one.event === "chairs-removed")) {
      const seats = document.querySelectorAll("#seats .seat").length;
      root.className = root.className.replace(/\bn\d\b/, `n${seats}`);
    }
    showOffers();
  });
  setInterval(showOffers, OFFERS_MS);
  showOffers();

  // Another match by the same rules, with bots on the other chairs.
  /** @param {Button} button */
  async function newMatch(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      const settings = JSON.parse(button.dataset.newMatch ?? "{}");
      const { table, code, seat, part } = await openWithPledge(settings);
      const started = await post(`/api/tables/${table}/start`, { fill: button.dataset.fill });
      await revealAtStart(part, seat, started);
      location.assign(`/t/${code}`);
    } catch (error) {
      button.removeAttribute("aria-disabled");
      toast(error instanceof Refusal ? error.message : root.dataset.sayLost);
    }
  }

  // A line among the onlookers.
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.id !== "remark") return;
    const { name, text } = Object.fromEntries(new FormData(form));
    keep("perudo-name", String(name));
    if ((await ask("remark", { name, text })) === null) return;
    const field = document.querySelector("#remark-text");
    if (field !== null) field.value = "";
  });

  const dialog = document.querySelector("#leave-dialog");

  document.querySelector(".logo").addEventListener("click", (event) => {
    const asks = dialog.querySelector("[data-stay]") !== null;
    if (!asks || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });

  // The bot takes the seat before the page goes, so that nobody has to wait for it.
  /** @param {string} seat */
  async function leave(seat) {
    if (seat !== "") await ask("standin", { seat: Number(seat) });
    location.assign("/");
  }

  document.addEventListener("click", (event) => {
    const button = /** @type {Button | null} */ (
      /** @type {Element} */ (event.target).closest("button")
    );
    if (button === null) return;
    if (button.dataset.newMatch !== undefined) newMatch(button);
    else if (button.dataset.wish !== undefined) ask("wish", { bots: button.dataset.wish === "yes" });
    else if (button.dataset.stay !== undefined) dialog.close();
    else if (button.dataset.leave !== undefined) leave(button.dataset.leave);
  });
}
