/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

function look(): string[] {
  // Rows of a table look alike.
  const judged = 'body *:not(tr:nth-child(n + 3) *)';
  const charts = [...document.querySelectorAll('svg.chart')].filter(isShown);
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
    ...overflows(),
    ...charts.flatMap(chartFaults),
    ...(charts.length === 0 && document.querySelector('.nothing') === null ? ['there is no chart'] : []),
    ...new Set([...document.querySelectorAll(judged)].filter(isShown).flatMap(contrastFaults)),
  ];
}

function isShown(element: Element): boolean {
  return element.checkVisibility() && element.getBoundingClientRect().width > 0;
}

function overflows(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => isShown(element) && element.closest('.scroll') === null)
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => `beyond the window: ${nameOf(element)}`);
}

function chartFaults(chart: Element): string[] {
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

function contrastFaults(element: Element): string[] {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
  if (!hasText || element.closest('title, desc') !== null) return [];
  const { color, fill } = getComputedStyle(element);
  const letters = luminance(element instanceof SVGElement ? fill : color);
  const ground = luminance(groundOf(element));
  const ratio = (Math.max(letters, ground) + 0.05) / (Math.min(letters, ground) + 0.05);
  return ratio >= 4.5 ? [] : [`contrast of ${ratio.toFixed(1)}: ${nameOf(element)}`];
}

function groundOf(element: Element | null): string {
  if (element === null) return 'rgb(255, 255, 255)';
  const { backgroundColor } = getComputedStyle(element);
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function nameOf(element: Element): string {
  return `<${element.tagName} ${element.getAttribute('class') ?? ''}> ${element.textContent?.trim().slice(0, 30)}`;
}

const parts = [look, isShown, overflows, chartFaults, contrastFaults, groundOf, luminance, nameOf];

/** A script to evaluate in a page: it returns the visible faults of the page in words. */
export const lookScript = `(() => { ${parts.join('\n')} return look(); })()`;
