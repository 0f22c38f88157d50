"""Hold answers of the server back in a page, so that what comes later can overtake them.

The page's own ``fetch`` waits, not a route of the test: a handler that asks the server itself may
never be called back.
"""

import json

from playwright.sync_api import Page

HOLD = """path => {
  const asks = window.fetch;
  const held = [];
  let holds = true;
  window.fetch = async (...asked) => {
    const answer = await asks(...asked);
    if (holds && String(asked[0]).includes(path)) await new Promise((go) => held.push(go));
    return answer;
  };
  window.heldAnswers = held;
  window.letAnswersGo = () => {
    holds = false;
    for (const go of held) go();
  };
}"""


def hold_answers(page: Page, path: str) -> None:
    """Hold back the answers to requests with this in their address, here and on later pages."""
    page.add_init_script(f"({HOLD})({json.dumps(path)})")
    page.evaluate(HOLD, path)


def let_answers_go(page: Page) -> None:
    """Wait for an answer that is held back; let all go on, and the page deal with them."""
    page.wait_for_function("() => window.heldAnswers.length > 0")
    page.evaluate(
        "async () => { letAnswersGo();"
        " for (const _ of [1, 2]) await new Promise((done) => setTimeout(done)); }"
    )
