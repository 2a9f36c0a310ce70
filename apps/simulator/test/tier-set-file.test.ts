import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTierSet } from '../src/tier-set-file.ts';
import { createFolder } from './folder.ts';
import { smallTierSet, writeTierSet } from './small-log.ts';

const [tier, ...tiers] = smallTierSet.tiers;
const withTier = (changes: object) => ({ ...smallTierSet, tiers: [{ ...tier, ...changes }, ...tiers] });

test('a tier set is compiled, and knows the names of tiers and buyers', () => {
  const loaded = loadTierSet(writeTierSet(createFolder()));
  expect(loaded.tierSet).toMatchObject({ ymProfileId: 42, revision: 'r3' });
  expect(loaded.name).toBe('Small');
  expect(loaded.tierNames.get(1)).toBe('tier 1');
  expect(loaded.memberOfName.get('buyer 12')).toBe(12);
});

test('the whole answer of an export is read, and its file in its key', () => {
  const held = { 'ym-profile-export': smallTierSet };
  for (const file of [held, { response: { status: 'OK', count: 1, ...held, dbg_info: {} } }]) {
    expect(loadTierSet(writeTierSet(createFolder(), file)).name).toBe('Small');
  }
});

test('what a hand-written file leaves out has its initial value', () => {
  const file = {
    ym_profile: smallTierSet.ym_profile,
    tiers: [
      {
        id: 4,
        name: 't',
        ym_profile_id: 42,
        member_id: 1,
        created_on: '2026-11-21 08:00:00',
        last_modified: '2026-11-21 08:00:00',
      },
    ],
    profiles: [],
    revision: '1',
  };
  expect(loadTierSet(writeTierSet(createFolder(), file)).tierSet.tiers).toMatchObject([
    { id: 4, priority: 5, memberAction: 'exclude', minPriceMicros: null, profileId: null, buyerMemberIds: [] },
  ]);
});

test.for([
  { title: 'no object', tierSet: [], message: /is not a tier set/ },
  {
    title: 'an unknown field',
    tierSet: { ...smallTierSet, colour: 1 },
    message: /is not a tier set: colour is not a known field/,
  },
  {
    title: 'a tier without a name',
    tierSet: withTier({ name: undefined }),
    message: /is not a tier set: tiers\.0\.name is required/,
  },
  {
    title: 'no price',
    tierSet: withTier({ min_price: 'dear' }),
    message: /is not a tier set: tiers\.0\.min_price is "dear"/,
  },
  {
    title: 'a price that JSON would not write',
    tierSet: withTier({ min_price: '02.000000' }),
    message: /is not a tier set: tiers\.0\.min_price is "02\.000000", allowed: a price with six decimals/,
  },
  {
    title: 'a profile that is not there',
    tierSet: withTier({ profile_id: 8 }),
    message: /does not hold together: tiers\[0\]\.profileId 8/,
  },
])('a file with $title is refused', ({ tierSet, message }) => {
  const file = writeTierSet(createFolder(), tierSet);
  expect(() => loadTierSet(file)).toThrow(message);
});

test('a file that is not there, or not JSON, is refused', () => {
  const folder = createFolder();
  const broken = join(folder, 'broken.tiers.json');
  writeFileSync(broken, '{');
  expect(() => loadTierSet(broken)).toThrow(/broken\.tiers\.json is not JSON/);
  expect(() => loadTierSet(join(folder, 'none.tiers.json'))).toThrow(/none\.tiers\.json cannot be read: ENOENT/);
});
