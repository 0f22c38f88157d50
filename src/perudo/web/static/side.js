// Talk and people: a column where there is room, else a sheet that a button opens.

const side = document.querySelector("#side");
const toSide = document.querySelector("#to-side");

const isSheet = () => toSide.checkVisibility();

/** @param {boolean} open */
export function openSide(open) {
  document.querySelector("#table").classList.toggle("side-open", open);
  toSide.setAttribute("aria-expanded", String(open));
  if (open) toSide.classList.remove("news");
}

// Marks the button if somebody said something while the sheet was closed.
export function tellSide() {
  if (isSheet() && toSide.ariaExpanded !== "true") toSide.classList.add("news");
}

export function wireSide() {
  toSide.addEventListener("click", () => {
    openSide(toSide.ariaExpanded !== "true");
    if (toSide.ariaExpanded === "true") side.focus({ preventScroll: true });
  });
  document.addEventListener("click", ({ target }) => {
    const inside = /** @type {Element} */ (target).closest("#side, #to-side, .menu");
    // A pressed button may be gone by now, with its region.
    if (!inside && /** @type {Element} */ (target).isConnected) openSide(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || toSide.ariaExpanded !== "true") return;
    openSide(false);
    toSide.focus();
  });
}
