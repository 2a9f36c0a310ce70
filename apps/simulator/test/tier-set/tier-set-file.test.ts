import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { loadTierSet, smallTierSet, writeTierSet } from '../fixture/small-log.ts';

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
    message: /is not a tier set: tiers\.0\.min_price "dear" is not a decimal number; allowed is/,
  },
  {
    title: 'a price that JSON would not write',
    tierSet: withTier({ min_price: '02.000000' }),
    message: /is not a tier set: tiers\.0\.min_price "02\.000000" is not a decimal number; allowed is/,
  },
  {
    title: 'a profile that is not there',
    tierSet: withTier({ profile_id: 8 }),
    message: /tiers\.0\.profile_id \(tier "tier 1"\) is 8/,
  },
])('a file with $title is refused', ({ tierSet, message }) => {
  const file = writeTierSet(createFolder(), tierSet);
  expect(() => loadTierSet(file)).toThrow(message);
});

test('what an import would make of a draft written by hand is read: new ids, and prices as prices are written', () => {
  const draft = {
    tiers: [
      { id: 7, name: 'kept', member_action: 'include', min_price: '2.000000', buyer_members: [{ id: 12 }] },
      { name: 'new', member_action: 'include', min_price: 3, priority: 9, buyer_members: [{ id: 13, name: 'B' }] },
      { name: 'also new', profile_id: 4 },
    ],
    profiles: [{ id: 4, name: 'p', dma_targets: [{ dma: 501 }] }],
  };
  const { source, tierNames } = loadTierSet(writeTierSet(createFolder(), draft));
  expect(source.tiers.map(({ id, minPriceMicros, profileId }) => [id, minPriceMicros, profileId])).toEqual([
    [7, 2_000_000, null],
    [8, 3_000_000, null],
    [9, null, 4],
  ]);
  expect(tierNames.get(8)).toBe('new');
});

test('a buyer that is named by name alone has the id that the file gives to that name', () => {
  const draft = {
    tiers: [
      { name: 't', buyer_members: [{ id: 12, name: 'Acme' }] },
      { name: 'u', buyer_members: [{ name: 'ACME' }] },
    ],
  };
  const { source } = loadTierSet(writeTierSet(createFolder(), draft));
  expect(source.tiers.map(({ buyerMemberIds }) => buyerMemberIds)).toEqual([[12], [12]]);
});

test('a name that no file gives an id is refused, with its tier', () => {
  const draft = { tiers: [{ name: 'Gold', buyer_members: [{ name: 'Acme' }] }] };
  expect(() => loadTierSet(writeTierSet(createFolder(), draft))).toThrow(
    /--tiers: .*tiers\.0\.buyer_members\.0\.name \(tier "Gold"\) is "Acme".*--buyers-from/,
  );
});

test('a country is named by its code or by its id, as a writer names it', () => {
  const targets = [{ code: 'us' }, { id: 40 }];
  const draft = { tiers: [{ name: 't', profile_id: 4 }], profiles: [{ id: 4, country_targets: targets }] };
  const { source } = loadTierSet(writeTierSet(createFolder(), draft));
  expect(source.profiles[0]?.targeting.country).toEqual({ action: 'exclude', values: ['US', 'BZ'] });
});

test('a file may begin with a byte order mark', () => {
  const file = writeTierSet(createFolder());
  writeFileSync(file, `\uFEFF${JSON.stringify(smallTierSet)}`);
  expect(loadTierSet(file).name).toBe('Small');
});

test('every problem of a file is listed', () => {
  const draft = { tiers: [{ priority: 11 }, { name: '', colour: 1 }] };
  expect(() => loadTierSet(writeTierSet(createFolder(), draft))).toThrow(
    /4 problems\n {2}tiers\.0\.name .*\n {2}tiers\.0\.priority .*\n {2}tiers\.1\..*\n {2}tiers\.1\./,
  );
});

test('a file that is not there, or not JSON, is refused', () => {
  const folder = createFolder();
  const broken = join(folder, 'broken.tiers.json');
  writeFileSync(broken, '{');
  expect(() => loadTierSet(broken)).toThrow(/broken\.tiers\.json is not JSON/);
  expect(() => loadTierSet(join(folder, 'none.tiers.json'))).toThrow(/none\.tiers\.json cannot be read: ENOENT/);
});
