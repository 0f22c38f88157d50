// The page that checks a record from a file or pasted text.
import { anyKeptOf } from "./chain.js";
import { showCheck } from "./check.js";

const fairForm = document.querySelector("form[data-fair]");

fairForm.elements.file.addEventListener("change", async () => {
  const [file] = fairForm.elements.file.files ?? [];
  if (file) fairForm.elements.record.value = await file.text();
});
fairForm.addEventListener("submit", (event) => {
  event.preventDefault();
  showCheck(fairForm, fairForm.elements.record.value, anyKeptOf);
});
