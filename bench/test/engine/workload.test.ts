import { compile } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import type { Shape, Workload } from '../../src/engine/workload/workload.ts';
import { bidsPerAuction, createWorkload, readingOf } from '../../src/engine/workload/workload.ts';

const create = (shape: Shape, tierCount: number) => createWorkload({ shape, tierCount, auctionCount: 20 });

const namedBuyers = ({ source }: Workload) => new Set(source.tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds));

test('a workload is the same each time', () => {
  expect(create('wide', 300)).toEqual(create('wide', 300));
});

test.for<Shape>(['wide', 'deep'])('%s tiers are legal, half of them are targeted, by 50 profiles', (shape) => {
  const { source } = create(shape, 1000);
  expect(compile(source).ok).toBe(true);
  expect(source.profiles).toHaveLength(50);
  const targeted = source.tiers.filter(({ profileId }) => profileId !== null).length;
  expect(targeted).toBeGreaterThan(450);
  expect(targeted).toBeLessThan(550);
});

test('buyers grow with tiers when wide and stay the same 500 when deep', () => {
  expect(namedBuyers(create('wide', 10_000)).size).toBeGreaterThan(9000);
  expect(namedBuyers(create('wide', 1000)).size).toBeGreaterThan(900);
  expect(namedBuyers(create('deep', 10_000)).size).toBe(500);
  expect(namedBuyers(create('deep', 1000)).size).toBe(500);
});

test('an auction has 20 bids, most of buyers that tiers name and some of buyers that none names', () => {
  const workload = create('wide', 1000);
  const named = namedBuyers(workload);
  const bids = workload.auctions.flatMap((auction) => auction.bids);
  expect(bids).toHaveLength(20 * bidsPerAuction);
  const strangers = bids.filter(({ memberId }) => !named.has(memberId!)).length / bids.length;
  expect(strangers).toBeGreaterThan(0.02);
  expect(strangers).toBeLessThan(0.2);
});

test('ranked tiers stand by priority, those of equal priority by id', () => {
  const { ranked } = create('deep', 300);
  for (const [at, tier] of ranked.entries()) {
    const next = ranked[at + 1];
    if (next === undefined) continue;
    expect(tier.priority > next.priority || (tier.priority === next.priority && tier.id < next.id)).toBe(true);
  }
});

test('what the limit writes tells bids of another buyer or price apart', () => {
  const bid = create('wide', 10).auctions[0]!.bids[0]!;
  expect(readingOf({ ...bid, memberId: bid.memberId! + 1 })).not.toBe(readingOf(bid));
  expect(readingOf({ ...bid, netMicros: bid.netMicros + 1 })).not.toBe(readingOf(bid));
});
