import { profileResource } from '@auction-tiers/contract';
import type { TierSet } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { explained, type ProfileBody, tierSetOf } from '../fixture/auction.ts';
import { dimensionCases, type ImpressionInput } from '../fixture/dimension-case.ts';

const rows = dimensionCases.map((row) => {
  const list = Object.keys({ ...row.targets, ...row.include }).find((name) => name.endsWith('_targets'));
  return [list ?? '', row] as const;
});

/** A tier of buyer 12, at any price, on the impressions of this profile. */
function setOf(profile: ProfileBody): TierSet {
  return tierSetOf([{ profile_id: 1, member_action: 'include', min_price: 0, buyer_members: [{ id: 12 }] }], [profile]);
}

function verdict(tierSet: TierSet, { of_bid: ofBid, ...impression }: ImpressionInput) {
  const body = { ym_profile_id: 42, impression, bids: [{ id: 'b', member_id: 12, price: 1, ...ofBid }] };
  const answer = explained(tierSet, body);
  const [bid] = answer.bids;
  expect(bid?.tier_id === 1).toBe(bid?.tiers[0]?.result === 'matched');
  return { matches: bid?.tier_id === 1, tier: bid?.tiers[0] };
}

test('every list of targets and every action of a profile is in the table', () => {
  const fields = Object.keys(profileResource.fields);
  const named = dimensionCases.flatMap((row) => Object.keys({ ...row.targets, ...row.include }));
  const wanted = fields.filter((name) => name.endsWith('_targets') || name.endsWith('_action'));
  expect([...new Set(named)].filter((name) => name !== 'daypart_timezone').toSorted()).toStrictEqual(wanted.toSorted());
});

test.for(rows)('an include of %s takes the impressions that have the value and no others', ([, row]) => {
  const tierSet = setOf({ ...row.targets, ...row.include });
  expect(verdict(tierSet, row.has).matches).toBe(true);
  expect(verdict(tierSet, row.hasOther).matches).toBe(false);
  if (row.dimension !== 'daypart') expect(verdict(tierSet, {}).matches).toBe(false);
});

test.for(rows.filter(([, { exclude }]) => exclude !== undefined))(
  'an exclude of %s takes the impressions that have another value or none',
  ([, row]) => {
    const tierSet = setOf({ ...row.targets, ...row.exclude });
    expect(verdict(tierSet, row.has).matches).toBe(false);
    expect(verdict(tierSet, row.hasOther).matches).toBe(true);
    expect(verdict(tierSet, {}).matches).toBe(true);
  },
);

test.for(rows)('an explanation names the dimension of %s, what it saw and what it wanted', ([, row]) => {
  const { tier } = verdict(setOf({ ...row.targets, ...row.include }), row.hasOther);
  expect(tier).toMatchObject({ result: 'profile_mismatch', detail: { profile_id: 1, dimension: row.dimension } });
  expect(Object.keys(tier?.detail ?? {}).toSorted()).toStrictEqual([
    'action',
    'dimension',
    'profile_id',
    'seen',
    'wanted',
  ]);
  expect(tier?.detail['seen']).not.toBeNull();
  expect(tier?.detail['wanted']).not.toBeNull();
});

test('empty lists of targets target nothing, as null does: the profile matches every impression', () => {
  const lists = Object.keys(profileResource.fields).filter((name) => name.endsWith('_targets'));
  const bare = setOf({});
  const empty = setOf(Object.fromEntries(lists.map((name) => [name, []])));
  for (const { has, hasOther } of dimensionCases) {
    for (const impression of [has, hasOther, {}]) {
      expect(verdict(bare, impression).matches).toBe(true);
      expect(verdict(empty, impression).matches).toBe(true);
    }
  }
});

test.for([
  ['and', [12], false],
  ['and', [12, 13], true],
  ['or', [12], true],
  ['or', [14], false],
  ['or', [12, 99], false],
] as const)('segments 12 %s 13 without 99 take an impression of %j: %s', ([operator, segments, matches]) => {
  const tierSet = setOf({
    segment_boolean_operator: operator,
    segment_targets: [{ id: 12 }, { id: 13, action: 'include' }, { id: 99, action: 'exclude' }],
  });
  expect(verdict(tierSet, { segments: [...segments] }).matches).toBe(matches);
});

test('the three lists of inventory are one dimension: a match in any of them counts', () => {
  const tierSet = setOf({ inventory_action: 'include', publisher_targets: [{ id: 9 }], site_targets: [{ id: 3 }] });
  expect(verdict(tierSet, { publisher_id: 1, site_id: 3 }).matches).toBe(true);
  expect(verdict(tierSet, { publisher_id: 9 }).matches).toBe(true);
  expect(verdict(tierSet, { publisher_id: 3, site_id: 9 }).matches).toBe(false);
});

test('all dimensions that are set must pass', () => {
  const tierSet = setOf({
    dma_action: 'include',
    dma_targets: [{ dma: 501 }],
    size_targets: [{ width: 300, height: 250 }],
  });
  const sizes = [{ width: 300, height: 250 }];
  expect(verdict(tierSet, { dma: 501, sizes }).matches).toBe(true);
  expect(verdict(tierSet, { dma: 803, sizes }).matches).toBe(false);
  expect(verdict(tierSet, { dma: 501 }).matches).toBe(false);
});
