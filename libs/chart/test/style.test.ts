import { chartStyle, colours } from '@auction-tiers/chart';
import { expect, test } from 'vitest';

/** WCAG 2.2, relative luminance of `#rrggbb`. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

test.for(['light', 'dark'] as const)('letters have a contrast of 4.5 and marks of 3 in the %s theme', (theme) => {
  const variables = new Map(
    Array.from(String(colours[theme]).matchAll(/--(\w+): (#\w{6});/g), ([, name = '', hex = '']) => [name, hex]),
  );
  const contrast = (name: string) => contrastOf(variables.get(name) ?? '', variables.get('card') ?? '');
  for (const name of ['ink', 'muted', 'accent', 'gain', 'loss'])
    expect(contrast(name), name).toBeGreaterThanOrEqual(4.5);
  expect(contrast('current')).toBeGreaterThanOrEqual(3);
});

test('no letter is smaller than 11 px', () => {
  const sizes = Array.from(String(chartStyle).matchAll(/font-size: ([\d.]+)(px|rem)/g), ([, size, unit]) => {
    return Number(size) * (unit === 'rem' ? 16 : 1);
  });
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11);
});

test('every variable of the style sheet is one of the colours, or set by the style sheet itself', () => {
  const text = String(chartStyle);
  const used = new Set(Array.from(text.matchAll(/var\(--(\w+)/g), ([, name]) => name));
  const unset = [...used].filter((name) => !`${String(colours.light)}${text}`.includes(`--${name}:`));
  expect(unset).toEqual([]);
});
