// Opens another player's seat on this device after confirmation.
import { post, Refusal } from "./post.js";

const take = document.querySelector("[data-take]");
const seatProblem = document.querySelector("#problem");

take.addEventListener("click", async () => {
  take.disabled = true;
  try {
    location.assign((await post(take.dataset.take)).page);
  } catch (error) {
    seatProblem.textContent = error instanceof Refusal ? error.message : seatProblem.dataset.lost;
    take.disabled = false;
  }
});
