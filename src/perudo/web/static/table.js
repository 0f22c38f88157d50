// A live table on a player's own device.
import { asides } from "./asides.js";
import { callBack } from "./call-back.js";
import { seatAt } from "./seated.js";
import { followMoments } from "./moments.js";

const ownTable = document.querySelector("#table");
const game = seatAt(ownTable);
asides(ownTable, game);
followMoments(ownTable, game.tell);
callBack(ownTable);
