import { beforeAll, describe, expect, test } from 'vitest';
import { bid, createThreeLevels, explainAuction, runAuction } from '../fixture/auction-body.ts';
import { createProfile, createTier, createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let demoId: number;

beforeAll(async () => {
  demoId = (await demoYmProfile(send)).id;
});

/** Buyers 112 and 113 are in two tiers of equal priority: every such bid is drawn. */
const drawn = Array.from({ length: 40 }, (_, index) => bid(`b${index}`, 112 + (index % 2), 2 + (index % 3)));
const time = '2026-11-21T08:00:00Z';

/** The tier that each bid was categorised into. */
async function drawnTiers(seed: string, bids: readonly Row[]): Promise<(number | null)[]> {
  const auction = await runAuction(send, { ym_profile_id: demoId, seed, impression: { time }, bids });
  return auction.bids.map(({ tier_id }) => tier_id);
}

describe('the seed', () => {
  test('that is repeated makes the same answer byte for byte', async () => {
    const body = { ym_profile_id: demoId, seed: 'the same', impression: { time }, bids: drawn };
    const texts = await Promise.all([1, 2, 3].map(async () => JSON.stringify(await runAuction(send, body))));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ seed: 'the same' });
  });

  test('that differs makes other draws', async () => {
    expect(await drawnTiers('one', drawn)).not.toEqual(await drawnTiers('two', drawn));
  });

  test('that the service drew reproduces the answer together with the time', async () => {
    const first = await runAuction(send, { ym_profile_id: demoId, bids: drawn });
    const again = await runAuction(send, {
      ym_profile_id: demoId,
      seed: first.seed,
      impression: { time: first.time },
      bids: drawn,
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect((await runAuction(send, { ym_profile_id: demoId, bids: drawn })).seed).not.toBe(first.seed);
  });

  test('draws for each bid by its place: a bid added at the end changes no other draw', async () => {
    const more = await drawnTiers('s', [...drawn, bid('more', 112, 3)]);
    expect(more.slice(0, -1)).toEqual(await drawnTiers('s', drawn));
  });

  test.for(['', 'x'.repeat(65), 7])('%j is refused', async (seed) => {
    const answer = await send('POST', '/auction', { body: { ym_profile_id: demoId, seed, bids: [] } });
    expect(answer.status).toBe(400);
    expect(issuePaths(answer)).toEqual(['seed']);
  });
});

describe('explain', () => {
  const mixed = [...drawn, bid('x', 120, 9), bid('y', 107, 2), bid('z', 108, 8), bid('w', 104, 3), bid('v', null, 1)];
  const body = (more: Row = {}) => ({
    ym_profile_id: demoId,
    seed: 'explained',
    bid_floor: 2,
    impression: { time, country: 'US', dma: 501, sizes: [{ width: 728, height: 90 }] },
    bids: mixed,
    ...more,
  });

  test('decides what the auction decides', async () => {
    for (const auction_type of [1, 2]) {
      const { bids, forgone: _forgone, ...rest } = await explainAuction(send, body({ auction_type }));
      const run = await runAuction(send, body({ auction_type }));
      const plain = bids.map(
        ({ tiers: _tiers, decision: _decision, min_to_win: _least, min_to_win_reason: _why, ...one }) => one,
      );
      expect({ ...rest, bids: plain }).toEqual(run);
    }
  });

  test('goes through every tier for every bid, in the order checked', async () => {
    const { bids } = await explainAuction(send, body());
    for (const { tiers, tier_id, decision } of bids) {
      expect(tiers).toHaveLength(12);
      const priorities = tiers.map(({ priority }) => priority);
      expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
      const matched = tiers.filter(({ result }) => result === 'matched').map((tier) => tier.tier_id);
      expect(tier_id === null ? matched : matched.includes(tier_id)).toEqual(tier_id === null ? [] : true);
      expect(decision.kind === 'none').toBe(tier_id === null);
    }
    const kinds = new Set(bids.map(({ decision }) => decision.kind));
    expect(kinds).toContain('random_draw');
    expect(kinds).toContain('only_match');
    expect(kinds).toContain('none');
  });

  test('says what a bid below the minimum would have needed', async () => {
    const { bids } = await explainAuction(send, { ym_profile_id: demoId, bids: [bid('a', 107, 2)] });
    const [verdict] = bids[0]?.tiers.filter(({ result }) => result === 'below_min_price') ?? [];
    expect(verdict?.detail).toMatchObject({ price: 2, net_price: 1.7, min_price: 2, price_needed: 2.352942 });
  });

  test('names the dimension that does not fit, with both values', async () => {
    const { bids } = await explainAuction(send, {
      ym_profile_id: demoId,
      impression: { dma: 602 },
      bids: [bid('a', 102, 9)],
    });
    const [verdict] = bids[0]?.tiers.filter(({ result }) => result === 'profile_mismatch') ?? [];
    expect(verdict?.detail).toMatchObject({ dimension: 'dma' });
    for (const value of ['602', '501']) expect(JSON.stringify(verdict?.detail)).toContain(value);
  });
});

describe('an acknowledged write is used by the next auction', () => {
  test('after tiers are created, changed, moved and deleted', async () => {
    const { id: ym_profile_id } = await createYmProfile(send, { name: 'Watched' });
    const { id: elsewhere } = await createYmProfile(send, { name: 'Elsewhere' });
    const tierOf = async () => (await runAuction(send, { ym_profile_id, bids: [bid('a', 301, 5)] })).bids[0]?.tier_id;
    const put = async (id: number, body: Row) => expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body }));
    expect(await tierOf()).toBeNull();
    const tier = await createTier(send, {
      ym_profile_id,
      member_action: 'include',
      min_price: 1,
      buyer_members: [{ id: 301 }],
    });
    expect(await tierOf()).toBe(tier.id);
    await put(tier.id, { min_price: 4.5 });
    expect(await tierOf()).toBeNull();
    await put(tier.id, { min_price: 4.25 });
    expect(await tierOf()).toBe(tier.id);
    await put(tier.id, { ym_profile_id: elsewhere });
    expect(await tierOf()).toBeNull();
    await put(tier.id, { ym_profile_id });
    expect(await tierOf()).toBe(tier.id);
    expectOk(await send('DELETE', `/ym-auction-tier?id=${tier.id}`));
    expect(await tierOf()).toBeNull();
  });

  test('after a profile is changed', async () => {
    const { id: ym_profile_id } = await createYmProfile(send, { name: 'Profiled' });
    const profile = await createProfile(send, { dma_action: 'include', dma_targets: [{ dma: 501 }] });
    const tier = await createTier(send, { ym_profile_id, profile_id: profile.id, buyer_members: [{ id: 301 }] });
    const tierOf = async (dma: number) =>
      (await runAuction(send, { ym_profile_id, impression: { dma }, bids: [bid('a', 301, 5)] })).bids[0]?.tier_id;
    expect([await tierOf(501), await tierOf(602)]).toEqual([tier.id, null]);
    expectOk(await send('PUT', `/profile?id=${profile.id}`, { body: { dma_targets: [{ dma: 602 }] } }));
    expect([await tierOf(501), await tierOf(602)]).toEqual([null, tier.id]);
  });

  test('after a ym-profile is deleted, its id and its publisher are unknown', async () => {
    const { id } = await createYmProfile(send, { name: 'Short-lived', publisher_ids: [404] });
    expect((await runAuction(send, { publisher_id: 404, bids: [] })).ym_profile_id).toBe(id);
    expectOk(await send('PUT', `/ym-profile?id=${id}`, { body: { publisher_ids: [405] } }));
    expect((await send('POST', '/auction', { body: { publisher_id: 404, bids: [] } })).status).toBe(404);
    expect((await runAuction(send, { publisher_id: 405, bids: [] })).ym_profile_id).toBe(id);
    expectOk(await send('DELETE', `/ym-profile?id=${id}`));
    for (const body of [{ ym_profile_id: id }, { publisher_id: 405 }]) {
      expect((await send('POST', '/auction', { body: { ...body, bids: [] } })).status).toBe(404);
    }
  });

  test('the revision grows with every write', async () => {
    const { ymProfileId } = await createThreeLevels(send);
    const revision = async () =>
      Number((await runAuction(send, { ym_profile_id: ymProfileId, bids: [] })).revision.split('-')[1]);
    const before = await revision();
    await createTier(send, { ym_profile_id: ymProfileId });
    expect(await revision()).toBe(before + 1);
  });
});
