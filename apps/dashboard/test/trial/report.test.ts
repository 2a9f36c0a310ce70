import { expect, test } from 'vitest';
import { toneOf } from '../../src/trial/words.ts';
import { chooseExamples, readReport } from '../../src/trial/report.ts';
import { sampleReport } from './schema-sample.ts';

test('a report of the published schema is read, money as numbers', () => {
  const read = readReport(sampleReport());
  expect(read).toMatchObject({ recommendation: 'launch', net: { difference: 1.5, interval: { low: 1.5, high: 1.5 } } });
  expect(read.perDay).toMatchObject({ difference: 1.5 });
  expect(read.days).toHaveLength(1);
  expect(read.buyers).toHaveLength(1);
  expect(read.tiers[0]).toMatchObject({ direction: 'gains', interval: { low: 1.5 } });
  expect(read.examples).toMatchObject([{ current: { netToSeller: 0 } }]);
  expect(read.commitments[0]).toMatchObject({ bound: 'at_least', figure: 'wins', isKept: true });
});

test.for([
  ['verdict.decision', 'needed: launch, test_first'],
  ['net_to_seller.interval.low', 'needed: a number'],
  ['preference.forgone.draft', 'needed: a number'],
  ['by_day.days.0.date', 'needed: a text'],
  ['buyers.rows', 'needed: a list'],
  ['changes.0.examples.0.seed', 'needed: a text'],
] as const)('a report without %s is refused by the name of what is missing', ([path, needed]) => {
  const report = sampleReport();
  const names = path.split('.');
  let holder: Record<string, unknown> = report;
  for (const name of names.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  delete holder[names.at(-1)!];
  expect(() => readReport(report)).toThrow(`report.${path} is missing, ${needed}`);
});

test('a log without hours has no interval and no figure per day', () => {
  const report = sampleReport();
  Object.assign(report['net_to_seller'] as object, { interval: null, per_cent: null, per_cent_interval: null });
  Object.assign(report['by_day'] as object, { per_day: null, days: [] });
  expect(readReport(report)).toMatchObject({ perDay: null, days: [], net: { interval: null, perCent: null } });
});

test('a report that was written before it had the net to the seller of an example is read', () => {
  const report = sampleReport();
  const [{ examples }] = report['changes'] as [{ examples: { current_winner: Record<string, unknown> }[] }];
  delete examples[0]!.current_winner['net_to_seller'];
  expect(readReport(report).examples[0]!.current).toMatchObject({ netToSeller: null });
});

test('ten examples are of every kind in turn', () => {
  const kinds = [['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10'], [], ['b1', 'b2'], ['c1']];
  expect(chooseExamples(kinds)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5', 'a6', 'a7']);
});

test.for([
  [{ low: 0.1, high: 2 }, 'gain'],
  [{ low: -2, high: -0.1 }, 'loss'],
  [{ low: -0.1, high: 2 }, 'even'],
  [{ low: 0, high: 0 }, 'even'],
  [null, 'even'],
] as const)('a difference with the interval %j has the colour: %s', ([interval, tone]) => {
  expect(toneOf(interval)).toBe(tone);
});
