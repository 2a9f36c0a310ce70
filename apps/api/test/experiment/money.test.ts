import type { AuctionAnswer, Experiment, ExperimentResult } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const others: Instance[] = [];
beforeAll(async () => {
  for (let at = 0; at < 2; at++) {
    others.push(await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir }));
  }
});
afterAll(async () => {
  for (const one of others) await one.close();
});

const [maxLoss, mostLost] = [20, 21.5];
/** The draft loses 1 USD a second: 100 auctions, of which each loses 10 CPM of net. */
const [auctionsPerSecond, ticksPerSecond] = [100, 4];
const auctionsPerTick = auctionsPerSecond / ticksPerSecond;
const lostByAuction = 10 / 1000;

test('a draft that loses 1 USD a second is paused at 20 USD, and before 21.50 are gone on three replicas', async () => {
  const { send } = service;
  const replicas = [service, ...others];
  const { ymProfile, gold } = await newYmProfile(send);
  const made = await createDraft(send, ymProfile.id);
  const excluded = { member_action: 'exclude', min_price: null, priority: 9 };
  await updateDraft(send, made.id, withTier(made, gold.id, excluded));
  const body = {
    name: 'Loses',
    hypothesis: 'It loses 1 USD a second, 50 %',
    draft_id: made.id,
    design: 'split',
    share: 1,
    guard: { max_loss: maxLoss, max_total_loss_pct: 100, max_buyer_loss_pct: 100, min_fill_points: 100 },
  };
  const { id } = expectOk(await send('POST', '/experiment', { body })).response['experiment'] as Experiment;
  expectOk(await send('POST', `/experiment/start?id=${id}`));
  for (const { opened } of replicas) {
    await opened.follower.fresh(1);
    await opened.experiments.settled();
  }
  const read = async () => expectOk(await send('GET', `/experiment?id=${id}`)).response['experiment'] as Experiment;

  let sent = 0;
  /** Sends auctions to a replica; gives how many of them the draft decided. */
  const decide = async (one: Instance, count: number) => {
    const auctions = Array.from({ length: count }, () => {
      const unit = `unit-${sent++ % 997}`;
      // 10 net after the seller's fee of 15 %.
      return { ym_profile_id: ymProfile.id, unit, auction_type: 1, bids: [bid('a', 101, '11.764706')] };
    });
    const { response } = expectOk(await one.send('POST', '/auction/batch', { body: { auctions } }));
    return (response['auctions'] as readonly (Row & AuctionAnswer)[]).filter(
      ({ experiment }) => experiment?.arm === 'T',
    ).length;
  };
  // The seconds are those of the traffic, so that a slow machine has as much time for each: a replica stores its counts in
  // each of them, and after the money is gone by what is stored, the guard has a tick until it pauses.
  let [treated, isGone] = [0, false];
  for (let tick = 0; tick < (mostLost + 2) * ticksPerSecond; tick++) {
    for (const [at, one] of replicas.entries()) {
      const count = Math.floor((auctionsPerTick + ((at + tick) % replicas.length)) / replicas.length);
      treated += await decide(one, count);
    }
    if (isGone) break;
    await replicas[tick % ticksPerSecond]?.opened.liveReport.flush();
    const { lostMicros } = await service.opened.experiments.counted(1, id);
    isGone = Number(lostMicros) / 1e9 >= maxLoss;
  }
  expect(isGone).toBe(true);
  await expect.poll(async () => (await read()).state).toBe('paused');
  expect((await read()).reason).toMatch(/^the draft has lost 2\d\.\d\d, allowed: 20\.00$/);
  for (const one of replicas) {
    await one.opened.follower.fresh(1);
    await one.opened.experiments.settled();
    expect(await decide(one, 5)).toBe(0);
    await one.opened.liveReport.flush();
  }
  const { money } = expectOk(await send('GET', `/experiment/result?id=${id}`)).response[
    'experiment-result'
  ] as ExperimentResult;
  expect(Number(money.spent)).toBeCloseTo(treated * lostByAuction, 6);
  expect(Number(money.spent)).toBeGreaterThanOrEqual(maxLoss);
  expect(Number(money.spent)).toBeLessThanOrEqual(mostLost);
});
