// A live table on a player's own device.
import { seatAt } from "./seated.js";

seatAt(document.querySelector("#table"));
