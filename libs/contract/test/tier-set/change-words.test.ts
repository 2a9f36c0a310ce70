import { pairsOfTierSets, TierSetFile, toDifference } from '@auction-tiers/contract/tier-set';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';

const file = TierSetFile.parse(demoTierSet());
const [tier] = file.tiers;
const [profile] = file.profiles;

/** What a change of the demo's first tier or profile is in words. */
const wordsOf = (changes: { readonly tier?: object; readonly profile?: object }) => {
  const changed = {
    ...file,
    tiers: file.tiers.with(0, { ...tier!, ...changes.tier }),
    profiles: file.profiles.with(0, { ...profile!, ...changes.profile }),
  };
  return toDifference(pairsOfTierSets(file, changed)).summary;
};
const inTier = (words: string) => [`tier 1 Blocked: arbitrage: ${words}`];
const inProfile = (words: string) => [`profile 1 New York market: ${words}`];

test.for([
  [{ priority: 9 }, 'priority 10 -> 9'],
  [{ member_action: 'include', min_price: '3.000000' }, 'min_price null -> 3.000000, member_action exclude -> include'],
  [{ code: 'null' }, 'code null -> "null"'],
  [{ buyer_members: null }, 'buyer_members removes 120 Cinder Arbitrage'],
  [{ buyer_members: [...(tier!.buyer_members ?? []), { id: 7, name: null }] }, 'buyer_members adds 7'],
  [{ profile_id: 1 }, 'profile_id null -> 1'],
] as const)('a tier with %j', ([changes, words]) => {
  expect(wordsOf({ tier: changes })).toStrictEqual(inTier(words));
});

test.for([
  [{ dma_action: 'exclude' }, 'dma_action include -> exclude'],
  [{ dma_targets: [{ dma: 803 }] }, 'dma_targets adds 803 and removes 501'],
  [{ country_targets: [{ id: 233, code: 'US', name: 'United States' }] }, 'country_targets adds US'],
  [{ city_targets: [{ name: 'Berlin', country_code: 'DE' }] }, 'city_targets adds Berlin DE'],
  [{ size_targets: [{ width: 300, height: 250 }] }, 'size_targets adds 300x250'],
  [{ daypart_targets: [{ day: 'all', start_hour: 8, end_hour: 17 }] }, 'daypart_targets adds all 8-17'],
  [{ device_type_targets: ['phone', 'tablet'] }, 'device_type_targets adds phone, tablet'],
  [{ segment_targets: [{ id: 9, action: 'exclude' }] }, 'segment_targets adds 9 exclude'],
  [
    { key_value_targets: [{ key: 'section', values: ['sports', 'news'], action: 'include' }] },
    'key_value_targets adds section=sports|news include',
  ],
  [
    { site_targets: Array.from({ length: 8 }, (_, index) => ({ id: index + 1 })) },
    'site_targets adds 1, 2, 3, 4, 5 and 3 more',
  ],
] as const)('a profile with %j', ([changes, words]) => {
  expect(wordsOf({ profile: changes })).toStrictEqual(inProfile(words));
});

test('names are whole, so that two with the same beginning are told apart', () => {
  const name = 'x'.repeat(255);
  expect(wordsOf({ tier: { name } })).toStrictEqual([`tier 1 ${name}: name "Blocked: arbitrage" -> "${name}"`]);
});

test('buyers in another order are a change that adds and removes none', () => {
  const index = file.tiers.findIndex(({ buyer_members: buyers }) => (buyers ?? []).length > 1);
  const many = file.tiers[index]!;
  const turned = { ...many, buyer_members: many.buyer_members!.toReversed() };
  const { summary } = toDifference(pairsOfTierSets(file, { ...file, tiers: file.tiers.with(index, turned) }));
  expect(summary).toStrictEqual([`tier ${many.id} ${many.name}: buyer_members in another order`]);
});

test('no change has no words; dates, and the order of keys, are none', () => {
  const turned = Object.fromEntries(Object.entries(tier!).toReversed());
  const dated = { last_modified: '2030-01-01 00:00:00' };
  expect(wordsOf({ tier: { ...turned, ...dated }, profile: dated })).toStrictEqual([]);
});

test('of many changes the first are told, and how many more there are', () => {
  const tiers = Array.from({ length: 120 }, (_, index) => ({ ...tier!, id: index + 1, name: `T${index + 1}` }));
  const { summary, deleted } = toDifference(pairsOfTierSets({ ...file, tiers }, { ...file, tiers: [] }));
  expect(deleted).toHaveLength(120);
  expect(summary.slice(-2)).toStrictEqual(['removes tier 50 T50', 'and 70 more changes']);
});

test('a long text of several lines is one short line', () => {
  const [words] = wordsOf({ tier: { description: `a\nb${'c'.repeat(500)}` } });
  expect(words).not.toContain('\n');
  expect(words!.length).toBeLessThan(200);
});
