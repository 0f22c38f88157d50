// A live table on a player's own device.
import { asides } from "./asides.js";
import { seatAt } from "./seated.js";

const seatedTable = document.querySelector("#table");
asides(seatedTable, seatAt(seatedTable));
