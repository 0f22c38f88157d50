// The lesson: one step at a time, each with its own address, so that the back button works.

import { wireStep } from "./lesson-questions.js";

const steps = [...document.querySelectorAll("[data-step]")];

/** @param {string} name */
function showStep(name) {
  for (const step of steps) step.hidden = step.dataset.step !== name;
  const now = steps.find((step) => !step.hidden) ?? steps[0];
  now.hidden = false;
  now.querySelector("h2").focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

for (const step of steps) wireStep(step);

for (const link of document.querySelectorAll("[data-go]")) {
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    showStep(link.dataset.go);
  });
}

addEventListener("popstate", () => {
  showStep(new URL(location.href).searchParams.get("step") ?? steps[0].dataset.step);
});
