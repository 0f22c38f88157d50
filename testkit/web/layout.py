"""Scripts that inspect the layout of a page."""

STICKING_OUT = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const parts = 'button, .button, .chips span, legend, h1, h2, h3, .tag, summary, th, td, label';
  const out = [...document.querySelectorAll(parts)]
    .filter((e) => seen(e) && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.outerHTML.slice(0, 120));
  return wide > 0 ? [`the page is ${wide} too wide`, ...out] : out;
}"""

_TO_PRESS = """
  const parts = "a[href], button, input, select, summary, textarea, .own-dice .die";
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    && !e.closest(".sr, .skip, .sprite, [popover]:not(:popover-open)");
  const named = (e) => e.id || e.getAttribute("aria-label") || e.outerHTML.slice(0, 80);
  const toPress = [...document.querySelectorAll(parts)].filter(seen);
"""

NOT_IN_WINDOW = f"""() => {{
  {_TO_PRESS}
  // What scrolls by itself must be in the window; what it holds is reached in there.
  const scrolling = (e) => {{
    const found = e.parentElement.closest(".side, .talk");
    return found && getComputedStyle(found).overflowY === "auto" ? found : e;
  }};
  return toPress.filter((e) => {{
    const {{ top, left, right, bottom, width, height }} = scrolling(e).getBoundingClientRect();
    return top < -0.5 || left < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
      || width === 0 || height === 0;
  }}).map(named);
}}"""
"""What can be pressed, and the own dice, as far as they are not wholly within the window."""

OVERLAPPING = f"""() => {{
  {_TO_PRESS}
  const inside = toPress.filter((e) => !e.closest(".side") && !e.matches(".die"));
  // The middle of each must be its own: nothing lies over it.
  return inside.filter((e) => {{
    const box = e.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !(e.contains(at) || at?.closest("label")?.contains(e));
  }}).map(named);
}}"""
"""What can be pressed in principle, but is covered by something else."""
