// The replay player: the current moment, moving between moments, and the controls.

import { isOn } from "./menu.js";
import { Stage } from "./replay-stage.js";
import { shareLink } from "./replay-share.js";
import { wireCheck } from "./replay-check.js";

// How long a moment is shown, in milliseconds: a showdown needs more time than a bid.
/** @type {Record<string, number>} */
const STAYS = { deal: 1700, call: 1500, settle: 3200, won: 4000 };
const STAY = 1300;
const TOAST_MS = 4000;
// Browsers limit how often the address may change.
const SETTLED_MS = 300;

class Player {
  /**
   * @param {PagePart} element
   * @param {ReplayFacts} facts
   */
  constructor(element, { rounds, steps, left }) {
    this.element = element;
    this.steps = steps;
    this.at = 0;
    /** @type {number | null} */
    this.timer = null;
    /** @type {number | null} */
    this.settling = null;
    this.stage = new Stage(element, rounds, left);
    this.lines = [...document.querySelectorAll(".moments li")];
    this.scrub = element.querySelector("[data-scrub]");
    this.button = element.querySelector("[data-do=play]");
    this.speed = element.querySelector("[data-speed]");
  }

  get last() {
    return this.steps.length - 1;
  }

  // The first bid; what comes before it can be stepped back to.
  get opening() {
    return Math.max(this.steps.findIndex(({ kind }) => kind === "bid"), 0);
  }

  /** @param {number} at */
  show(at) {
    this.at = Math.min(Math.max(at, 0), this.last);
    const step = this.steps[this.at];
    const text = this.lines[this.at].textContent;
    this.stage.show(step);
    this.scrub.value = String(this.at);
    const round = step.round ? `${this.stage.say("round", step.round)}. ` : "";
    this.scrub.setAttribute("aria-valuetext", round + text);
    const now = this.element.querySelector("[data-now]");
    if (now.textContent !== text) now.textContent = text;
    this.mark(step);
  }

  // Marks the same moment in the story below.
  /** @param {ReplayStep} step */
  mark(step) {
    document.querySelector(".moments [aria-current]")?.removeAttribute("aria-current");
    this.lines[this.at].setAttribute("aria-current", "step");
    for (const round of document.querySelectorAll("[data-story]")) {
      const on = Number(round.dataset.story) === step.round;
      if (on !== round.hasAttribute("data-on")) round.open = on;
      round.toggleAttribute("data-on", on);
    }
  }

  // Moves to another moment and updates the address, so that the moment can be shared.
  /** @param {number} at */
  go(at) {
    this.show(at);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      history.replaceState(history.state, "", this.link());
    }, SETTLED_MS);
  }

  link() {
    const address = new URL(location.href);
    address.searchParams.set("match", this.element.dataset.match);
    address.searchParams.delete("lang");
    address.hash = this.steps[this.at].key;
    return address;
  }

  next() {
    const { round } = this.steps[this.at];
    const next = this.steps.findIndex((step) => step.round > round);
    return next < 0 ? this.last : next;
  }

  /** @param {string} key */
  find(key) {
    return this.steps.findIndex((step) => step.key === key);
  }

  get playing() {
    return this.timer !== null;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.label();
  }

  play() {
    if (this.at === this.last) this.go(this.opening);
    this.wait();
    this.label();
  }

  wait() {
    clearTimeout(this.timer);
    const stay = STAYS[this.steps[this.at].kind] ?? STAY;
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at === this.last) this.pause();
      else this.wait();
    }, stay / Number(this.speed.value));
  }

  label() {
    const { button, playing } = this;
    button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
    button.querySelector("use")?.setAttribute("href", playing ? "#i-pause" : "#i-play");
  }

  /** @param {string} what */
  do(what) {
    if (what === "play") {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    this.pause();
    const { at } = this;
    /** @type {Record<string, number>} */
    const to = { first: 0, back: at - 1, on: at + 1, round: this.next(), last: this.last };
    this.go(to[what]);
  }
}

/** @type {Record<string, string>} */
const KEYS = { " ": "play", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

// Whether the focused element needs this key for itself.
/**
 * @param {Element} target
 * @param {string} key
 */
function takesKey(target, key) {
  if (target.closest("textarea, select, [contenteditable], [popover]")) return true;
  if (target.closest("input[type=range]")) return key !== " ";
  if (target.closest("input")) return true;
  return key === " " && target.closest("button, a, summary") !== null;
}

/** @param {Player} player */
function wireKeys(player) {
  document.addEventListener("keydown", (event) => {
    const what = KEYS[event.key];
    if (!what || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = /** @type {Element} */ (event.target);
    const inside = player.element.contains(target);
    if (takesKey(target, event.key) || (!inside && !isOn("shortcuts"))) return;
    event.preventDefault();
    player.do(what);
  });
}

/** @param {Player} player */
function wireShare(player) {
  const toast = player.element.querySelector("[data-toast]");
  /** @type {number | null} */
  let timer = null;
  player.element.querySelector("[data-share]").addEventListener("click", async () => {
    const said = await shareLink(player.link().href, document.title);
    if (!said) return;
    clearTimeout(timer);
    toast.hidden = false;
    toast.textContent = player.stage.say(said);
    timer = setTimeout(() => {
      toast.hidden = true;
      toast.textContent = "";
    }, TOAST_MS);
  });
}

/** @param {Player} player */
function wireStory(player) {
  player.lines.forEach((line, at) => {
    // The id serves readers without scripts; here the browser must not jump to it.
    line.removeAttribute("id");
    line.addEventListener("click", () => {
      if (String(getSelection())) return;
      player.pause();
      player.go(at);
    });
  });
}

/** @param {PagePart} element */
function wirePlayer(element) {
  const facts = JSON.parse(document.querySelector("[data-replay]").textContent);
  const player = new Player(element, facts);
  const peek = element.querySelector("[data-peek]");
  element.hidden = false;
  wireStory(player);
  for (const button of element.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => player.do(button.dataset.do));
  }
  player.scrub.addEventListener("input", () => {
    player.pause();
    player.go(Number(player.scrub.value));
  });
  player.speed.addEventListener("change", () => {
    if (player.playing) player.wait();
  });
  peek.addEventListener("change", () => {
    player.stage.stage.classList.toggle("covered", !peek.checked);
  });
  window.addEventListener("hashchange", () => {
    const at = player.find(location.hash.slice(1));
    if (at >= 0) {
      player.pause();
      player.show(at);
    }
  });
  wireKeys(player);
  wireShare(player);
  wireCheck(element);
  const wanted = player.find(location.hash.slice(1));
  player.show(wanted < 0 ? player.opening : wanted);
  if (wanted > 0) element.scrollIntoView();
}

wirePlayer(document.querySelector("[data-player]"));
