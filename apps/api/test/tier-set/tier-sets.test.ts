import type { AuctionTier } from '@auction-tiers/contract';
import { runAuction } from '@auction-tiers/tier-engine';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { Mirror } from '../../src/mirror/mirror.ts';
import { TierSets } from '../../src/mirror/tier-sets.ts';

const ymProfileId = 42;
const small = 10;
const large = 5000;

let revision: number;
let mirror: Mirror;
let tierSets: TierSets;

beforeEach(() => {
  revision = 0;
  mirror = new Mirror();
  tierSets = new TierSets(mirror, { revisionOf: () => `1-${revision}` }, pino({ enabled: false }));
});

/** As the follower takes in a change: first the objects, then the revision. */
function write(after: AuctionTier): void {
  const operation = mirror.row('ym-auction-tier', 1, after.id) === undefined ? 'create' : 'update';
  mirror.apply({ service: 'ym-auction-tier', id: after.id, operation, memberId: 1, after });
  revision++;
}

function tier(id: number, priority: number): AuctionTier {
  return {
    id,
    name: `Tier ${id}`,
    code: null,
    description: null,
    member_id: 1,
    ym_profile_id: ymProfileId,
    profile_id: null,
    priority,
    member_action: 'include',
    min_price: '0.000000',
    max_forgone: null,
    state: 'active',
    start_date: null,
    end_date: null,
    buyer_members: [{ id: 12, name: null }],
    created_on: '2026-11-21 08:00:00',
    last_modified: '2026-11-21 08:00:00',
  };
}

function fill(count: number): void {
  for (let id = 1; id <= count; id++) write(tier(id, 1));
}

/** The tier of a bid of buyer 12, and the revision that the tiers are said to be of. */
function ask(id = ymProfileId): [number | null, string] {
  const current = tierSets.get(id);
  const { bids } = runAuction(current.tierSet, {
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm: 0,
    seed: 's',
    timeMs: 0,
    impression: {},
    bids: [{ id: 'b', memberId: 12, grossMicros: 1 }],
  });
  return [bids[0]!.tierId, current.revision ?? `1-${revision}`];
}

test('a change of a small set is seen by the very next auction', () => {
  fill(small);
  write(tier(3, 10));
  expect(ask()).toEqual([3, `1-${small + 1}`]);
});

test('while a large set is compiled anew, auctions go on with the one before and say so', async () => {
  fill(large);
  await tierSets.settled();
  write(tier(3, 9));
  write(tier(4, 10));
  const [before, said] = ask();
  expect([before === 3 || before === 4, said]).toEqual([false, `1-${large}`]);
  await tierSets.settled();
  expect(ask()).toEqual([4, `1-${large + 2}`]);
});

test('a change made while a large set is compiled is not lost', async () => {
  fill(large);
  await tierSets.settled();
  write(tier(3, 9));
  await new Promise((resolve) => void setImmediate(resolve));
  write(tier(4, 10));
  await tierSets.settled();
  expect(ask()).toEqual([4, `1-${large + 2}`]);
});

test('changes of a large set just after it was compiled are compiled too, once they have waited', async () => {
  fill(large);
  await tierSets.settled();
  write(tier(4, 8));
  write(tier(5, 9));
  await vi.waitFor(() => expect(ask()).toEqual([5, `1-${large + 2}`]));
  // `settled` does not wait for the end of the pause that has begun now.
  write(tier(6, 10));
  await tierSets.settled();
  expect(ask()).toEqual([6, `1-${large + 3}`]);
});

test('a tier that moves to another ym-profile is in that one only', async () => {
  fill(large);
  write(tier(5, 7));
  write({ ...tier(4, 8), ym_profile_id: 43 });
  await tierSets.settled();
  const last = `1-${large + 2}`;
  expect([ask(), ask(43)]).toEqual([
    [5, last],
    [4, last],
  ]);
});

test('the first auction of a large set does not find it empty', () => {
  fill(large);
  expect(ask()[0]).not.toBeNull();
});

test('a ym-profile that is deleted and made again starts empty', () => {
  fill(small);
  const ymProfile = { service: 'ym-profile', id: ymProfileId, memberId: 1 } as const;
  mirror.apply({ ...ymProfile, operation: 'create', after: { id: ymProfileId, member_id: 1 } });
  mirror.apply({ ...ymProfile, operation: 'delete', after: null });
  expect(ask()).toEqual([null, `1-${small}`]);
});

test.for([small, large])(
  'of %i tiers, a fault in their compilation keeps the set before, and is named',
  async (count) => {
    fill(count);
    await tierSets.settled();
    const [before] = ask();
    write({ ...tier(3, 9), profile_id: 7 });
    const fault = vi.spyOn(mirror, 'row').mockImplementation(() => {
      throw new TypeError('a fault of the program');
    });
    await tierSets.settled();
    expect(ask()).toEqual([before, `1-${count}`]);
    expect(tierSets.behind()).toMatchObject([{ id: ymProfileId }]);
    expect(tierSets.unreadable()).toMatchObject([{ service: 'ym-profile', id: ymProfileId }]);
    fault.mockRestore();
    write(tier(3, 10));
    await tierSets.settled();
    expect(ask()).toEqual([3, `1-${count + 2}`]);
    expect([tierSets.behind(), tierSets.unreadable()]).toEqual([[], []]);
  },
);
