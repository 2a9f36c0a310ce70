import type { Profile, Targeting, Tier } from '@auction-tiers/tier-engine';
import type { LintOptions } from '@auction-tiers/tier-engine/lint';
import { lint } from '@auction-tiers/tier-engine/lint';
import { describe, expect, test } from 'vitest';
import { profile, source, tier } from '../fixture/build.ts';

const unit = 1_000_000;
const exclude = (given: Partial<Tier> & { id: number }) =>
  tier({ memberAction: 'exclude', minPriceMicros: null, ...given });

const over = (given: Partial<Tier> = {}) => tier({ id: 1, priority: 9, ...given });
const dmas = (...values: number[]) => ({ action: 'include' as const, values });
const log = (...bids: [number, number][]) => ({ highestNetMicrosByBuyer: new Map(bids) });

/** `severity code [tiers]: figures of the message` of every finding. */
function found(tiers: readonly Tier[], profiles: readonly Profile[] = [], options: LintOptions = {}): string[] {
  return lint(source(tiers, profiles), options).map(
    ({ severity, code, tierIds, message }) =>
      `${severity} ${code} [${tierIds.join(', ')}]: ${figuresOf(message).join(' ')}`,
  );
}

function firstMessage(...tiers: readonly Tier[]): string {
  return lint(source(tiers))[0]!.message;
}

function figuresOf(message: string): readonly string[] {
  return message.match(/\d+(\.\d+)?/g) ?? [];
}

const us: Targeting = { country: { action: 'include', values: ['US', 'CA'] } };
const usToo: Targeting = { country: { action: 'include', values: ['ca', 'us', 'US'] }, keyValue: [] };
const france: Targeting = { country: { action: 'include', values: ['FR'] } };

test('a set in which every tier can win, by its own priority, has no findings', () => {
  expect(
    found([tier({ id: 1, priority: 9, minPriceMicros: 2 * unit }), tier({ id: 2, minPriceMicros: unit })]),
  ).toEqual([]);
  expect(found([])).toEqual([]);
});

describe('a tier is shadowed', () => {
  test('by a higher one for the same buyer at a lower minimum', () => {
    expect(
      found([tier({ id: 1, priority: 9, minPriceMicros: unit }), tier({ id: 2, minPriceMicros: 2 * unit })]),
    ).toEqual(['error shadowed_tier [2]: 2 5 2.000000 1 9 1.000000']);
  });

  test('by several together, one for each of its buyers', () => {
    const higher = [exclude({ id: 7, priority: 10 }), tier({ id: 3, priority: 8, buyerMemberIds: [13, 14] })];
    expect(found([...higher, tier({ id: 1, buyerMemberIds: [12, 13] })])).toEqual([
      'error shadowed_tier [1]: 1 5 0.000000 3 7',
    ]);
  });

  test('with others by the same tier, in one finding that names the first few', () => {
    const under = [2, 3, 4, 5, 6, 7, 8].map((id) => tier({ id, priority: id }));
    expect(found([tier({ id: 1, priority: 10 }), ...under])).toEqual([
      'error shadowed_tier [2, 3, 4, 5, 6, 7, 8]: 7 2 3 4 5 6 2 1 10 0.000000',
    ]);
  });

  const cases: [string, boolean, Tier, Partial<Tier>][] = [
    ['at the same minimum', true, over({ minPriceMicros: unit }), { minPriceMicros: unit }],
    ['by an exclude without a minimum', true, over({ memberAction: 'exclude', minPriceMicros: null }), {}],
    ['by a tier without targeting', true, over(), { profileId: 1 }],
    ['by a tier of the same profile', true, over({ profileId: 1 }), { profileId: 1 }],
    ['by a tier of a profile with the same values', true, over({ profileId: 1 }), { profileId: 2 }],
    ['by a tier of a profile that targets nothing', true, over({ profileId: 4 }), { profileId: 1 }],
    ['not at a higher minimum', false, over({ minPriceMicros: unit }), { minPriceMicros: unit - 1 }],
    ['not by a tier of another profile', false, over({ profileId: 1 }), { profileId: 3 }],
    ['not by a targeted tier where it has no targeting', false, over({ profileId: 1 }), {}],
    ['not for a buyer that the higher one leaves out', false, over(), { buyerMemberIds: [12, 13] }],
    ['not at equal priority, where it can be drawn', false, over({ priority: 5 }), {}],
  ];
  const profiles = [profile(1, us), profile(2, usToo), profile(3, france), profile(4, {})];

  test.for(cases)('%s', ([, isShadowed, higher, given]) => {
    const findings = lint(source([higher, tier({ id: 2, ...given })], profiles));
    const shadowed = findings.filter(({ code }) => code === 'shadowed_tier').flatMap(({ tierIds }) => tierIds);
    expect(shadowed).toEqual(isShadowed ? [2] : []);
  });
});

describe('tiers of equal priority', () => {
  test('for the same buyers overlap, whatever their minimum prices', () => {
    const buyerMemberIds = [13, 12];
    const pair = [tier({ id: 2, buyerMemberIds }), tier({ id: 1, minPriceMicros: 9 * unit, buyerMemberIds })];
    expect(found(pair)).toEqual(['warning equal_priority_overlap [1, 2]: 5 1 2 12 13']);
  });

  test('that are connected through several buyers are one finding, others another', () => {
    const chain = [1, 2, 3].map((id) => tier({ id, buyerMemberIds: [id, id + 1] }));
    const apart = [4, 5].map((id) => tier({ id, buyerMemberIds: [20] }));
    expect(lint(source([...chain, ...apart])).map(({ tierIds }) => tierIds)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  test('that exclude the same buyer are only reported', () => {
    expect(found([exclude({ id: 1 }), exclude({ id: 2 })])).toEqual(['info equal_priority_overlap [1, 2]: 5 1 2 12']);
  });

  test('do not overlap where a higher tier takes the bids of the buyer they share', () => {
    const pair = [1, 2].map((id) => tier({ id, buyerMemberIds: [12, id] }));
    expect(found([tier({ id: 3, priority: 9 }), ...pair])).toEqual([]);
  });

  test('one of which includes and one excludes the same buyer leave it to a draw whether it takes part', () => {
    expect(found([exclude({ id: 1 }), tier({ id: 2 }), tier({ id: 3, buyerMemberIds: [13] })])).toEqual([
      'warning include_exclude_conflict [1, 2]: 5 2 1 12',
    ]);
  });
});

describe('an include and an exclude of the same buyer', () => {
  test('at two priorities are reported where both can still win', () => {
    const cap = exclude({ id: 1, priority: 8, minPriceMicros: 6 * unit });
    expect(found([cap, tier({ id: 2 })])).toEqual([
      'info include_exclude_conflict [1, 2]: 12 1 8 2 5',
      'info exclude_with_min_price [1]: 1 6.000000',
    ]);
  });

  test('of which the include is below are reported for the buyers that both name, though it wins other bids', () => {
    expect(found([exclude({ id: 1, priority: 8 }), tier({ id: 2, buyerMemberIds: [12, 13] })])).toEqual([
      'info include_exclude_conflict [1, 2]: 12 1 8 2 5',
    ]);
  });

  test('of which the exclude is below are an error for each buyer whose every bid the include takes', () => {
    const include = tier({ id: 1, priority: 8 });
    const both = [include, exclude({ id: 2, buyerMemberIds: [12, 13] })];
    expect(found(both)).toEqual(['error exclude_without_effect [2]: 2 5 12 1']);
    expect(lint(source(both))[0]!.advice).toContain('above 8');
    // Bids below the include's minimum are excluded.
    expect(found([{ ...include, minPriceMicros: unit }, both[1]!])).toEqual([
      'info include_exclude_conflict [1, 2]: 12 1 8 2 5',
    ]);
    expect(firstMessage(include, exclude({ id: 2 }))).toContain('never exclude');
  });

  test('are told what becomes of a bid that matches both', () => {
    const price = { minPriceMicros: unit };
    expect(firstMessage(exclude({ id: 1, priority: 8, ...price }), tier({ id: 2 }))).toMatch(/ excluded\.$/);
    expect(firstMessage(tier({ id: 1, priority: 8, ...price }), exclude({ id: 2 }))).toMatch(/ stays in\.$/);
  });

  test('do not conflict where no impression matches both', () => {
    const pair = [exclude({ id: 1, priority: 8, profileId: 1 }), tier({ id: 2, profileId: 2 })];
    expect(found(pair, [profile(1, us), profile(2, france)])).toEqual([]);
  });

  test('of which the lower can never win are found as a shadowed tier alone', () => {
    expect(lint(source([exclude({ id: 1, priority: 8 }), tier({ id: 2 })])).map(({ code }) => code)).toEqual([
      'shadowed_tier',
    ]);
  });
});

describe('market areas and countries', () => {
  const options = { countryOfDma: (dma: number) => (dma < 900 ? 'US' : undefined) };
  const cases: [string, Targeting, string[]][] = [
    [
      'a market of another country',
      { dma: dmas(501), country: { action: 'include', values: ['CA'] } },
      ['error dma_outside_country [1]: 1 3 501'],
    ],
    [
      'markets of an excluded country',
      { dma: dmas(501, 602), country: { action: 'exclude', values: ['us', 'CA'] } },
      ['error dma_outside_country [1]: 1 3 501 602'],
    ],
    ['a market of the country', { dma: dmas(501), country: { action: 'include', values: ['us'] } }, []],
    [
      'a market whose country is not known',
      { dma: dmas(501, 999), country: { action: 'include', values: ['CA'] } },
      [],
    ],
    [
      'excluded markets',
      { dma: { action: 'exclude', values: [501] }, country: { action: 'include', values: ['CA'] } },
      [],
    ],
    ['no country', { dma: dmas(501) }, []],
  ];

  test.for(cases)('%s', ([, targeting, expected]) => {
    const tiers = [tier({ id: 1, profileId: 3 })];
    expect(found(tiers, [profile(3, targeting)], options)).toEqual(expected);
    expect(found(tiers, [profile(3, targeting)])).toEqual([]);
    expect(found([], [profile(3, targeting)], options)).toEqual([]);
  });
});

test('tiers that name no buyer are one finding, and nothing else is said of them', () => {
  const tiers = [exclude({ id: 2, minPriceMicros: unit, buyerMemberIds: [] }), tier({ id: 1, buyerMemberIds: [] })];
  expect(found(tiers)).toEqual(['error no_buyers [1, 2]: 1 2']);
});

test('an exclude with a minimum of 0 excludes everything, which is what an exclude is for', () => {
  expect(found([exclude({ id: 1, minPriceMicros: 0 })])).toEqual([]);
});

describe('a minimum price is out of reach of a log', () => {
  const tiers = [tier({ id: 1, minPriceMicros: 3 * unit, buyerMemberIds: [12, 13] })];

  test('where no buyer reached it', () => {
    expect(found(tiers, [], log([12, 2_999_999], [13, unit], [14, 9 * unit]))).toEqual([
      'warning min_price_out_of_reach [1]: 1 3.000000 2.999999',
    ]);
  });

  test('but not where one did, nor where none of its buyers bid', () => {
    expect(found(tiers, [], log([12, unit], [13, 3 * unit]))).toEqual([]);
    expect(found(tiers, [], log([14, unit]))).toEqual([]);
    expect(found(tiers)).toEqual([]);
  });
});

const codes = (...tiers: Tier[]) => lint(source(tiers)).map(({ code }) => code);

describe('state and flight', () => {
  const december = { startMs: Date.UTC(2026, 11), endMs: Date.UTC(2027, 0) };
  test('an inactive tier shadows nothing, competes with nothing, and is not called one that cannot win', () => {
    expect(codes(over({ state: 'inactive' }), tier({ id: 2 }))).toEqual([]);
    expect(codes(over(), tier({ id: 2, state: 'inactive', buyerMemberIds: [] }))).toEqual([]);
  });

  test('a tier with a flight shadows only what has this very flight', () => {
    expect(codes(over(december), tier({ id: 2 }))).toEqual([]);
    expect(codes(over(december), tier({ id: 2, ...december }))).toEqual(['shadowed_tier']);
    expect(codes(over(), tier({ id: 2, ...december }))).toEqual(['shadowed_tier']);
  });

  test('flights without a common moment keep two tiers apart', () => {
    const january = { startMs: december.endMs, endMs: null };
    expect(codes(tier({ id: 1, ...december }), tier({ id: 2, ...january }))).toEqual([]);
    expect(codes(tier({ id: 1, ...december }), tier({ id: 2, ...january, startMs: december.endMs - 1 }))).toEqual([
      'equal_priority_overlap',
    ]);
  });
});

const limited = (given: Partial<Tier> = {}) => over({ maxForgoneMicros: unit, ...given });

describe('a limit', () => {
  test('lets bids fall into a lower exclude, so that it does not shadow it', () => {
    expect(found([over(), exclude({ id: 2 })])).toEqual(['error shadowed_tier [2]: 2 5 0.000000 1 9 0.000000']);
    expect(found([limited(), exclude({ id: 2 })])).toEqual([
      'warning limit_unprotects [1, 2]: 12 1 2',
      'info include_exclude_conflict [1, 2]: 12 1 9 2 5',
    ]);
    expect(found([limited(), exclude({ id: 2, buyerMemberIds: [13] })])).toEqual([]);
  });

  test('of 0 makes the priorities of several tiers say nothing', () => {
    expect(found([limited({ maxForgoneMicros: 0 }), tier({ id: 2, maxForgoneMicros: 0 })])).toEqual([
      'info limit_overrides_priority [1, 2]: 1 2 9 5',
    ]);
    expect(found([limited({ maxForgoneMicros: 0 }), tier({ id: 2, maxForgoneMicros: 1 })])).toEqual([]);
  });
});
