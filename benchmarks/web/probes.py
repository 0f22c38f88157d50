"""Scripts that run in a page before its own, to measure it from within."""

WORKS = """
window.measured = {};
// The page marks its picker when it has wired it. Observers are called after the page's script has
// finished; the press shows that the picker really works.
new MutationObserver((changes, observer) => {
  observer.disconnect();
  const form = document.querySelector("form#picker[data-wired]");
  const before = form.quantity.value;
  form.querySelector('[data-step-by="1"]').click();
  measured.works = performance.now();
  measured.changed = form.quantity.value !== before && form.querySelector("#bid") !== null;
}).observe(document, { subtree: true, attributeFilter: ["data-wired"] });
"""
"""Measures when a bid can be picked, and whether a press on + then changes the number."""

READ_WORKS = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const [navigation] = performance.getEntriesByType("navigation");
  if (!paint || !measured.changed) return null;
  return { works: measured.works, painted: paint.startTime, arrived: navigation.responseEnd };
}"""

READ_PAINT = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const [navigation] = performance.getEntriesByType("navigation");
  if (!paint || !navigation.domContentLoadedEventEnd) return null;
  const works = navigation.domContentLoadedEventEnd;
  return { works, painted: paint.startTime, arrived: navigation.responseEnd };
}"""
"""For a page without a script: when it has been parsed."""

FRAMES = """
window.frames_ = [];
const clock = () => performance.timeOrigin + performance.now();
// After the next paint: animation frames are called before it, messages posted there after it.
window.afterPaint = (then) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage(null);
});
const PageSource = EventSource;
window.EventSource = class extends PageSource {
  constructor(address) {
    super(address);
    // This listener is called first: the page adds its own later.
    this.addEventListener("message", (message) => {
      const arrived = clock();
      afterPaint(() => {
        const painted = clock();
        const { version, events } = JSON.parse(message.data);
        frames_.push({ version, events: events.map((event) => event.event), arrived, painted });
      });
    });
  }
};
window.sent = [];
const pageFetch = window.fetch;
window.fetch = (...asked) => {
  if (String(asked[0]).includes("/act")) sent.push(clock());
  return pageFetch(...asked);
};
"""
"""Records when each frame of the stream arrives and is painted, and when each action is sent."""

IDLE_PAINT = """() => new Promise((done) => setTimeout(() => {
  const asked = performance.now();
  afterPaint(() => done(performance.now() - asked));
}, 7 * Math.random()))"""
"""The same wait with nothing to paint: the delay of the browser's own frame rate."""

SPIN = """() => {
  const spin = (rounds) => {
    let sum = 0;
    for (let n = 0; n < rounds; n++) sum += n % 7;
    return sum;
  };
  spin(2e6);
  const began = performance.now();
  spin(6e6);
  return performance.now() - began;
}"""
"""A fixed amount of work: shows how much the processor is throttled."""
