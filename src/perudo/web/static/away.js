// Asks the server again and again, and goes on where the reader was as soon as it answers.

const ASK_EVERY_MS = 2_000;

const awayState = document.querySelector("[data-away]");

// This page was kept before the reader chose a look.
const themeKept = /(?:^|; )perudo_theme=(\w+)/.exec(document.cookie);
if (themeKept) document.documentElement.dataset.theme = themeKept[1];

async function answers() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function askAgain() {
  if (await answers()) {
    awayState.textContent = awayState.dataset.there;
    if (location.pathname === "/away") location.replace("/");
    else location.reload();
    return;
  }
  awayState.textContent = awayState.dataset.notYet;
  setTimeout(askAgain, ASK_EVERY_MS);
}

askAgain();
