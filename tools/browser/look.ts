/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** The functions that a `look` at a page can use; they run in the page. */
export interface Eyes {
  readonly isShown: typeof isShown;
  readonly overflows: typeof overflows;
  readonly contrastFaults: typeof contrastFaults;
  readonly contrastOf: typeof contrastOf;
  readonly nameOf: typeof nameOf;
}

/** Whether an element is visible and has a width. */
function isShown(element: Element): boolean {
  return element.checkVisibility() && element.getBoundingClientRect().width > 0;
}

/** The visible elements that extend beyond the window, except those in a box that scrolls by itself. */
function overflows(scrollingBoxes: string): string[] {
  const isWide = document.documentElement.scrollWidth > innerWidth;
  const outside = [...document.querySelectorAll('body *')]
    .filter((element) => isShown(element) && element.closest(scrollingBoxes) === null)
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => `beyond the window: ${nameOf(element)}`);
  return [...(isWide ? ['the page scrolls sideways'] : []), ...outside];
}

/** An element whose own text has a contrast of less than 4.5 (WCAG AA) to its background. */
function contrastFaults(element: Element): string[] {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
  if (!hasText || element.closest('title, desc, option') !== null) return [];
  const { color, fill } = getComputedStyle(element);
  const ratio = contrastOf(element instanceof SVGElement ? fill : color, element);
  return ratio >= 4.5 ? [] : [`contrast of ${ratio.toFixed(1)}: ${nameOf(element)}`];
}

/** The contrast of a colour, as returned by `getComputedStyle`, to an element's background: from 1 to 21. */
function contrastOf(color: string, element: Element): number {
  const ground = groundOf(element);
  const marks = over(channelsOf(color), ground);
  const [less = 0, more = 0] = [luminance(marks), luminance(ground)].toSorted((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

/** The background of an element: its own colour over that of its parents where it is transparent. */
function groundOf(element: Element | null): number[] {
  if (element === null) return [255, 255, 255];
  const own = channelsOf(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
}

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
function channelsOf(color: string): number[] {
  const [red = 0, green = 0, blue = 0, opacity = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, opacity];
}

function over(channels: readonly number[], ground: readonly number[]): number[] {
  const opacity = channels[3] ?? 1;
  return [0, 1, 2].map((at) => opacity * (channels[at] ?? 0) + (1 - opacity) * (ground[at] ?? 0));
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function nameOf(element: Element): string {
  return `<${element.tagName} ${element.getAttribute('class') ?? ''}> ${element.textContent?.trim().slice(0, 30)}`;
}

const shared = [isShown, overflows, contrastFaults, contrastOf, groundOf, channelsOf, over, luminance, nameOf];

/**
 * A script to evaluate in a page: it returns what `look` returns. Functions are sent to the page as text, so `look` may
 * use its argument and the functions of `parts`, but no imports of its module.
 */
export const lookScript = (
  look: (eyes: Eyes) => string[],
  parts: readonly ((...given: never[]) => unknown)[] = [],
): string => `(() => {
  ${[...shared, ...parts, look].join('\n')}
  return ${look.name}({ isShown, overflows, contrastFaults, contrastOf, nameOf });
})()`;
