// Checks the dice of this match in the browser, from the record that the server gives out.

import { anyKeptOf } from "./chain.js";
import { showCheck } from "./check.js";

/** @param {Element} player */
export function wireCheck(player) {
  const button = document.querySelector("[data-check]");
  button.closest("[data-check-row]").hidden = false;
  button.addEventListener("click", async () => {
    const status = document.querySelector("[data-fair-status]");
    button.setAttribute("aria-disabled", "true");
    try {
      const answer = await fetch(button.dataset.check);
      if (!answer.ok) throw new Error(String(answer.status));
      showCheck(player, await answer.text(), anyKeptOf, { label: button.dataset.label });
    } catch {
      status.dataset.outcome = "nothing";
      status.textContent = player.getAttribute("data-say-away");
    }
    button.removeAttribute("aria-disabled");
  });
  // A link from the table leads here to check: start at once.
  if (location.hash === "#check") {
    button.click();
    document.querySelector("#check").scrollIntoView();
  }
}
