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
    ...overlaps,
    ...outside.map(({ text }) => `label beyond the window: ${text}`),
  ];
}

/** A script to evaluate in a page: it returns the visible faults of the page in words. */
export const lookScript = toScript(look, [chartFaults]);
