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
