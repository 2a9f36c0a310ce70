import { TierSetDraft, TierSetFile, toTierSetSource } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { compile } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { pathsOf } from '../fixture/problem.ts';

const file = demoTierSet();

test('a file that was written is read again as it was', () => {
  expect(TierSetFile.parse(JSON.parse(JSON.stringify(file)))).toStrictEqual(file);
});

test('a file gives the engine everything that one ym-profile needs', () => {
  const source = toTierSetSource(file);
  expect(source).toMatchObject({ ymProfileId: 1, revision: 'demo' });
  expect(source.tiers).toHaveLength(file.tiers.length);
  expect(source.profiles).toHaveLength(file.profiles.length);
  expect(compile(source).ok).toBe(true);
});

test('a file that was exported before an attribute was defined has its initial value', () => {
  const { carrier_action: _action, carrier_targets: _targets, ...older } = file.profiles[0]!;
  const read = TierSetFile.parse({ ...file, profiles: [older] }).profiles[0];
  expect(read).toStrictEqual({ ...older, carrier_action: 'exclude', carrier_targets: null });
});

test('a tier of a file from before limits has none', () => {
  const { max_forgone: _limit, ...older } = file.tiers[0]!;
  expect(TierSetFile.parse({ ...file, tiers: [older] }).tiers[0]).toStrictEqual({ ...older, max_forgone: null });
});

test('the ym-profile of a file from before closed hours has none, and its users may return', () => {
  const { closed_hours: _closed, no_units: _units, ...older } = file.ym_profile;
  expect(TierSetFile.parse({ ...file, ym_profile: older }).ym_profile).toStrictEqual({
    ...older,
    closed_hours: null,
    no_units: false,
  });
});

test("a file may carry the seller's fee, and need not", () => {
  expect(TierSetFile.parse({ ...file, revenue_share_pct: 12.5 })).toStrictEqual({ ...file, revenue_share_pct: 12.5 });
  expect(TierSetDraft.parse({ tiers: [], revenue_share_pct: '12.5' })).toStrictEqual({
    tiers: [],
    revenue_share_pct: 12.5,
  });
});

const [tier] = file.tiers;
const [profile] = file.profiles;

test.for([
  ['a price that is no price', { tiers: [{ ...tier, min_price: 'cheap' }] }, 'tiers.0.min_price'],
  ['a price of two decimals', { tiers: [{ ...tier, min_price: '2.00' }] }, 'tiers.0.min_price'],
  ['a price that is too large', { tiers: [{ ...tier, min_price: '1000000.000000' }] }, 'tiers.0.min_price'],
  ['a price as a number', { tiers: [{ ...tier, min_price: 2 }] }, 'tiers.0.min_price'],
  ['a buyer without id', { tiers: [{ ...tier, buyer_members: [{ name: 'B' }] }] }, 'tiers.0.buyer_members.0.id'],
  ['priority 11', { tiers: [{ ...tier, priority: 11 }] }, 'tiers.0.priority'],
  ['an unknown attribute', { profiles: [{ ...profile, age_targets: [] }] }, 'profiles.0.age_targets'],
  ['a fee of 100 %', { revenue_share_pct: 100 }, 'revenue_share_pct'],
  ['no revision', { revision: undefined }, 'revision'],
  ['no ym-profile', { ym_profile: undefined }, 'ym_profile'],
] as const)('a file with %s is refused, with its path', ([, change, path]) => {
  expect(pathsOf(TierSetFile, { ...file, ...change })).toStrictEqual([path]);
});

test('whatever a file may hold, the engine takes it or names what is wrong with it', () => {
  const include = { ...tier, member_action: 'include', min_price: null };
  const elsewhere = {
    ...profile,
    daypart_timezone: 'Mars/Olympus',
    daypart_targets: [{ day: 'all', start_hour: 0, end_hour: 1 }],
  };
  const parsed = TierSetFile.parse({ ...file, tiers: [include, { ...tier, profile_id: 99 }], profiles: [elsewhere] });
  const result = compile(toTierSetSource(parsed));
  expect(result.ok ? [] : result.issues.map(({ path }) => path).toSorted()).toStrictEqual([
    'profiles[0].targeting.daypart.timezone',
    'tiers[0].minPriceMicros',
    'tiers[1].id',
    'tiers[1].profileId',
  ]);
});
