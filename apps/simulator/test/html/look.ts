/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { type Eyes, lookScript as toScript } from '@auction-tiers/tools/browser';

function look(eyes: Eyes): string[] {
  const { contrastFaults, isShown, overflows } = eyes;
  // Rows of a table look alike.
  const judged = 'body *:not(tr:nth-child(n + 3) *)';
  const charts = [...document.querySelectorAll('svg.chart')].filter(isShown);
  return [
    ...overflows('.scroll'),
    ...charts.flatMap((chart) => chartFaults(chart, eyes)),
    ...[...document.querySelectorAll('table')].filter(isShown).flatMap((table) => tableFaults(table, eyes)),
    ...listedFaults(eyes),
    ...(charts.length === 0 && document.querySelector('.nothing') === null ? ['there is no chart'] : []),
    ...new Set([...document.querySelectorAll(judged)].filter(isShown).flatMap(contrastFaults)),
  ];
}

function chartFaults(chart: Element, { nameOf }: Eyes): string[] {
  const marks = [...chart.querySelectorAll('.mark, .level')].map((mark) => mark.getBoundingClientRect());
  const isEmpty = !marks.some(({ width, height }) => width > 0 && height > 0);
  const texts = [...chart.querySelectorAll('text')].map((text) => ({
    text: nameOf(text),
    box: text.getBoundingClientRect(),
  }));
  const overlaps = texts.flatMap(({ text, box }, at) =>
    texts
      .slice(at + 1)
      .filter(({ box: other }) => {
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        return across > 0.5 && down > 0.5;
      })
      .map((other) => `labels overlap: ${text}, ${other.text}`),
  );
  const outside = texts.filter(({ box }) => box.left < -0.5 || box.right > innerWidth + 0.5);
  return [
    ...(isEmpty ? ['a chart without marks'] : []),
    ...(chart.querySelectorAll('text.tick').length < 2 ? ['a chart without labelled ticks'] : []),
    ...overlaps,
    ...outside.map(({ text }) => `label beyond the window: ${text}`),
  ];
}

/** Tables that do not fit a desktop window; in a narrow one figures that the edge of the window cuts while nothing is scrolled, a missing hint to scroll, and drawings without axis. */
function tableFaults(table: HTMLTableElement, { isShown, nameOf }: Eyes): string[] {
  const box = table.closest('.scroll');
  if (box === null) return [`a table that cannot scroll: ${nameOf(table)}`];
  const right = box.getBoundingClientRect().right;
  const cut = [...table.querySelectorAll('.figure')].flatMap((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const isCut = [...range.getClientRects()].some((part) => part.left < right - 1 && part.right > right + 1);
    return isCut ? [`a figure is cut: ${nameOf(cell)}`] : [];
  });
  const scrolls = box.scrollWidth > box.clientWidth + 1;
  const hints = [...table.querySelectorAll('.hint')].filter(isShown);
  const isNarrow = innerWidth < 1000;
  const axes = [...table.querySelectorAll('svg.axis')].filter(isShown);
  const ticks = axes.flatMap((axis) => [...axis.querySelectorAll('text.tick')]);
  const labels = ticks.map((tick) => tick.getBoundingClientRect());
  const overlaps = labels.filter((label, at) =>
    labels.slice(at + 1).some((other) => Math.min(label.right, other.right) - Math.max(label.left, other.left) > 0.5),
  );
  return [
    ...(isNarrow ? cut : []),
    // Only amounts of trillions may need more than a desktop window.
    ...(!isNarrow && scrolls && !table.textContent.includes(',432,') ? [`too wide: ${nameOf(table)}`] : []),
    ...(isNarrow && scrolls && hints.length === 0 ? [`no hint to scroll: ${nameOf(table)}`] : []),
    ...(!scrolls && hints.length > 0 ? [`a hint to scroll, but all fits: ${nameOf(table)}`] : []),
    ...(table.querySelector('td svg.track') !== null && ticks.length === 0 ? [`no axis: ${nameOf(table)}`] : []),
    ...(overlaps.length > 0 ? [`labels of an axis overlap: ${nameOf(table)}`] : []),
  ];
}

/** Bars of the bids that a tier lists: palest of all, so their outline must be seen. */
function listedFaults({ contrastOf, isShown }: Eyes): string[] {
  const bars = [...document.querySelectorAll('.track rect.step-0')].filter(isShown);
  return bars
    .map((rect) => contrastOf(getComputedStyle(rect).stroke, rect))
    .filter((ratio) => ratio < 3)
    .map((ratio) => `the outline of a bar has a contrast of ${ratio.toFixed(1)}`);
}

/** A script to evaluate in a page: it returns the visible faults of the page in words. */
export const lookScript = toScript(look, [chartFaults, tableFaults, listedFaults]);
