import { CompareReport } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { toneOf } from '../../src/comparison/words.ts';
import { partText } from '../../src/comparison/progress.tsx';
import { chooseExamples, toComparisonReport } from '../../src/comparison/report.ts';
import { sampleReport } from './schema-sample.ts';

test('a report of the published schema is read, money as numbers', () => {
  // Of the schema in the contract too: both are one.
  const read = toComparisonReport(CompareReport.parse(sampleReport()));
  expect(read).toMatchObject({ recommendation: 'launch', net: { difference: 1.5, interval: { low: 1.5, high: 1.5 } } });
  expect(read.perDay).toMatchObject({ difference: 1.5 });
  expect(read.days).toHaveLength(1);
  expect(read.buyers).toHaveLength(1);
  expect(read.tiers[0]).toMatchObject({ direction: 'gains', interval: { low: 1.5 } });
  expect(read.examples).toMatchObject([{ current: { netToSeller: 0 } }]);
  expect(read.commitments[0]).toMatchObject({ bound: 'at_least', figure: 'wins', keeping: 'kept' });
});

test('what is said with the verdict is apart, without options of the command line', () => {
  const sample = CompareReport.parse(sampleReport());
  const warnings = [
    {
      code: 'no_units',
      about: null,
      message: 'Users who return are not in it. Name them (unit), or declare none: --no-units.',
    },
    { code: 'several_tries', about: null, message: 'The best of 1.5 drafts looks good.' },
    { code: 'too_little', about: 'days', message: 'Few days.' },
  ] as const;
  const read = toComparisonReport({ ...sample, support: { ...sample.support, warnings: [...warnings] } });
  expect(read.first.map(({ text }) => text)).toEqual([
    'Users who return are not in it.',
    'The best of 1.5 drafts looks good.',
  ]);
  expect(read.warnings).toEqual([{ text: 'Few days.', isOfSettings: false }]);
  expect(read.rule).toEqual(sample.verdict.rule);
  expect(read.certainty[0]).toBe(sample.method.description);
});

test('what the settings of the sites would settle is told by its code, whatever its words', () => {
  const sample = CompareReport.parse(sampleReport());
  const codes = ['missing_hours', 'no_units', 'units_once', 'stopped'] as const;
  const reasons = codes.map((code) => ({ code, message: `Of ${code.replace('_', ' ')}.` }));
  const warnings = [{ code: 'no_units', about: null, message: 'Nobody is known.' }] as const;
  const read = (some: typeof reasons) =>
    toComparisonReport({
      ...sample,
      verdict: { ...sample.verdict, reasons: some },
      support: { ...sample.support, warnings: [...warnings] },
    });
  expect(read(reasons).reasons.map(({ isOfSettings }) => isOfSettings)).toEqual([true, true, true, false]);
  expect(read([]).first).toEqual([{ text: 'Nobody is known.', isOfSettings: true }]);
});

test('a tier that took no bid has the name of its tier set, and one that is named like an id keeps its name', () => {
  const sample = CompareReport.parse(sampleReport());
  const [step] = sample.funnel.draft;
  const names = ['Idle', 'Tier 8', 'Tier 9'];
  const draft = names.map((name, at) => ({ ...step!, tier_id: 7 + at, name }));
  const warnings = ['Tier 7 of the draft took no bid.', '2 tiers (Tier 8, Tier 9) of the draft took no bid.'].map(
    (message) => ({ code: 'not_in_log', about: 'tiers', message }) as const,
  );
  const read = toComparisonReport({
    ...sample,
    funnel: { ...sample.funnel, draft },
    support: { ...sample.support, warnings },
  });
  expect(read.warnings.map(({ text }) => text)).toEqual([
    'Tier Idle of the draft took no bid.',
    '2 tiers (Tier 8, Tier 9) of the draft took no bid.',
  ]);
});

test('of a recorded part the sums are those of all auctions, and what is of a day is so already', () => {
  const sample = CompareReport.parse(sampleReport());
  const [all, part] = [1, 0.01].map((share) => toComparisonReport({ ...sample, share }));
  const sums = ({ net, forgone, days, buyers, tiers }: typeof all & {}) => [
    net.difference,
    net.interval!.low,
    forgone.current,
    days[0]!.draft,
    buyers[0]!.difference,
    buyers[0]!.wins,
    tiers[0]!.interval!.high,
  ];
  expect(sums(part!)).toEqual(sums(all!).map((sum) => 100 * sum));
  expect(part!.perDay).toEqual(all!.perDay);
  expect(part!.commitments).toEqual(all!.commitments);
});

test('a log without hours has no interval and no figure per day', () => {
  const { net_to_seller: net, by_day: byDay, ...report } = CompareReport.parse(sampleReport());
  const without = {
    ...report,
    net_to_seller: { ...net, interval: null, per_cent: null, per_cent_interval: null },
    by_day: { ...byDay, per_day: null, days: [] },
  };
  expect(toComparisonReport(without)).toMatchObject({ perDay: null, days: [], net: { interval: null, perCent: null } });
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

test.for([
  [1, ''],
  [0.93, ', about 93.0 % of all'],
  [0.6, ', about 60.0 % of all'],
  [0.5, ', about one in 2'],
  [0.01, ', about one in 100'],
] as const)('of a part of %s of the auctions it is said “%s”', ([share, words]) => {
  expect(partText(share)).toBe(words);
});
