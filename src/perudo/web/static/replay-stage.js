// Draws one moment of a match. A moment has the whole state, so the replay can jump anywhere.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {number} face
 * @param {string} [cls]
 */
function drawnDie(face, cls = "") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", `die ${cls}`);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#d${face}`);
  svg.append(use);
  return svg;
}

/** @param {string} words */
function hiddenText(words) {
  const span = document.createElement("span");
  span.className = "sr";
  span.textContent = words;
  return span;
}

// Replaces the children only if they differ, so that unchanged dice do not flicker.
/**
 * @param {HTMLElement} element
 * @param {string} key
 * @param {() => (Node | string)[]} make
 */
function filled(element, key, make) {
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.replaceChildren(...make());
}

export class Stage {
  /**
   * @param {PagePart} player
   * @param {ReplayRound[]} rounds
   * @param {string[]} left
   */
  constructor(player, rounds, left) {
    this.player = player;
    this.rounds = rounds;
    this.left = left;
    this.most = left.length - 1;
    this.stage = player.querySelector("[data-stage]");
    this.seats = [...player.querySelectorAll("[data-seat]")];
    this.names = this.seats.map((seat) => seat.querySelector("bdi").textContent);
  }

  /**
   * @param {string} key
   * @param {number | string} [number]
   */
  say(key, number = "") {
    return (this.player.getAttribute(`data-say-${key}`) ?? "").replace("{number}", String(number));
  }

  /**
   * @param {string} name
   * @returns {HTMLElement}
   */
  part(name) {
    return /** @type {HTMLElement} */ (this.player.querySelector(`[data-${name}]`));
  }

  /** @param {ReplayStep} step */
  show(step) {
    const round = this.rounds[step.round];
    this.stage.dataset.kind = step.kind;
    this.stage.dataset.key = step.key;
    this.part("round").textContent = this.heading(step.round, round);
    this.showBid(step);
    this.seats.forEach((seat, index) => this.showSeat(seat, index, step, round));
  }

  /**
   * @param {number} number
   * @param {ReplayRound} round
   */
  heading(number, { palifico }) {
    if (number === 0) return "";
    const words = this.say("round", number);
    return palifico === null ? words : `${words} · ${this.say("palifico")}`;
  }

  // The middle shows the bid; before the first bid, and at the end, the cup of the seat concerned.
  /** @param {ReplayStep} step */
  showBid({ bid, bidder, found, seat, winner }) {
    const about = winner ?? (bid ? undefined : seat);
    const key = about === undefined ? `bid ${bid}` : `cup ${about}`;
    filled(this.part("bid"), key, () => {
      if (about !== undefined) return [this.seats[about].querySelector(".cup").cloneNode(true)];
      return bid ? [...bidOf(bid)] : [document.querySelector(".toucan-head").cloneNode(true)];
    });
    this.part("bidder").textContent = this.names[about ?? bidder ?? -1] ?? "";
    const counts = winner === undefined && found !== undefined;
    this.part("count").textContent = counts ? this.say("counted", found) : "";
  }

  /**
   * @param {PagePart} seat
   * @param {number} index
   * @param {ReplayStep} step
   * @param {ReplayRound} round
   */
  showSeat(seat, index, step, round) {
    const { kind, lifted = [], dice, loser, gainer, winner } = step;
    const up = lifted.includes(index);
    const cup = step.rolls ? (step.rolls[index] ?? []) : (round.cups[index] ?? []);
    const open = up || kind === "roll";
    seat.classList.toggle("up", open);
    seat.classList.toggle("acts", step.seat === index && kind !== "settle");
    seat.classList.toggle("out", dice[index] === 0);
    seat.classList.toggle("loses", loser === index);
    seat.classList.toggle("gains", gainer === index);
    seat.classList.toggle("wins", winner === index);
    const counting = up ? round.counting : [];
    const place = seat.querySelector("[data-dice]");
    filled(place, `${cup.join("")}|${counting.join("")}`, () => [
      ...cup.map((face) => drawnDie(face, counting.includes(face) ? "lit" : "")),
      hiddenText(cup.length ? cup.map((face) => this.face(face)).join(" ") : this.say("none")),
    ]);
    this.showSaid(seat.querySelector("[data-says]"), index, step);
    this.showChange(seat.querySelector("[data-change]"), index, step);
    this.showLeft(seat.querySelector("[data-left]"), dice[index]);
  }

  /** @param {number} face */
  face(face) {
    return face === 1 ? this.say("paco") : String(face);
  }

  // What the seat says at this moment: its bid or its call.
  /**
   * @param {HTMLElement} bubble
   * @param {number} index
   * @param {ReplayStep} step
   */
  showSaid(bubble, index, { kind, seat, bid, call, winner }) {
    const called = seat === index && kind === "call" ? call : undefined;
    const made = seat === index && kind === "bid" ? bid : undefined;
    bubble.hidden = winner !== undefined || !(called || made);
    const key = called ?? made?.join("x") ?? "";
    filled(bubble, key, () => (called ? [this.say(called)] : made ? [...bidOf(made)] : []));
  }

  /**
   * @param {HTMLElement} badge
   * @param {number} index
   * @param {ReplayStep} step
   */
  showChange(badge, index, { loser, gainer }) {
    badge.hidden = index !== loser && index !== gainer;
    badge.textContent = index === loser ? "−1" : index === gainer ? "+1" : "";
  }

  // A dot for each die of the start, filled for those that are left.
  /**
   * @param {HTMLElement} place
   * @param {number} left
   */
  showLeft(place, left) {
    filled(place, String(left), () => {
      const dots = document.createElement("span");
      dots.setAttribute("aria-hidden", "true");
      dots.textContent = "●".repeat(left) + "○".repeat(this.most - left);
      return [dots, hiddenText(this.left[left])];
    });
  }
}

/** @param {Bid} bid */
function* bidOf([quantity, face]) {
  const number = document.createElement("b");
  number.textContent = String(quantity);
  yield number;
  yield " × ";
  yield drawnDie(face);
}
