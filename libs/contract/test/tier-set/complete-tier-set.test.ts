import {
  buyerNamesIn,
  completeTierSet,
  type FileSources,
  type Places,
  TierSetDraft,
  TierSetFile,
} from '@auction-tiers/contract/tier-set';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { array, assert, integer, option, property, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';

const places: Places = {
  findCountry: (id) => (id === 233 ? { id, code: 'US', name: 'United States' } : undefined),
  findCountryByCode: (code) =>
    code.toUpperCase() === 'US' ? { id: 233, code: 'US', name: 'United States' } : undefined,
  findDma: (id) => (id === 501 ? { id } : undefined),
  isRegion: (code) => code.toUpperCase() === 'US-NY',
};
const demo = TierSetFile.parse(demoTierSet());

/** What an import would make of a file, or the paths of what is wrong with it. */
function complete(file: unknown, sources: Partial<FileSources> = {}) {
  const warnings: string[] = [];
  const draft = TierSetDraft.parse(file);
  const buyerNames = buyerNamesIn([sources.current ?? demo, draft]);
  const completed = completeTierSet(draft, { buyerNames, places, warn: (one) => warnings.push(one), ...sources });
  return completed.ok
    ? { file: completed.file, warnings }
    : { issues: completed.issues.map(({ path }) => path), messages: completed.issues.map(({ message }) => message) };
}

test('what is new has initial values, an id, and the other attributes of its countries and buyers', () => {
  const { file } = complete({
    tiers: [
      { name: 'T', profile_id: 4, min_price: 2, member_action: 'include', buyer_members: [{ name: 'bluefin dsp' }] },
    ],
    profiles: [{ id: 4, country_targets: [{ code: 'us' }] }],
  });
  expect(TierSetFile.parse(file)).toStrictEqual(file);
  expect(file).toMatchObject({
    ym_profile: { id: 1 },
    revision: 'draft',
    tiers: [{ id: 1, priority: 5, min_price: '2.000000', buyer_members: [{ id: 102, name: 'Bluefin DSP' }] }],
    profiles: [{ id: 4, country_action: 'exclude', country_targets: [{ id: 233, code: 'US', name: 'United States' }] }],
  });
});

test('buyers are found by name as the service finds them: without case, in any script', () => {
  const named = buyerNamesIn([{ tiers: [{ buyer_members: [{ id: 7, name: 'Größe & Söhne' }] }] }]);
  expect(named.idsOf('GRÖSSE & SO\u0308HNE')).toStrictEqual([7]);
});

test('an export is read as it was', () => {
  const fed = { ...demo, revenue_share_pct: 12.5 };
  expect(complete(fed, { current: demo }).file).toStrictEqual(fed);
  expect(complete(demo, { current: demo }).file).toStrictEqual(demo);
});

describe('ids', () => {
  test('a tier without one never gets that of a tier that goes', () => {
    const { file } = complete(
      { tiers: [...demo.tiers.slice(0, -1).map((one) => ({ ...one, profile_id: null })), { name: 'New' }] },
      { current: demo },
    );
    expect(file?.tiers.at(-1)).toMatchObject({ id: 13, name: 'New' });
  });

  test('above the highest id that there can be, lower ones are given', () => {
    const { file } = complete({
      tiers: [{ id: Number.MAX_SAFE_INTEGER, name: 'A' }, { id: 1, name: 'B' }, { name: 'C' }],
    });
    expect(file?.tiers.map(({ id }) => id)).toStrictEqual([Number.MAX_SAFE_INTEGER, 1, 2]);
  });

  test('no two tiers of the current set, its draft and the ids that are taken share one by chance', () => {
    const ids = uniqueArray(integer({ min: 1, max: 20 }));
    assert(
      property(ids, array(option(integer({ min: 1, max: 20 }), { nil: undefined })), ids, (own, asked, taken) => {
        const current = {
          ...demo,
          profiles: [],
          tiers: own.map((id) => ({ ...demo.tiers[0]!, id, profile_id: null })),
        };
        const given = new Set(asked).size === asked.length ? asked : asked.map(() => undefined);
        const tiers = given.map((id) => ({ name: 'T', ...(id !== undefined && { id }) }));
        const { file } = complete({ tiers }, { current, taken: { tiers: taken, profiles: [] } });
        const found = file?.tiers.map(({ id }) => id) ?? [];
        expect(new Set(found).size).toBe(tiers.length);
        for (const [index, id] of found.entries()) {
          if (given[index] !== undefined) expect(id).toBe(given[index]);
          else expect([...own, ...taken, ...given]).not.toContain(id);
        }
      }),
    );
  });
});

test.for([
  ['an include without a price', { tiers: [{ name: 'T', member_action: 'include' }] }, 'tiers.0.min_price'],
  ['an unknown buyer', { tiers: [{ name: 'T', buyer_members: [{ name: 'Nobody' }] }] }, 'tiers.0.buyer_members.0.name'],
  ['a profile that it does not hold', { tiers: [{ name: 'T', profile_id: 7 }] }, 'tiers.0.profile_id'],
  [
    'a repeated id',
    {
      tiers: [
        { name: 'T', id: 7 },
        { name: 'U', id: 7 },
      ],
    },
    'tiers.1.id',
  ],
  [
    'a repeated code',
    {
      tiers: [
        { name: 'T', code: 'c' },
        { name: 'U', code: 'c' },
      ],
    },
    'tiers.1.code',
  ],
  [
    'a market that is none',
    { tiers: [{ name: 'T', profile_id: 7 }], profiles: [{ id: 7, dma_targets: [{ dma: 1 }] }] },
    'profiles.0.dma_targets.0.dma',
  ],
  [
    'a country that is none',
    { tiers: [{ name: 'T', profile_id: 7 }], profiles: [{ id: 7, country_targets: [{ code: 'XX' }] }] },
    'profiles.0.country_targets.0.code',
  ],
] as const)('a file with %s is refused, as an import refuses it', ([, file, path]) => {
  expect(complete(file).issues).toStrictEqual([path]);
});

test('a name that two buyers have, in one file or in both, is refused with their ids', () => {
  const { messages } = complete({
    tiers: [
      { name: 'T', buyer_members: [{ id: 9, name: 'Bluefin DSP' }] },
      { name: 'U', buyer_members: [{ name: 'Bluefin dsp' }] },
    ],
  });
  expect(messages).toStrictEqual([expect.stringContaining('102, 9')]);
});

test('what an import ignores is ignored, with a warning', () => {
  const { warnings } = complete({
    tiers: [{ name: 'T', buyer_members: [{ id: 9 }, { id: 9 }] }],
    profiles: [{ id: 3 }],
  });
  expect(warnings).toStrictEqual([
    expect.stringContaining('profiles.0'),
    expect.stringContaining('tiers.0.buyer_members.1'),
  ]);
});
