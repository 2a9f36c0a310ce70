import { maxAuctionWork } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { countMeanwhile } from '../fixture/meanwhile.ts';
import { type Answer, createSend, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { countTurns } from '../fixture/turns.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
const buyer = 107;
const tierCount = 8000;
let ym_profile_id: number;

/** A ym-profile with thousands of tiers that name the same buyer, none of which its bids reach. */
beforeAll(async () => {
  ym_profile_id = (await createYmProfile(send, { name: 'Deep' })).id;
  const tier = { min_price: '900.00', member_action: 'include', buyer_members: [{ id: buyer }] };
  const tiers = Array.from({ length: tierCount }, (_, at) => ({ ...tier, name: `T${at}`, priority: (at % 10) + 1 }));
  importAnswer(await sendFile(send, ym_profile_id, { tiers, profiles: [] }));
});

const bidsOf = (count: number) => Array.from({ length: count }, (_, at) => bid(`b${at}`, buyer, 1));
const time = '2026-11-21T08:00:00Z';
const auctionOf = (bids: number, seed = 's'): Row => ({
  ym_profile_id,
  seed,
  impression: { time },
  bids: bidsOf(bids),
});
/** So many bids of one auction that their candidate entries are just too many. */
const tooMany = Math.ceil((maxAuctionWork + 1) / tierCount);

const expectRefused = (answer: Answer, path: string): void => {
  expect([answer.status, answer.response.error_code]).toEqual([400, 'INVALID']);
  expect(issuePaths(answer)).toEqual([path]);
  expect(answer.response.error).toContain(String(maxAuctionWork));
};

describe('a request that would look at more tiers than it may is refused', () => {
  test('as one auction, by every path', async () => {
    const body = auctionOf(tooMany);
    expectRefused(await send('POST', '/auction', { body }), 'bids');
    expectRefused(
      await send('POST', '/auction', { body, headers: { accept: 'application/json, text/plain' } }),
      'bids',
    );
    const client = createClient(service.url, service.people.seller1.api_key);
    expect((await failureOf(client.auction.run.mutate(body as never))).data).toMatchObject({ httpStatus: 400 });
  });

  test('as a batch, whose auctions are each small enough', async () => {
    const body = { auctions: [auctionOf(tooMany - 1), auctionOf(10)] };
    expectRefused(await send('POST', '/auction/batch', { body }), 'auctions');
    expectOk(await send('POST', '/auction/batch', { body: { auctions: [auctionOf(tooMany - 1)] } }));
  });

  test('as a bid request with many impressions', async () => {
    const imp = Array.from({ length: 10 }, (_, at) => ({ id: String(at) }));
    const seatbid = imp.map(({ id }) => ({
      seat: String(buyer),
      bid: Array.from({ length: 70 }, (_, at) => ({ id: `${id}-${at}`, impid: id, price: 1 })),
    }));
    const body = { bid_request: { id: 'r', imp }, bid_responses: [{ id: 'r', seatbid }] };
    expectRefused(await send('POST', `/openrtb2/auction?ym_profile_id=${ym_profile_id}`, { body }), 'auctions');
  });

  test('a buyer that few tiers name may bid as often as an auction allows', async () => {
    const bids = Array.from({ length: 1000 }, (_, at) => bid(`b${at}`, 55_555, 1));
    expectOk(await send('POST', '/auction', { body: { ym_profile_id, bids } }));
  });
});

test.for([100, 250])(
  'an auction of %d bids that look at thousands of tiers each has one answer by every path',
  async (bids) => {
    const body = auctionOf(bids, 'heavy');
    const answer = expectOk(await send('POST', '/auction', { body }));
    const { auction: alone } = answer.response;
    const [inBatch] = expectOk(await send('POST', '/auction/batch', { body: { auctions: [body] } })).response[
      'auctions'
    ] as unknown[];
    const client = createClient(service.url, service.people.seller1.api_key);
    expect(inBatch).toEqual(alone);
    expect(await client.auction.run.mutate(body as never)).toEqual(alone);
  },
);

test.for([
  ['/auction', (body: Row) => body],
  ['/auction/batch', (body: Row) => ({ auctions: [body] })],
] as const)('while heavy requests to %s are answered, auctions of another seller are, too', async ([path, of]) => {
  const sendOther = createSend(service.url, service.people.seller2.api_key);
  const other = await createYmProfile(sendOther, { name: `Beside ${path}` });
  const small = { body: { ym_profile_id: other.id, bids: [bid('a', 107, 2)] } };
  // Each on a connection of its own, which the service accepts before that of the small ones.
  const heavies = Array.from({ length: 30 }, () => send('POST', path, { body: of(auctionOf(50)) }));
  const turns = countTurns();
  const { answer, count } = await countMeanwhile(Promise.all(heavies), async () =>
    expectOk(await sendOther('POST', '/auction', small)),
  );
  for (const one of answer) expectOk(one);
  // Client and service share the loop here: a small one takes two of its turns.
  expect(count).toBeGreaterThan(heavies.length);
  // Each heavy one has a turn of the event loop of its own.
  expect(turns.count).toBeGreaterThan(heavies.length);
});
