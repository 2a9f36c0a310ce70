import {
  AuctionBody,
  IdInput,
  OpenRtbBody,
  profileResource,
  StartSimulation,
  TierSetDraft,
  tierResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { problemsOf } from '../fixture/problem.ts';

const tier = { name: 'T', ym_profile_id: 42 };
const auction = { ym_profile_id: 42, bids: [] };
const bid = { id: 'b1', member_id: 12, price: 2.5 };
const synthetic = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
const simulation = { ym_profile_id: 1, draft: { tiers: [] }, log: synthetic };

/** The object with a value at a path. */
function withAt(object: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withAt((object as Record<string, unknown> | undefined)?.[key], rest, value);
  if (typeof key === 'number') return [inner];
  return { ...(object as object | undefined), [key]: inner };
}

const valueAt = (object: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], object);

/** Every whole number that a body may have; beside it, what its object needs to be right. */
const places: readonly (readonly [schema: z.ZodType, body: object, path: string, beside?: object])[] = [
  [tierResource.Create, tier, 'ym_profile_id'],
  [tierResource.Create, tier, 'profile_id'],
  [tierResource.Create, tier, 'priority'],
  [tierResource.Create, tier, 'member_id'],
  [tierResource.Create, tier, 'buyer_members.0.id'],
  [tierResource.Update, {}, 'priority'],
  [profileResource.Create, {}, 'country_targets.0.id'],
  [profileResource.Create, {}, 'dma_targets.0.dma'],
  [profileResource.Create, {}, 'size_targets.0.width', { height: 5 }],
  [profileResource.Create, {}, 'size_targets.0.height', { width: 5 }],
  [profileResource.Create, {}, 'daypart_targets.0.start_hour', { day: 'all', end_hour: 20 }],
  [profileResource.Create, {}, 'daypart_targets.0.end_hour', { day: 'all', start_hour: 0 }],
  [AuctionBody, auction, 'ym_profile_id'],
  [AuctionBody, auction, 'impression.dma'],
  [AuctionBody, auction, 'impression.sizes.0.width', { height: 5 }],
  [AuctionBody, auction, 'impression.sizes.0.height', { width: 5 }],
  [AuctionBody, auction, 'bids.0.member_id', bid],
  [OpenRtbBody, { bid_request: {} }, 'ym_profile_id'],
  [OpenRtbBody, { bid_request: {} }, 'seats.acme'],
  [TierSetDraft, { tiers: [] }, 'tiers.0.id', { name: 'T' }],
  [TierSetDraft, { tiers: [] }, 'profiles.0.member_id', {}],
  [StartSimulation, simulation, 'ym_profile_id'],
  [StartSimulation, simulation, 'log.auctions', synthetic],
  [StartSimulation, simulation, 'log.bids', synthetic],
  [IdInput, {}, 'id'],
];

/** Every name of inventory that a body may have. */
const namePlaces: typeof places = [
  [ymProfileResource.Create, { name: 'P' }, 'publisher_ids.0'],
  [profileResource.Create, {}, 'publisher_targets.0.id'],
  [profileResource.Create, {}, 'site_targets.0.id'],
  [profileResource.Create, {}, 'placement_targets.0.id'],
  [profileResource.Create, {}, 'segment_targets.0.id', { action: 'include' }],
  [AuctionBody, { bids: [] }, 'publisher_id'],
  [AuctionBody, auction, 'impression.publisher_id'],
  [AuctionBody, auction, 'impression.site_id'],
  [AuctionBody, auction, 'impression.placement_id'],
  [AuctionBody, auction, 'impression.segments.0'],
];

const toCases = (all: typeof places) =>
  all.map(([schema, body, path, beside]) => {
    const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const bodyWith = (value: unknown) =>
      beside === undefined
        ? withAt(body, steps, value)
        : withAt(body, steps.slice(0, -1), { ...beside, [steps.at(-1) ?? '']: value });
    return { path, schema, steps, bodyWith };
  });
const cases = toCases(places);
const nameCases = toCases(namePlaces);

test.for([...cases, ...nameCases])(
  '$path may be its digits as text, and is the number then',
  ({ schema, steps, bodyWith }) => {
    expect(valueAt(schema.parse(bodyWith('7')), steps)).toBe(7);
    expect(schema.parse(bodyWith('7'))).toStrictEqual(schema.parse(bodyWith(7)));
  },
);

const notPlain = [
  '7.0',
  '0x7',
  ' 7',
  '7 ',
  '',
  '+7',
  '-7',
  '1e3',
  '07',
  '007',
  '٧',
  '9007199254740993',
  '7\n',
  'seven',
];
const notWhole = [7.5, Number.NaN, true, [7], { id: 7 }];

test.for(cases)('$path is refused as anything but plain digits or a whole number', ({ schema, path, bodyWith }) => {
  for (const value of [...notPlain, ...notWhole]) {
    expect(problemsOf(schema, bodyWith(value)).map((issue) => issue.path)).toStrictEqual([path]);
  }
});

test.for(nameCases)(
  '$path may be any other text, which stays as it is written',
  ({ schema, steps, path, bodyWith }) => {
    const texts = ['/1111/news/top', 'seven', '07', '7.0', ' 7', '0', '9007199254740993', 'x'.repeat(255)];
    for (const text of texts) expect(valueAt(schema.parse(bodyWith(text)), steps)).toBe(text);
    for (const value of ['', 'x'.repeat(256), '\uD800', 0, -7, ...notWhole]) {
      expect(problemsOf(schema, bodyWith(value)).map((issue) => issue.path)).toStrictEqual([path]);
    }
  },
);

test('a target may have a code, which is its id', () => {
  const given = { placement_targets: [{ code: '/1111/news/*' }], segment_targets: [{ code: '12' }] };
  expect(profileResource.Create.parse(given)).toMatchObject({
    placement_targets: [{ id: '/1111/news/*' }],
    segment_targets: [{ id: 12, action: 'include' }],
  });
  expect(problemsOf(profileResource.Create, { site_targets: [{}] })).toMatchObject([{ path: 'site_targets.0' }]);
});

test('the message says what was seen and what is allowed, of text and of numbers', () => {
  const [seven] = problemsOf(tierResource.Create, { ...tier, priority: '7.0' });
  for (const part of ['"7.0"', 'whole number', 'digits']) expect(seven?.message).toContain(part);
  expect(problemsOf(tierResource.Create, { ...tier, priority: '11' })).toMatchObject([
    { path: 'priority', message: 'is 11, allowed: at most 10' },
  ]);
  expect(problemsOf(tierResource.Create, { name: 'T' })).toMatchObject([
    { path: 'ym_profile_id', message: expect.stringMatching(/^is required/) as string },
  ]);
});

test('the auction type may be text too', () => {
  expect(AuctionBody.parse({ ...auction, auction_type: '2' })).toStrictEqual({ ...auction, auction_type: 2 });
  for (const type of ['3', '02', '2.0', ' 2', '']) {
    expect(problemsOf(AuctionBody, { ...auction, auction_type: type })).toMatchObject([{ path: 'auction_type' }]);
  }
});
