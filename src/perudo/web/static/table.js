// A live table: what the server sends is put in place, what people do is sent.
import { seatAt } from "./seated.js";

seatAt(document.querySelector("#table"));
