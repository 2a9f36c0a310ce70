import type { Targeting } from '@auction-tiers/tier-engine';
import { lint } from '@auction-tiers/tier-engine/lint';
import { describe, expect, test } from 'vitest';
import { profile, source, tier } from '../fixture/build.ts';

const us: Targeting = { country: { action: 'include', values: ['US', 'CA'] } };
const france: Targeting = { country: { action: 'include', values: ['FR'] } };
const list = (action: 'include' | 'exclude', ...values: string[]) => ({ action, values });
const sites = (action: 'include' | 'exclude', ...siteIds: number[]) => ({
  inventory: { action, publisherIds: [], siteIds, placementIds: [] },
});
const segments = (operator: 'and' | 'or', include: number[], not: number[] = []) => ({
  segment: { operator, include, exclude: not },
});
const section = (action: 'include' | 'exclude', ...values: string[]) => ({
  keyValue: [{ key: 's', values, action }],
});
const hours = (timezone: string, startHour: number, endHour: number) => ({
  daypart: { timezone, windows: [{ day: 'all' as const, startHour, endHour }] },
});

describe('targeting keeps two tiers apart', () => {
  const cases: [string, boolean, Targeting, Targeting][] = [
    ['two countries', true, us, france],
    ['a country that both have', false, us, { country: list('include', 'fr', 'us') }],
    ['a country and all but it', true, france, { country: list('exclude', 'FR', 'DE') }],
    ['two countries and all but one of them', false, us, { country: list('exclude', 'US') }],
    ['two excludes', false, { country: list('exclude', 'FR') }, { country: list('exclude', 'US') }],
    ['two dimensions', false, us, { language: list('include', 'fr') }],
    ['two domains', true, { domain: list('include', 'a.com') }, { domain: list('include', 'ba.com') }],
    ['a domain and its parent', false, { domain: list('include', 'x.a.com') }, { domain: list('include', 'A.com.') }],
    [
      'a parent domain and its child',
      false,
      { domain: list('include', 'a.com') },
      { domain: list('include', 'x.a.com') },
    ],
    [
      'a domain and all but its parent',
      true,
      { domain: list('include', 'x.a.com') },
      { domain: list('exclude', 'a.com') },
    ],
    [
      'a domain and all but its child',
      false,
      { domain: list('include', 'a.com') },
      { domain: list('exclude', 'x.a.com') },
    ],
    ['two deals', true, { deal: list('include', 'A') }, { deal: list('include', 'B') }],
    ['two spellings of a deal', true, { deal: list('include', 'A') }, { deal: list('include', 'a') }],
    [
      'two advertiser domains, of which a bid may have both',
      false,
      { advertiserDomain: list('include', 'a.com') },
      { advertiserDomain: list('include', 'b.com') },
    ],
    ['a deal and all but it', true, { deal: list('include', 'A') }, { deal: list('exclude', 'A', 'B') }],
    ['two sites', true, sites('include', 1), sites('include', 2)],
    ['a site and all but it', true, sites('include', 1), sites('exclude', 1, 2)],
    [
      'a site and a publisher, which may be that of the site',
      false,
      sites('include', 1),
      { inventory: { action: 'include', publisherIds: [2], siteIds: [], placementIds: [] } },
    ],
    [
      'two sizes, of which an impression may have both',
      false,
      { size: [{ width: 1, height: 2 }] },
      { size: [{ width: 2, height: 1 }] },
    ],
    [
      'two categories, likewise',
      false,
      { contentCategory: list('include', 'A') },
      { contentCategory: list('include', 'B') },
    ],
    [
      'a category and all but it',
      true,
      { contentCategory: list('include', 'A') },
      { contentCategory: list('exclude', 'a') },
    ],
    ['two segments, likewise', false, segments('and', [1]), segments('and', [2])],
    ['segments that are all needed and one of them forbidden', true, segments('and', [1, 2]), segments('or', [], [2])],
    ['segments of which one is needed and one forbidden', false, segments('or', [1, 2]), segments('or', [], [2])],
    ['a value of a key and all but it', true, section('include', 'a'), section('exclude', 'a')],
    ['a value of a key and all but it in another case', false, section('include', 'a'), section('exclude', 'A')],
    ['hours of one clock', true, hours('UTC', 0, 5), hours('utc', 6, 23)],
    ['hours of one clock that meet in one', false, hours('UTC', 0, 6), hours('UTC', 6, 23)],
    ['hours of two clocks', false, hours('UTC', 0, 5), hours('Asia/Kathmandu', 6, 23)],
  ];

  test.for(cases)('%s: %s', ([, areApart, left, right]) => {
    const pair = [tier({ id: 1, profileId: 1 }), tier({ id: 2, profileId: 2 })];
    const codes = (targetings: Targeting[]) =>
      lint(
        source(
          pair,
          targetings.map((given, at) => profile(at + 1, given)),
        ),
      ).map(({ code }) => code);
    const expected = areApart ? [] : ['equal_priority_overlap'];
    expect(codes([left, right])).toEqual(expected);
    expect(codes([right, left])).toEqual(expected);
  });
});

test('among thousands of targeted tiers only those that share a market and a buyer are found', () => {
  const markets = Array.from({ length: 2500 }, (_, at) => at + 1);
  const lists = markets.map((id) => profile(id, { dma: { action: 'include', values: [id] } }));
  const buyerMemberIds = [Number.MAX_SAFE_INTEGER];
  const first = markets.map((id) => tier({ id, profileId: id, buyerMemberIds }));
  const again = [7, 2400].map((id) => tier({ id: id + 5000, profileId: id, buyerMemberIds }));
  const other = tier({ id: 9000, profileId: 7, buyerMemberIds: [Number.MAX_SAFE_INTEGER - 1] });
  expect(lint(source([...first, ...again, other], lists)).map(({ tierIds }) => tierIds)).toEqual([
    [7, 5007],
    [2400, 7400],
  ]);
});
