// Opens somebody else's seat on this device, once that was asked for.
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
