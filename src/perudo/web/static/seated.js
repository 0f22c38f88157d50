// The live page of a table, on a player's own device or on one that is passed around.
import { copyText } from "./clipboard.js";
import { isOn, soon } from "./menu.js";
import { wireKeys } from "./keys.js";
import { newKey, post, Refusal } from "./post.js";
import { follow } from "./stream.js";
import { putRegions } from "./regions.js";
import { pickedBid, pickFace, stepQuantity, wirePicker } from "./picker.js";
import { putSentence, showRule } from "./rules.js";
import { endShowdown, isCalm, isShowing, playShowdown } from "./showdown.js";
import { openSide, tellSide, wireSide } from "./side.js";
import { sound } from "./sound.js";
import { keep, keepHere, recall, recallHere } from "./storage.js";

// More lines than are visible, since a screen reader may lag behind.
const TICKER_LINES = 30;
const TOAST_MS = 6000;
// Events that do not change the match.
export const ASIDE = new Set(
  ["said", "reacted", "muted", "seat-ready", "came-back", "bot-took-over", "seat-pledged", "link-given"],
);
const BUBBLE_MS = 3000;
const LOAD_AGAIN_MS = 2000;
// Regions with buttons for moves.
const TO_PRESS = ["actions", "curtain"];

/** @param {PagePart} root */
export function seatAt(root) {
  const table = root.dataset.table;
  let version = Number(root.dataset.version);
  let clockOffset = Number(root.dataset.now) - Date.now();
  /** @type {number | null} */
  let toastTimer = null;
  /** @type {Regions} */
  let waiting = {};

  const asHand = () => (root.dataset.hand === "" ? "" : `?hand=${root.dataset.hand}`);
  /**
   * @template {keyof PageParts} K
   * @param {K} selector
   */
  const find = (selector) => document.querySelector(selector);

  // `aloud`: only for screen readers, since the page shows it elsewhere.
  /**
   * @param {string} line
   * @param {boolean} [aloud]
   */
  function tell(line, aloud = false) {
    const ticker = find("#ticker");
    const said = document.createElement("p");
    putSentence(said, line);
    said.classList.toggle("sr", aloud);
    ticker.append(said);
    while (ticker.children.length > TICKER_LINES) ticker.firstElementChild?.remove();
  }

  /** @param {string} text */
  function toast(text) {
    const box = find("#toast");
    putSentence(box, text);
    box.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => (box.hidden = true), TOAST_MS);
  }

  /**
   * @param {string} what
   * @param {object} [body]
   */
  async function ask(what, body = {}) {
    try {
      return await post(`/api/tables/${table}/${what}${asHand()}`, body);
    } catch (error) {
      toast(error instanceof Refusal ? error.cited : root.dataset.sayLost);
      return null;
    }
  }

  // --- frames from the server -----------------------------------------------------------------

  // `current`: the frame shows the table as it stands now.
  /**
   * @param {Frame} frame
   * @param {boolean} current
   */
  function onFrame(frame, current) {
    const whole = { ...frame, html: { ...frame.html } };
    const kinds = frame.events.map((event) => event.event);
    const wasTurn = root.dataset.turn === "yes";
    version = frame.version;
    root.dataset.version = String(version);
    clockOffset = frame.now - Date.now();
    root.dataset.turn = frame.turn ? "yes" : "no";
    root.classList.toggle("onlooker", frame.seat === null);
    if (kinds.some((kind) => !ASIDE.has(kind))) acting = null;
    if (isShowing() && kinds.every((kind) => ASIDE.has(kind))) {
      // Nothing distracts from the cups while they go up.
      holdBack(frame.html, ["seats", "centre", "people", "hand", "head", ...TO_PRESS]);
    } else {
      endShowdown();
      putRegions(waiting);
      waiting = {};
    }
    // The buttons for after the match would give the result away.
    if (kinds.includes("showdown") && !isCalm()) {
      holdBack(frame.html, ["people", "hand", "head", ...TO_PRESS]);
    }
    putRegions(frame.html);
    settle();
    frame.say.forEach((line) => tell(line));
    frame.events.forEach(react);
    if (kinds.includes("said")) tellSide();
    if (kinds.includes("match-started")) scrollTo(0, 0);
    if (kinds.includes("showdown")) {
      playShowdown(root, frame.after, (line) => tell(line)).then(() => {
        // A newer showdown is running: it will show what is waiting.
        if (isShowing()) return;
        putRegions(waiting);
        waiting = {};
        settle();
        part.then((own) => own.checkAtEnd());
        root.dispatchEvent(new CustomEvent("shown"));
      });
    }
    if (kinds.includes("dealt")) sound("shake");
    else if (kinds.includes("bid-made")) sound("bid");
    if (frame.turn && !wasTurn) {
      tell(root.dataset.sayTurn, true);
      sound("turn");
    }
    part.then((own) => {
      own.follow(frame, current);
      if (!isShowing()) own.checkAtEnd();
    });
    root.dispatchEvent(new CustomEvent("frame", { detail: whole }));
  }

  // Keeps the old regions until later, but removes outdated buttons at once.
  /**
   * @param {Regions} html
   * @param {string[]} names
   */
  function holdBack(html, names) {
    for (const name of names) {
      if (!(name in html)) continue;
      waiting[name] = html[name];
      if (TO_PRESS.includes(name)) html[name] = "";
      else delete html[name];
    }
  }

  /** @param {PageEvent} event */
  function react(event) {
    if (event.event !== "reacted") return;
    const seat = find(`.seat[data-seat="${event.seat}"] .place`);
    if (seat === null) return;
    const bubble = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    bubble.setAttribute("class", "bubble");
    bubble.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#r-${event.reaction}`);
    bubble.append(use);
    setTimeout(() => bubble.remove(), BUBBLE_MS);
    seat.append(bubble);
  }

  // After every change: wires fields, restores the cup, updates the clocks.
  function settle() {
    wirePicker();
    showCup();
    showClocks();
    for (const field of document.querySelectorAll("[data-remember]")) {
      field.value ||= recall(`perudo-${field.dataset.remember}`) ?? "";
    }
    for (const button of document.querySelectorAll("[data-only-share]")) {
      button.hidden = !navigator.share;
    }
  }

  function showClocks() {
    for (const clock of document.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Number(clock.dataset.until) - (Date.now() + clockOffset));
      clock.textContent = timeLeft(Math.ceil(left / 1000));
      clock.classList.toggle("soon", left < 10_000);
    }
  }

  // --- the cup --------------------------------------------------------------------------------

  const cupKey = () => `perudo-cup-${table}-${root.dataset.hand}`;
  const roundShown = () => find("#hand [data-round]")?.dataset.round;

  // The cup is as the player left it in this round; by default down, unless set to lift itself.
  function showCup() {
    const round = roundShown();
    if (!round) return;
    const left = recallHere(cupKey());
    const up = left === `up ${round}` || (left !== `down ${round}` && isOn("lift"));
    find("#hand").classList.toggle("up", up);
  }

  function liftCup() {
    const up = find("#hand").classList.contains("up");
    keepHere(cupKey(), `${up ? "down" : "up"} ${roundShown()}`);
    showCup();
    sound("lift");
  }

  // --- requests to the server -----------------------------------------------------------------

  // While an action is being sent, further presses do nothing, unless the table has gone on.
  /** @type {symbol | null} */
  let acting = null;

  /** @param {{ bid: Bid } | { call: string, answers?: number[] }} action */
  async function act(action) {
    if (acting !== null) return;
    const sent = Symbol("sent");
    acting = sent;
    const answer = await ask("act", { ...action, version });
    if (acting === sent) acting = null;
    if (answer !== null) root.dispatchEvent(new CustomEvent("acted", { detail: answer }));
  }

  /** @param {Button} button */
  function call(button) {
    if (button.getAttribute("aria-disabled") === "true") {
      const why = find("#calza-why");
      if (why) toast(`${why.textContent} [${why.dataset.clause}]`);
      return;
    }
    /** @type {{ call: string, answers?: number[] }} */
    const action = { call: button.dataset.call };
    if (button.dataset.answers) action.answers = button.dataset.answers.split(",").map(Number);
    act(action);
  }

  function bid() {
    const picked = pickedBid();
    if (picked !== null) act({ bid: picked });
  }

  // The coach is loaded when it is asked for the first time.
  /** @param {string} what */
  async function askCoach(what) {
    try {
      const { showHint } = await import("/static/coach.js");
      await showHint(`/api/tables/${table}/hint${asHand()}`, what, tell);
    } catch {
      toast(root.dataset.sayLost);
    }
  }

  /** @param {PagePart<HTMLFormElement>} form */
  async function submit(form) {
    const what = form.dataset.post;
    if (form.dataset.busy) return;
    if (form.dataset.confirm !== undefined && !confirm(root.dataset.sayResign)) return;
    /** @type {Record<string, unknown>} */
    const body = Object.fromEntries(new FormData(form));
    for (const [name, value] of Object.entries(body)) {
      const field = /** @type {Input | RadioNodeList} */ (form.elements.namedItem(name));
      const data = "dataset" in field ? field.dataset : {};
      if (data.number !== undefined) {
        if (value === "") delete body[name];
        else body[name] = Number(value);
      } else if (value === "") delete body[name];
      if (data.remember) keep(`perudo-${data.remember}`, String(value));
    }
    if (form.dataset.seatNumber) body.seat = Number(form.dataset.seatNumber);
    if (form.dataset.levelOf) body.level = find("#fill")?.value;
    if (form.dataset.muted) body.muted = form.dataset.muted === "true";
    if (what === "sit") body.pledge = (await part).pledge();
    form.dataset.busy = "yes";
    const answer = await ask(what, body);
    // A rematch among bots begins at once: there is nobody to wait for.
    if (answer !== null && form.dataset.then) await ask(form.dataset.then);
    delete form.dataset.busy;
    // After sitting down the stream must be that of the new seat.
    if (answer !== null && form.dataset.rejoin !== undefined) stream.reopen();
  }

  /** @param {HTMLFormElement} form */
  async function talk(form) {
    const text = form.text.value.trim();
    if (text && (await ask("chat", { text })) !== null) form.text.value = "";
  }

  /** @param {string} link */
  async function share(link) {
    if (navigator.share) await navigator.share({ url: link }).catch(() => {});
    else await copy(link);
  }

  /** @param {string} text */
  async function copy(text) {
    if (await copyText(text)) toast(root.dataset.sayCopied);
    else toast(text);
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {PagePart<HTMLFormElement>} */ (event.target);
    if (form.id === "picker") bid();
    else if (form.id === "say") talk(form);
    else if (form.dataset.post) submit(form);
  });

  document.addEventListener("click", (event) => {
    const button = /** @type {Button | null} */ (
      /** @type {Element} */ (event.target).closest("button")
    );
    if (button === null) return;
    if (button.id === "lift") liftCup();
    else if (button.dataset.call) call(button);
    else if (button.dataset.coach !== undefined) askCoach(button.dataset.coach);
    else if (button.dataset.rule) showRule(button.dataset.rule);
    else if (button.dataset.react) ask("react", { reaction: button.dataset.react, key: newKey() });
    else if (button.dataset.copy) copy(button.dataset.copy);
    else if (button.dataset.share) share(button.dataset.share);
  });

  /** @type {Record<string, import("./keys.js").Move>} */
  const MOVES = {
    b: { button: () => find("#bid"), play: bid },
    d: { button: () => find("#dudo"), play: () => find("#dudo")?.click() },
    c: { button: () => find("#calza"), play: () => find("#calza")?.click() },
  };
  /** @type {Record<string, () => boolean>} */
  const KEYS = {
    "+": () => stepQuantity(1),
    "-": () => stepQuantity(-1),
    l: () => press("#lift"),
    n: () => press("#next"),
    h: () => press("#hint"),
    o: () => press("#odds"),
    t: () => (openSide(true), find("#say-text").focus(), true),
  };

  /** @param {"#lift" | "#next" | "#hint" | "#odds"} selector */
  function press(selector) {
    const button = find(selector);
    button?.click();
    return button !== null;
  }

  wireKeys(
    MOVES,
    (key) => (/^[1-6]$/.test(key) ? pickFace(key) : (KEYS[key]?.() ?? false)),
    (key) => tell(root.dataset.sayAgain.replace("{key}", key.toUpperCase())),
  );

  // A click or Escape skips the animation.
  find(".felt").addEventListener("click", endShowdown);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") endShowdown();
  });

  wireSide();
  settle();
  // This device's part in the dice is loaded after the page has been drawn.
  /** @type {Promise<ReturnType<typeof import("./own-part.js").ownPart>>} */
  const part = new Promise((done) => {
    const load = () =>
      import("/static/own-part.js").then(
        ({ ownPart }) => done(ownPart(root, tell)),
        () => setTimeout(load, LOAD_AGAIN_MS),
      );
    soon(load);
  });
  // What the page came with is not sent again, but only once: later the page shows other things.
  let { shown = "" } = root.dataset;
  function streamAddress() {
    const query = root.dataset.watch === undefined ? asHand() : "";
    const known = shown && `${query ? "&" : "?"}shown=${shown}`;
    shown = "";
    return `/t/${table}/live${query}${known}`;
  }
  const stream = follow(
    streamAddress,
    onFrame,
    (away) => (find("#away").hidden = !away),
  );
  setInterval(showClocks, 500);
  return { ask, act, tell, toast, stream, settle, putRegions };
}

// The time left in the reader's language: 45 s, 3 min, 2 h, 5 j.
/** @param {number} seconds */
function timeLeft(seconds) {
  /** @type {[string, number, number][]} */
  const steps = [["second", 1, 90], ["minute", 60, 90 * 60], ["hour", 3600, 36 * 3600]];
  const [unit, length] = steps.find(([, , most]) => seconds < most) ?? ["day", 86_400];
  /** @type {Intl.NumberFormatOptions} */
  const style = { style: "unit", unit, unitDisplay: "narrow" };
  const written = new Intl.NumberFormat(document.documentElement.lang, style);
  return written.format(Math.round(seconds / length));
}
