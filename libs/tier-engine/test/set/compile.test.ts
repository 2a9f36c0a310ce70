import type { Targeting, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import { describe, expect, test } from 'vitest';
import { compiled, profile, request, source, tier } from '../fixture/build.ts';

/** `path: message` of every issue. */
function issuesOf(given: TierSetSource): string[] {
  const result = compile(given);
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe('a tier', () => {
  const cases: [Partial<Tier>, string][] = [
    [{ id: 0 }, 'tiers[0].id: 0 is not an id; allowed is a whole number from 1'],
    [{ id: 1.5 }, 'tiers[0].id: 1.5 is not an id; allowed is a whole number from 1'],
    [{ priority: 0 }, 'tiers[0].priority: 0 is refused; allowed is a whole number from 1 to 10 (tier 1)'],
    [{ priority: 11 }, 'tiers[0].priority: 11 is refused; allowed is a whole number from 1 to 10 (tier 1)'],
    [{ priority: 5.5 }, 'tiers[0].priority: 5.5 is refused; allowed is a whole number from 1 to 10 (tier 1)'],
    [{ priority: Number.NaN }, 'tiers[0].priority: null is refused; allowed is a whole number from 1 to 10 (tier 1)'],
    [
      { minPriceMicros: null },
      'tiers[0].minPriceMicros: null is refused; allowed is a whole number of micros, 0 to 999999999999 (999999.999999), or null with exclude (tier 1)',
    ],
    [
      { minPriceMicros: -1 },
      'tiers[0].minPriceMicros: -1 is refused; allowed is a whole number of micros, 0 to 999999999999 (999999.999999), or null with exclude (tier 1)',
    ],
    [
      { minPriceMicros: 0.5 },
      'tiers[0].minPriceMicros: 0.5 is refused; allowed is a whole number of micros, 0 to 999999999999 (999999.999999), or null with exclude (tier 1)',
    ],
    [
      { minPriceMicros: 1e12 },
      'tiers[0].minPriceMicros: 1000000000000 is refused; allowed is a whole number of micros, 0 to 999999999999 (999999.999999), or null with exclude (tier 1)',
    ],
    [
      { profileId: 8 },
      'tiers[0].profileId: 8 is refused; allowed is null, or the id of a profile of this set (tier 1)',
    ],
    [
      { buyerMemberIds: [12, 0, -3] },
      'tiers[0].buyerMemberIds[1]: 0 is not an id; allowed is a whole number from 1 (tier 1)',
    ],
  ];

  test.for(cases)('of %j is refused: %s', ([given, issue]) => {
    expect(issuesOf(source([tier({ id: 1, ...given })]))).toContain(issue);
  });

  test('with an unknown action, which the types do not let through, is refused', () => {
    const [unknown]: Tier[] = JSON.parse(JSON.stringify([{ ...tier({ id: 1 }), memberAction: 'prefer' }]));
    expect(issuesOf(source([unknown!]))).toEqual([
      'tiers[0].memberAction: "prefer" is refused; allowed is include, exclude (tier 1)',
    ]);
  });

  test('with the id of another is refused', () => {
    expect(issuesOf(source([tier({ id: 4 }), tier({ id: 5 }), tier({ id: 4 })]))).toEqual([
      'tiers[2].id: 4 is the id of tiers[0] already; allowed is each id once',
    ]);
  });

  test('that excludes needs no minimum price', () => {
    expect(issuesOf(source([tier({ id: 1, memberAction: 'exclude', minPriceMicros: null })]))).toEqual([]);
  });
});

describe('a tier that is given', () => {
  const attributes = { minPriceMicros: 2_000_000, buyerMemberIds: [12, 13] };
  const frozen = (buyerMemberIds: number[]) =>
    Object.freeze(tier({ id: 1, ...attributes, buyerMemberIds: Object.freeze(buyerMemberIds) }));

  test('may change later without changing the set', () => {
    const buyerMemberIds = [12, 13];
    const given = { ...tier({ id: 1, minPriceMicros: 2_000_000 }), buyerMemberIds };
    const kept = tier({ id: 1, minPriceMicros: 2_000_000, buyerMemberIds: Object.freeze([12, 13]) });
    const keptBuyers = Object.freeze(tier({ id: 2, buyerMemberIds }));
    const { tiers } = compiled(source([given, keptBuyers]));
    const other = compiled(source([kept])).tiers;
    given.minPriceMicros = 0;
    Object.assign(kept, { minPriceMicros: 0 });
    buyerMemberIds.push(14);
    expect(tiers).toMatchObject([attributes, { buyerMemberIds: [12, 13] }]);
    expect(other).toMatchObject([attributes]);
  });

  test('is taken as it is where it is frozen, unless it names a buyer twice', () => {
    const given = frozen([12, 13]);
    expect(compiled(source([given])).tiers[0]).toBe(given);
    const many = Array.from({ length: 20 }, (_, at) => at + 1);
    for (const ids of [[12, 13], many]) {
      const [made] = compiled(source([frozen([...ids, ...ids])])).tiers;
      expect(made).toEqual(frozen(ids));
      expect(Object.isFrozen(made?.buyerMemberIds)).toBe(true);
    }
  });

  test('is refused for what is wrong with it also where it is frozen', () => {
    expect(issuesOf(source([frozen([12, 0])]))).toEqual([
      'tiers[0].buyerMemberIds[1]: 0 is not an id; allowed is a whole number from 1 (tier 1)',
    ]);
  });
});

describe('a profile', () => {
  const window = { day: 'all', startHour: 0, endHour: 23 } as const;
  const empty = { publisherIds: [], siteIds: [], placementIds: [] };
  const cases: [Targeting, string, string][] = [
    [{ country: { action: 'include', values: [] } }, 'country.values', 'is empty; an include needs'],
    [{ country: { action: 'exclude', values: ['US', ''] } }, 'country.values[1]', 'is an empty text'],
    [{ city: { action: 'include', values: [] } }, 'city.values', 'is empty; an include needs'],
    [{ city: { action: 'include', values: [{ name: 'X', countryCode: '' }] } }, 'city.values[0]', 'has an empty name'],
    [{ dma: { action: 'include', values: [501, -1] } }, 'dma.values[1]', '-1 is not an id'],
    [{ size: [] }, 'size', 'is empty; an include needs'],
    [{ size: [{ width: 300, height: 0 }] }, 'size[0]', '300x0 is not a size'],
    [{ size: [{ width: 0.5, height: 1 }] }, 'size[0]', '0.5x1 is not a size'],
    [{ inventory: { action: 'include', ...empty } }, 'inventory', 'is empty; an include needs'],
    [{ inventory: { action: 'exclude', ...empty, siteIds: [0] } }, 'inventory.siteIds[0]', '0 is not an id'],
    [{ domain: { action: 'include', values: [] } }, 'domain.values', 'is empty; an include needs'],
    [{ domain: { action: 'include', values: ['.'] } }, 'domain.values[0]', 'is an empty text'],
    [{ deviceType: { action: 'include', values: [] } }, 'deviceType.values', 'is empty; an include needs'],
    [{ contentCategory: { action: 'include', values: [] } }, 'contentCategory.values', 'is empty; an include needs'],
    [{ segment: { operator: 'and', include: [0], exclude: [] } }, 'segment.include[0]', '0 is not an id'],
    [{ segment: { operator: 'and', include: [], exclude: [1, 2.5] } }, 'segment.exclude[1]', '2.5 is not an id'],
    [
      { keyValue: [{ key: 'a', values: [], action: 'exclude' }] },
      'keyValue[0].values',
      'is empty; allowed is at least',
    ],
    [{ keyValue: [{ key: '', values: ['x'], action: 'include' }] }, 'keyValue[0].key', 'is an empty text'],
    [{ daypart: { timezone: 'UTC', windows: [] } }, 'daypart.windows', 'is empty; an include needs'],
    [{ daypart: { timezone: 'Mars/Base', windows: [window] } }, 'daypart.timezone', '"Mars/Base" is unknown'],
    [{ daypart: { timezone: '', windows: [window] } }, 'daypart.timezone', '"" is unknown'],
    [{ daypart: { timezone: '+05:30', windows: [window] } }, 'daypart.timezone', '"+05:30" is unknown'],
    [
      { daypart: { timezone: 'UTC', windows: [{ ...window, startHour: 9, endHour: 8 }] } },
      'daypart.windows[0]',
      'starts at hour 9',
    ],
    [
      { daypart: { timezone: 'UTC', windows: [{ ...window, startHour: -1 }] } },
      'daypart.windows[0].startHour',
      '-1 is not an hour',
    ],
    [
      { daypart: { timezone: 'UTC', windows: [window, { ...window, endHour: 24 }] } },
      'daypart.windows[1].endHour',
      '24 is not an hour',
    ],
  ];

  test.for(cases)('of %j is refused at %s: %s', ([targeting, path, message]) => {
    const issues = issuesOf(source([], [profile(7, targeting)]));
    expect(issues).toEqual([expect.stringContaining(`profiles[0].targeting.${path}: ${message}`)]);
    expect(issues[0]).toContain('(profile 7)');
  });

  test('with values outside a closed list, which the types do not let through, is refused', () => {
    const targeting: Targeting = JSON.parse(
      '{"deviceType":{"action":"include","values":["fridge"]},"daypart":{"timezone":"UTC","windows":[{"day":"someday","startHour":0,"endHour":1}]}}',
    );
    expect(issuesOf(source([], [profile(7, targeting)]))).toEqual([
      expect.stringMatching(/^profiles\[0\]\.targeting\.deviceType\.values\[0\]: "fridge" .*\bphone, tablet\b/),
      expect.stringMatching(/^profiles\[0\]\.targeting\.daypart\.windows\[0\]\.day: "someday" .*\bmonday\b/),
    ]);
  });

  test('with the id of another is refused', () => {
    expect(issuesOf(source([], [profile(7, {}), profile(7, {})]))).toEqual([
      'profiles[1].id: 7 is the id of profiles[0] already; allowed is each id once',
    ]);
  });
});

test('every issue is reported, not the first', () => {
  const broken: TierSetSource = {
    ymProfileId: -1,
    revision: 'r1',
    tiers: [tier({ id: 1, priority: 99, minPriceMicros: -5, profileId: 3, buyerMemberIds: [0, -1] }), tier({ id: 1 })],
    profiles: [
      profile(7, { size: [], dma: { action: 'include', values: [0] } }),
      profile(8, { daypart: { timezone: 'Nowhere', windows: [{ day: 'all', startHour: 24, endHour: -1 }] } }),
    ],
  };
  expect(issuesOf(broken).map((issue) => issue.split(':')[0])).toEqual([
    'ymProfileId',
    'tiers[1].id',
    'tiers[0].priority',
    'tiers[0].minPriceMicros',
    'tiers[0].profileId',
    'tiers[0].buyerMemberIds[0]',
    'tiers[0].buyerMemberIds[1]',
    'profiles[0].targeting.dma.values[0]',
    'profiles[0].targeting.size',
    'profiles[1].targeting.daypart.timezone',
    'profiles[1].targeting.daypart.windows[0].startHour',
    'profiles[1].targeting.daypart.windows[0].endHour',
    'profiles[1].targeting.daypart.windows[0]',
  ]);
});

test('a list of very many values compiles', () => {
  const many = Array.from({ length: 300_000 }, (_, at) => `site-${at}.example`);
  expect(issuesOf(source([], [profile(7, { domain: { action: 'exclude', values: many } })]))).toEqual([]);
});

describe('a compiled set', () => {
  test('has its tiers in the order checked: priority descending, then id', () => {
    const tiers = [tier({ id: 3 }), tier({ id: 2, priority: 9 }), tier({ id: 1 }), tier({ id: 10, priority: 10 })];
    expect(compiled(source(tiers)).tiers.map(({ id }) => id)).toEqual([10, 2, 1, 3]);
  });

  test('does not change with its source', () => {
    const buyerMemberIds = [12];
    const tiers = [tier({ id: 1, buyerMemberIds })];
    const tierSet = compiled(source(tiers));
    const before = runAuction(tierSet, request());
    buyerMemberIds[0] = 13;
    tiers.push(tier({ id: 2, priority: 10 }));
    expect(runAuction(tierSet, request())).toEqual(before);
    expect(tierSet.tiers.map((given) => given.buyerMemberIds)).toEqual([[12]]);
  });

  test('cannot be changed', () => {
    const tierSet = compiled(source([tier({ id: 1 })]));
    expect(Reflect.set(tierSet, 'revision', 'r2')).toBe(false);
    expect(Reflect.set(tierSet.tiers, '0', tier({ id: 9 }))).toBe(false);
    expect(Reflect.set(tierSet.tiers[0]!, 'priority', 10)).toBe(false);
    expect(Reflect.set(tierSet.tiers[0]!.buyerMemberIds, '0', 13)).toBe(false);
  });

  test('shows no more than its ids and its tiers', () => {
    expect(Object.keys(compiled(source([])))).toEqual(['ymProfileId', 'revision', 'tiers']);
  });
});
