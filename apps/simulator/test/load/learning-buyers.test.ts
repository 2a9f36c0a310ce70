import { ResponseParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { toRequests } from '../../src/load/door.ts';
import { LearningBuyers } from '../../src/load/learning-buyers.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const auctionOn = (site_id: number) => ({
  ym_profile_id: 1,
  impression: { site_id },
  bids: [
    { id: 'a', member_id: 107, price: 4 },
    { id: 'b', member_id: 110, price: '1.000000' },
  ],
});
const sampled = [1, 1, 2, 2].map((site) => ({ body: JSON.stringify(auctionOn(site)), bids: 2 }));
const answersOf = (...arms: readonly (string | undefined)[]) =>
  JSON.stringify({
    response: { auctions: arms.map((arm) => ({ winner: null, ...(arm && { experiment: { id: 1, arm } }) })) },
  });

test('buyers of a load learn the draft on each site by the share and the lag, and forget it without it', () => {
  let nowMs = 0;
  const response = ResponseParams.parse({ version: 1, raise: -0.5, lag_hours: 12 });
  const order = { changed: new Map([[107, { minimum: 3_000_000, isPreferred: false }]]), response, feePpm: 0 };
  const buyers = new LearningBuyers(order, () => nowMs);
  const { request, sites } = buyers.prepare(toRequests('batch', '', sampled, 4)[0]!);
  expect(sites).toEqual([1, 1, 2, 2]);
  const pricesNow = () =>
    (JSON.parse(request.body!) as { auctions: { bids: { price: number }[] }[] }).auctions.map(({ bids }) =>
      bids.map(({ price }) => price),
    );
  const takeAfter = (hours: number, ...arms: readonly (string | undefined)[]) => {
    nowMs += hours * 3_600_000;
    buyers.take(sites, answersOf(...arms));
  };
  expect(pricesNow()).toEqual(Array.from({ length: 4 }, () => [4, 1]));
  takeAfter(0, 'T', 'T', 'T', 'C');
  takeAfter(12, 'T', 'T', 'T', 'C');
  // 63 % of the way after the lag, of the whole or of half of it; buyer 110 meets no minimum that changes.
  const [whole, half] = [1 - Math.exp(-1), (1 - Math.exp(-1)) / 2].map((learnt) => 4 * (1 - 0.5 * learnt));
  const [[first, other], , [third]] = pricesNow() as [number[], number[], number[]];
  expect([first, third, other]).toEqual([expect.closeTo(whole!, 5), expect.closeTo(half!, 5), 1]);
  takeAfter(1000, undefined, undefined, 'C', 'C');
  expect(pricesNow()).toEqual(Array.from({ length: 4 }, () => [4, 1]));
});

test.for([
  [['--response', 'r.json'], '--draft'],
  [['--response', 'r.json', '--draft', 'd.tiers.json', '--via', 'batch'], '--rate'],
  [['--response', 'r.json', '--draft', 'd.tiers.json', '--rate', '5'], '--via batch'],
  [['--response', 'limited.json', '--draft', 'd.tiers.json', '--rate', '5', '--via', 'batch'], 'budget'],
] as const)('load refuses %j, and names %s', async ([more, named]) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'r.json'), '{"version":1,"raise":0.1}');
  writeFileSync(join(folder, 'limited.json'), '{"version":1,"budget":{"members":[107],"per_day":1}}');
  writeFileSync(join(folder, 'd.tiers.json'), '{"tiers":[],"profiles":[]}');
  const args = ['load', '--url', 'http://127.0.0.1:1', '--ym-profile', '1', ...more];
  const { exitCode, stderr } = await runSimulator(folder, args, { AUCTION_TIERS_KEY: 'key' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(named);
});
