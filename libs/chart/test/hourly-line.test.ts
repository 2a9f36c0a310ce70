import type { HourlyLine } from '@auction-tiers/chart';
import { chartHtml, drawHourlyLine, hourlyLegendHtml } from '@auction-tiers/chart';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollars, elementsOf, faultsOf, marked, overlapsOf } from './element.ts';

const hourMs = 3_600_000;
const midnight = Date.parse('2026-11-16T05:00:00Z');

/** Hours of New York from the midnight of 16 November. */
function lineOf(values: readonly (number | null)[], more: Partial<HourlyLine> = {}): HourlyLine {
  const hours = values.map((value, at) => ({
    startsAtMs: midnight + at * hourMs,
    day: `${16 + Math.floor(at / 24)} Nov`,
    time: `${String(at % 24).padStart(2, '0')}:00`,
    value,
    earlier: null,
    title: `hour ${at}`,
  }));
  return { hours, flags: [], word: dollars, flagsTitle: 'Publishes', ...more };
}

function draw(line: HourlyLine, widthPx = 1000) {
  const about = { id: 'net', title: 'Net by hour', description: 'Net, 16 November', hasLinks: line.flags.length > 0 };
  return chartHtml({ ...about, draw: (width) => drawHourlyLine(line, width) }, widthPx);
}

function pathOf(line: HourlyLine, className: string): string {
  return marked(draw(line), className)
    .filter(({ tag }) => tag === 'path')
    .map(({ attributes }) => attributes.get('d') ?? '')
    .join('');
}

test('the line has a gap where an hour has no figure, and where an hour is missing', () => {
  const line = lineOf([1, 2, null, 3, 4, 5, 6]);
  expect(pathOf(line, 'now').match(/M/g)).toHaveLength(2);
  expect(pathOf({ ...line, hours: line.hours.filter((_, at) => at !== 5) }, 'now').match(/M/g)).toHaveLength(3);
});

test('a figure between two gaps is a dot, also in a line too long for dots', () => {
  const alone = lineOf(Array.from({ length: 200 }, (_, at) => (at === 100 ? 5 : at < 90 ? 1 : null)));
  expect(marked(draw(alone), 'dot')).toHaveLength(1);
});

test('the line of many days has every hour', () => {
  const hours = 24 * 31;
  const path = pathOf(lineOf(Array.from({ length: hours }, (_, at) => at % 24)), 'now');
  expect(path).toMatch(/^M[\d.]+,[\d.]+(L[\d.]+,[\d.]+)+$/);
  expect(path.match(/[ML]/g)).toHaveLength(hours);
});

test('the band spans the usual range of each hour, with a gap where it is not known', () => {
  const line = lineOf([1, 2, 3, 4, 5]);
  const ranges = [[0, 4], [1, 5], null, [1, 8], [2, 9]];
  const hours = line.hours.map((hour, at) => {
    const range = ranges[at];
    return { ...hour, usual: range ? { low: range[0]!, high: range[1]! } : null };
  });
  const path = pathOf({ ...line, hours }, 'curve-band');
  expect(path.match(/M/g)).toHaveLength(2);
  expect(pathOf(line, 'curve-band')).toBe('');
  const dots = marked(draw({ ...line, hours }), 'dot').map((dot) => dot.number('cy'));
  // The highest end of a range is higher than all figures, and within the drawing.
  const ends = [...path.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...ends)).toBeLessThan(Math.min(...dots));
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(0);
});

test('higher figures are higher, and an hour is drawn at its middle', () => {
  const [low, high] = marked(draw(lineOf([1, 2])), 'dot');
  expect(high!.number('cy')).toBeLessThan(low!.number('cy'));
  const [left, right] = marked(draw(lineOf([1, 2])), 'hit');
  expect(low!.number('cx')).toBeCloseTo(left!.number('x') + left!.number('width') / 2, 1);
  expect(high!.number('cx')).toBeCloseTo(right!.number('x') + right!.number('width') / 2, 1);
});

test('the weekday before is a second line, dashed, and its figures are in the scale', () => {
  const line = lineOf([1, 2, 3]);
  const earlier = { ...line, hours: line.hours.map((hour) => ({ ...hour, earlier: 400 })) };
  expect(pathOf(line, 'earlier')).toBe('');
  expect(pathOf(earlier, 'earlier')).toMatch(/^M/);
  expect(marked(draw(earlier), 'tick').map(({ text }) => text)).toContain('$400');
});

test('a publish is a flag with a link and a name, at its time', () => {
  const flags = [{ timeMs: midnight + 90 * 60_000, label: '01:30 by Ada', href: '/app/history?step=7' }];
  const drawn = draw(lineOf([1, 2, 3], { flags }));
  const [flag] = marked(drawn, 'flag');
  expect(flag).toMatchObject({ tag: 'a' });
  expect(flag!.attributes.get('href')).toBe('/app/history?step=7');
  expect(flag!.attributes.get('aria-label')).toBe('01:30 by Ada');
  const [, second] = marked(drawn, 'hit');
  expect(marked(drawn, 'pole')[0]!.number('x1')).toBeCloseTo(second!.number('x') + second!.number('width') / 2, 1);
  expect(elementsOf(drawn)[0]!.attributes.get('role')).toBe('group');
});

test('a flag at the right edge flies to the left, with its label', () => {
  const flags = [{ timeMs: midnight + 23.9 * hourMs, label: '23:54 by Ada', href: '/' }];
  const drawn = draw(
    lineOf(
      Array.from({ length: 24 }, () => 1),
      { flags },
    ),
  );
  const pole = marked(drawn, 'pole')[0]!.number('x1');
  const label = elementsOf(drawn).find(({ tag, text }) => tag === 'text' && text === '23:54 by Ada');
  expect(label!.number('x')).toBeLessThan(pole);
  expect(label!.has('end')).toBe(true);
  expect(overlapsOf(drawn, 1000)).toEqual([]);
});

test('flags that would lie over each other are one, which names them all and leads to the first', () => {
  const flags = [60, 61, 62, 150].map((minute, at) => ({
    timeMs: midnight + minute * 60_000,
    label: `change ${at}`,
    href: `/${at}`,
  }));
  const drawn = marked(draw(lineOf([1, 2, 3], { flags })), 'flag');
  expect(drawn.map(({ attributes }) => [attributes.get('href'), attributes.get('aria-label')])).toEqual([
    ['/0', '3 changes: change 0; change 1; change 2'],
    ['/3', 'change 3'],
  ]);
});

test('a publish before or after the hours has no flag', () => {
  const flags = [-1, 3 * hourMs + 1].map((ms) => ({ timeMs: midnight + ms, label: 'elsewhere', href: '/' }));
  expect(marked(draw(lineOf([1, 2, 3], { flags })), 'flag')).toEqual([]);
});

test.for([
  [1, 1040, ['16 Nov'], '06:00'],
  [8, 1040, ['16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov', '21 Nov', '22 Nov', '23 Nov'], '12:00'],
  [8, 340, ['16 Nov', '18 Nov', '20 Nov', '22 Nov'], null],
] as const)('%i days of %i px name the dates %j', ([days, widthPx, dates, time]) => {
  const drawn = draw(lineOf(Array.from({ length: days * 24 }, () => 1)), widthPx);
  const texts = marked(drawn, 'tick').map(({ text }) => text);
  expect(texts.filter((text) => text.endsWith('Nov'))).toEqual(dates);
  if (time === null) expect(texts.filter((text) => text.includes(':'))).toEqual([]);
  else expect(texts).toContain(time);
});

test('every hour says its figure when the pointer is on it', () => {
  const titles = elementsOf(draw(lineOf([1, null, 3]))).filter(({ tag }) => tag === 'title');
  expect(titles.map(({ text }) => text)).toEqual(['Net by hour', 'hour 0', 'hour 1', 'hour 2']);
});

test('the legend tells the lines and the flag apart by shape', () => {
  const legend = hourlyLegendHtml({ value: '22 Nov', earlier: '15 Nov', flag: 'publish' });
  expect(elementsOf(legend).filter(({ tag }) => tag === 'li')).toHaveLength(3);
  expect(faultsOf(legend)).toEqual([]);
});

const amount = fc.oneof(fc.constantFrom(null, 0, 1e9, -1e9, 1e-9), fc.double({ min: -1e9, max: 1e9, noNaN: true }));

test('whatever the figures, every coordinate is a number and no two labels overlap', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(amount, { maxLength: 80 }), fc.array(amount, { minLength: 1, maxLength: 1 })),
      fc.array(fc.double({ min: -5, max: 90, noNaN: true }), { maxLength: 6 }),
      fc.integer({ min: 280, max: 2000 }),
      (values, at, widthPx) => {
        const flags = at.map((hours) => ({ timeMs: midnight + hours * hourMs, label: '08:15 by <Ada>', href: '/h' }));
        const drawn = draw(lineOf(values, { flags }), widthPx);
        expect(faultsOf(drawn)).toEqual([]);
        expect(overlapsOf(drawn, widthPx)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test.for([[[]], [[null, null]], [[5]], [[0, 0]], [[-3, -3]], [[1e9, -1e9]]] as const)('%j is drawn', ([values]) => {
  const drawn = draw(lineOf(values));
  expect(faultsOf(drawn)).toEqual([]);
  expect(marked(drawn, 'dot')).toHaveLength(values.filter((value) => value !== null).length);
});
