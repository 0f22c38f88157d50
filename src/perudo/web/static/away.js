// Polls the server, and reloads the reader's page as soon as it answers.

const ASK_EVERY_MS = 2_000;

const awayState = document.querySelector("[data-away]");

// This page may have been cached before the reader chose a theme.
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
