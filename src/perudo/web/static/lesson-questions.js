// The questions of a step: choices with a reply to each, and dice to tap.

/** @param {PagePart} step */
export function wireStep(step) {
  for (const question of step.querySelectorAll("[data-question]")) {
    if ("tapping" in question.dataset) wireTapping(step, question);
    else wireChoices(step, question);
  }
}

/**
 * @param {PagePart} step
 * @param {PagePart} question
 */
function wireChoices(step, question) {
  const answers = [...question.querySelectorAll("[data-answer]")];
  for (const answer of answers) {
    answer.addEventListener("click", () => {
      if (answer.ariaDisabled === "true") return;
      answer.classList.add(answer.dataset.answer);
      if ("reveals" in question.dataset) {
        // Once the cups are up there is nothing to choose any more.
        for (const other of answers) other.ariaDisabled = "true";
        if (question.dataset.reveals === "plain") liftCups(step);
        else liftAll(step);
      }
      tell(question, answer.dataset.says, answer.dataset.answer);
      if ("done" in answer.dataset) finish(step);
    });
  }
}

/**
 * @param {PagePart} step
 * @param {PagePart} question
 */
function wireTapping(step, question) {
  const dice = [...step.querySelectorAll("button[data-die]")];
  const show = question.querySelector("[data-show]");
  const done = () => {
    for (const die of dice) die.disabled = true;
    show.hidden = true;
    question.querySelector("[data-check]").hidden = true;
    liftAll(step);
    tell(question, question.dataset.right, "good");
    finish(step);
  };
  if (!question.hidden) enable(dice);
  for (const die of dice) {
    die.addEventListener("click", () => {
      die.ariaPressed = String(die.ariaPressed !== "true");
      die.classList.remove("bad");
    });
  }
  question.querySelector("[data-check]").addEventListener("click", () => {
    /** @param {Button} die */
    const tapped = (die) => die.ariaPressed === "true";
    /** @param {Button} die */
    const counts = (die) => "counts" in die.dataset;
    const missing = dice.some((die) => counts(die) && !tapped(die));
    const extra = dice.filter((die) => tapped(die) && !counts(die));
    if (!missing && !extra.length) {
      done();
      question.querySelector("[data-feedback]").focus();
      return;
    }
    for (const die of extra) die.classList.add("bad");
    const why = [extra.length ? question.dataset.extra : "", missing ? question.dataset.missing : ""];
    tell(question, why.join(" ").trim(), "bad");
    show.hidden = false;
  });
  show.addEventListener("click", () => {
    done();
    question.querySelector("[data-feedback]").focus();
  });
}

/** @param {Iterable<Button>} dice */
function enable(dice) {
  for (const die of dice) die.disabled = false;
}

// Lifts all cups and highlights the dice that count.
/** @param {PagePart} step */
function liftAll(step) {
  step.querySelector("[data-stage]")?.classList.add("counted");
  liftCups(step);
  for (const die of step.querySelectorAll("[data-counts]")) {
    die.classList.add("lit");
    die.ariaLabel = die.dataset.lit;
  }
}

/** @param {PagePart} step */
function liftCups(step) {
  for (const place of step.querySelectorAll("[data-place]")) {
    place.classList.add("up");
    place.querySelector("[data-covered]").hidden = true;
    place.querySelector("[data-dice]").hidden = false;
  }
}

/**
 * @param {PagePart} question
 * @param {string} text
 * @param {string} kind
 */
function tell(question, text, kind) {
  const feedback = question.querySelector("[data-feedback]");
  feedback.textContent = text;
  feedback.classList.remove("good", "bad", "plain");
  feedback.classList.add(kind);
  feedback.scrollIntoView({ block: "nearest" });
}

// Shows the next question of the step, or highlights the link to the next step.
/** @param {PagePart} step */
function finish(step) {
  const next = [...step.querySelectorAll("[data-question]")].find((other) => other.hidden);
  if (!next) {
    step.querySelector(".next").classList.add("main");
    return;
  }
  for (const other of step.querySelectorAll("[data-with-next]")) other.hidden = false;
  next.hidden = false;
  if ("tapping" in next.dataset) {
    liftCups(step);
    enable(step.querySelectorAll("button[data-die]"));
  }
}
