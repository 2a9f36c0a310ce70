import { chartHtml, drawEffectLine, type EffectPoint } from '@auction-tiers/chart';
import { expect, test } from 'vitest';
import { faultsOf, marked } from './element.ts';

const dayMs = 86_400_000;
const begin = Date.parse('2026-11-16T05:00:00Z');
const pointOf = (value: number, half: number | null, at: number): EffectPoint => ({
  timeMs: begin + at * dayMs,
  value,
  low: half === null ? null : value - half,
  high: half === null ? null : value + half,
  label: `${16 + at} Nov`,
  title: `day ${at}`,
});

function draw(points: readonly EffectPoint[], widthPx = 700) {
  const flags = [{ timeMs: begin + dayMs / 2, label: 'Phase 2', href: '#phases' }];
  return chartHtml(
    {
      id: 'effect',
      title: 'Effect',
      description: 'Effect by day',
      hasLinks: true,
      draw: (px) => drawEffectLine({ points, flags, flagsTitle: 'Phases', word: String }, px),
    },
    widthPx,
  );
}

test('the band is drawn over the days that have a range, with the line of no effect and the phases', () => {
  const markup = draw([pointOf(1, null, 0), pointOf(0.5, 0.8, 1), pointOf(0.4, 0.3, 2)]);
  const [band] = marked(markup, 'curve-band');
  expect(band?.attributes.get('d')?.match(/L/g)).toHaveLength(3);
  expect(marked(markup, 'dot').length).toBe(3);
  expect(marked(markup, 'zero').length).toBe(1);
  expect(marked(markup, 'flag').length).toBe(1);
  expect(faultsOf(markup)).toEqual([]);
});

test('one day is a dot, at any width', () => {
  for (const width of [340, 1400]) {
    const markup = draw([pointOf(1, 0.5, 0)], width);
    expect([marked(markup, 'curve-band').length, marked(markup, 'dot').length]).toEqual([0, 1]);
  }
});
