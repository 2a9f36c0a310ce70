import { expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { rowsOf } from './report-reader.ts';

const service = useService();
const { send } = service;

test('bids that a limit kept out are counted by tier and buyer, also where the tier took none', async () => {
  const { id: ym_profile_id } = await createYmProfile(send);
  const include = { ym_profile_id, member_action: 'include', min_price: '1.00' };
  const limited = { ...include, max_forgone: '0.50', buyer_members: [{ id: 101 }, { id: 102 }] };
  const gold = await createTier(send, { ...limited, name: 'Gold', priority: 9 });
  const silver = await createTier(send, { ...limited, name: 'Silver', priority: 5 });
  const rest = await createTier(send, { ...include, name: 'Rest', priority: 1, buyer_members: [{ id: 101 }] });
  const bids = (...prices: readonly (readonly [number, number])[]) => ({
    ym_profile_id,
    revenue_share_pct: 0,
    bids: prices.map(([member_id, price], at) => ({ id: `b${at}`, member_id, price })),
  });
  const auctions = [
    // Near enough, so that Gold takes it.
    bids([101, 2], [110, 2.5]),
    // Too costly for Gold and Silver; Rest, without a limit, takes it. The bid of 0.50 is below the minimums.
    bids([101, 2], [101, 0.5], [110, 2.500001]),
    // Nothing takes it.
    bids([102, 2], [110, 9]),
    bids([102, 2], [110, 9]),
  ];
  expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
  await service.opened.liveReport.flush();

  const byTier = await rowsOf(send, '&group_by=tier', ym_profile_id);
  expect(byTier.map(({ tier_id, bids: inTier, won, too_costly }) => [tier_id, inTier, won, too_costly])).toEqual([
    [null, 7, 2, 0],
    [gold.id, 1, 1, 3],
    [silver.id, 0, 0, 3],
    [rest.id, 1, 1, 0],
  ]);
  const pairs = await rowsOf(send, '&group_by=tier,buyer&sort=too_costly.desc&num_elements=2', ym_profile_id);
  expect(pairs).toMatchObject([
    { tier_id: gold.id, buyer_id: 102, bids: 0, too_costly: 2, win_rate: null },
    { tier_id: silver.id, buyer_id: 102, bids: 0, too_costly: 2, win_rate: null },
  ]);
  const [all] = await rowsOf(send, '', ym_profile_id);
  expect(all).toMatchObject({ auctions: 4, bids: 9 });
  expect(all).not.toHaveProperty('too_costly');

  const { items } = await createClient(service.url, service.people.seller1.api_key).report.rows.query({
    ym_profile_id,
    group_by: 'tier',
  });
  expect(items.map(({ too_costly: count }) => count)).toEqual([0, 3, 3, 0]);
  const { text } = await send('GET', `/report?ym_profile_id=${ym_profile_id}&group_by=tier`, {
    headers: { accept: 'text/csv' },
  });
  const [head = [], ...lines] = text.split('\r\n').map((line) => line.split(','));
  const column = head.indexOf('too_costly');
  expect(lines.filter((line) => line.length > 1).map((line) => line[column])).toEqual(['0', '3', '3', '0']);
});

const seatBid = (seat: string, price: number) => ({ seat, bid: [{ id: seat, impid: '1', price }] });

test('bids of impressions that count more than once are as many', async () => {
  const { id } = await createYmProfile(send);
  const tier = { ym_profile_id: id, member_action: 'include', min_price: '1.00', max_forgone: '0.50' };
  await createTier(send, { ...tier, name: 'Screens', buyer_members: [{ id: 101 }] });
  const bid_request = { id: 'r', imp: [{ id: '1', qty: { multiplier: 2.5 } }], dooh: { id: 'd' } };
  const bid_responses = [{ id: 'r', seatbid: [seatBid('101', 2), seatBid('110', 9)] }];
  expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${id}`, { body: { bid_request, bid_responses } }));
  await service.opened.liveReport.flush();
  const rows = await rowsOf(send, '&group_by=tier', id);
  expect(rows.find(({ tier_id: of }) => of !== null)).toMatchObject({ bids: 0, too_costly: 2.5 });
});
