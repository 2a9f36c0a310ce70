import { type CompareReport, presentReport, toldWarnings, Warning } from '../../src/compare-report/index.ts';
import { expect, test } from 'vitest';

/** Every code that version 1 of a comparison's report had. */
const formerCodes =
  'no_auctions few_auctions few_changes few_blocks few_changed_blocks few_days days_move_together days_of_week no_units several_tries sampled repeats odd_times lost_bids lost_of_buyers stopped no_unsold no_times no_fee fee_ignored broken_lines feed_censored feed_without_attributes unmapped_seats outsized_bids other_owners buyers_not_in_log tiers_not_exercised rows_bounded'.split(
    ' ',
  );

test('each warning of a report of version 1 is one of the present kinds, with its sentence', () => {
  const warnings = formerCodes.map((code) => ({ code, message: `Of ${code}.` }));
  const stored = { version: 1, support: { warnings }, stability: {} } as unknown as CompareReport;
  const { version, support, stability } = presentReport(stored);
  expect(version).toBe(2);
  expect(support.warnings.map(({ message }) => message)).toEqual(warnings.map(({ message }) => message));
  for (const warning of support.warnings) expect(Warning.safeParse(warning)).toMatchObject({ success: true });
  expect(support.warnings).toContainEqual({ code: 'unusable', about: 'bids', message: 'Of unmapped_seats.' });
  expect(new Set(support.warnings.map(({ code }) => code)).size).toBe(15);
  expect(presentReport({ version, support, stability } as CompareReport)).toEqual({ version, support, stability });
});

test.for([1, 2])(
  'what a stored report of version %i does not know of shocks is null; what it knows stays',
  (version) => {
    const known = { low: '-1.000000000', high: '2.000000000' };
    const stored = {
      version,
      support: { warnings: [] },
      stability: { missing_hours: [3] },
    } as unknown as CompareReport;
    expect(presentReport(stored).stability).toEqual({ missing_hours: [3], if_shocks_persist: null });
    const present = { ...stored, stability: { ...stored.stability, if_shocks_persist: known } };
    expect(presentReport(present).stability).toEqual({ missing_hours: [3], if_shocks_persist: known });
  },
);

test('what a reason tells of users is not told again by a warning', () => {
  const warnings = [
    {
      code: 'no_units',
      about: null,
      message: 'The interval may be too narrow: 99 % of the users are in one auction only.',
    },
    { code: 'repeats', about: null, message: 'Two auctions repeat others.' },
  ];
  const told = (code: string) => {
    const verdict = { reasons: [{ code, message: '99 % of the users are in one auction only.' }] };
    return toldWarnings({ support: { warnings }, verdict } as unknown as CompareReport).first.map((one) => one.code);
  };
  expect(told('units_once')).toEqual(['repeats']);
  expect(told('no_units')).toEqual(['repeats']);
  expect(told('few_days')).toEqual(['no_units', 'repeats']);
});
