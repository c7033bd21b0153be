"""Finds words of a table that are cut, measured in the browser."""

CUT = """() => {
  const parts = [...document.querySelectorAll(".table-head, .mat, .ask")];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const style = (element) => getComputedStyle(element);
  // Words for screen readers alone are cut on purpose.
  const isRead = (element) => element && (style(element).clipPath !== "none" || isRead(element.parentElement));
  const cuts = (element) => /hidden|clip/.test(style(element).overflowX + style(element).overflowY);
  const name = ({ tagName, className, textContent }) => `${tagName}.${className} "${textContent.trim()}"`;
  const found = new Set();
  for (const part of parts) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (texts.nextNode()) {
      const words = texts.currentNode, box = words.parentElement;
      if (!words.textContent.trim() || !shown(box) || isRead(box)) continue;
      if (box.closest("svg, .table-menu-body, option")) continue;
      range.selectNodeContents(words);
      const lines = [...range.getClientRects()].filter(({ width }) => width);
      for (let up = box; up !== part.parentElement; up = up.parentElement) {
        if (/auto|scroll/.test(style(up).overflowX)) break;
        const edge = up.getBoundingClientRect();
        const isOut = lines.some(({ left, right, top, bottom }) =>
          right > edge.right + 1 || left < edge.left - 1 || bottom > edge.bottom + 4 || top < edge.top - 4);
        const isWide = up === box && style(up).display !== "inline" && up.scrollWidth > up.clientWidth + 1;
        if (isWide || (cuts(up) && isOut)) {
          found.add(`${name(box)} in ${up.className || up.tagName}`);
        }
      }
      if (lines.some(({ left, right }) => left < 0 || right > innerWidth)) found.add(`${name(box)} in the window`);
    }
  }
  return [...found];
}"""
"""Words of the board that some part of it cuts off."""
