import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [darkest, slope] = [0.03928, 12.92];

/** Of WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= darkest ? part / slope : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((left, right) => right - left) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const style = readFileSync(new URL('../../src/style/colour.css', import.meta.url), 'utf8');
const schemes = [...style.matchAll(/^:root.* \{\n(?<block>(?: {2}--page-.*\n)+)\}/gm)].map(
  ({ groups }) =>
    new Map(Array.from(groups!['block']!.matchAll(/(--page-[\w-]+): ([^;]+);/g), ([, name, value]) => [name!, value!])),
);

test('each scheme has every colour', () => {
  const [light, dark] = schemes.map((colours) => [...colours.keys()]);
  expect(schemes).toHaveLength(2);
  expect(dark).toEqual(light);
});

test.for([0, 1])('text of every colour can be read on every ground: scheme %i', (scheme) => {
  const found = ['ink', 'muted', 'accent', 'gain', 'loss', 'warn'].flatMap((text) =>
    ['ground', 'surface', 'raised', 'bar', 'warn-ground', 'gain-ground', 'loss-ground'].flatMap((ground) => {
      const [written, behind] = [text, ground].map((name) => schemes[scheme]!.get(`--page-${name}`)!);
      return contrast(written!, behind!) < 4.5 ? [`${text} on ${ground}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
