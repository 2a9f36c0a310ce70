import { chartHtml, type DayFigure, drawDayLine, sparkLineHtml } from '@auction-tiers/chart';
import { expect, test } from 'vitest';
import { faultsOf, marked } from './element.ts';

const dayOf = (value: number | null, at: number): DayFigure => ({ value, label: `Nov ${10 + at}`, title: `day ${at}` });
const draw = (days: readonly DayFigure[], widthPx: number) =>
  chartHtml(
    { id: 'days', title: 'Bids', description: 'Bids by day', draw: (px) => drawDayLine({ days, word: String }, px) },
    widthPx,
  );

test.for([160, 388, 1400])('a day without a figure is a gap, and each day can be read, %i px wide', (width) => {
  const markup = draw([3, 5, null, 4].map(dayOf), width);
  const [path] = marked(markup, 'now');
  expect(path?.attributes.get('d')?.match(/M/g)).toHaveLength(2);
  expect([marked(markup, 'dot').length, marked(markup, 'hit').length]).toEqual([3, 4]);
  expect(String(markup)).toContain('Nov 13');
  expect(faultsOf(markup)).toEqual([]);
});

test('what is usual is a bar on the day of which it is known', () => {
  const markup = draw([dayOf(3, 0), { ...dayOf(5, 1), usual: { low: 4, high: 9 } }], 388);
  expect(marked(markup, 'curve-band')).toHaveLength(1);
  expect(faultsOf(markup)).toEqual([]);
});

test('no day, and days without any figure, are drawn too', () => {
  for (const values of [[], [null, null], [0]]) {
    expect(faultsOf(draw(values.map(dayOf), 388))).toEqual([]);
    expect(faultsOf(sparkLineHtml(values, 'nothing yet'))).toEqual([]);
  }
});

test('a course in a cell is a line from 0 on, with gaps, and says what it shows', () => {
  const markup = sparkLineHtml([0, 2, null, 1], '1.00 USD on the last day');
  expect(marked(markup, 'level')[0]?.attributes.get('d')).toBe('M0,18L1,2M3,10Z');
  expect(String(markup)).toContain('aria-label="1.00 USD on the last day"');
  expect(faultsOf(markup)).toEqual([]);
});
