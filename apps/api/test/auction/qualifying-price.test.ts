import { grossNeededMicros } from '@auction-tiers/tier-engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { type Client, createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

/** The minimums 0.01 to 20.00, each of a tier and a buyer of its own. */
const cents = Array.from({ length: 2000 }, (_, at) => at + 1);
const buyerOf = (cent: number) => 10_000 + cent;
const percents = [0, 5, 10, 12.5, 15, 17.5, 20, 30, 33.3333];
const mostBids = 1000;

let ymProfileId: number;
/** By buyer. */
let tierIds: ReadonlyMap<number, number>;
let client: Client;

beforeAll(async () => {
  client = createClient(service.url, service.people.seller1.api_key);
  ymProfileId = (await createYmProfile(send)).id;
  const tiers = cents.map((cent) => ({
    name: `From ${cent}`,
    member_action: 'include',
    min_price: (cent / 100).toFixed(2),
    buyer_members: [{ id: buyerOf(cent) }],
  }));
  const { created } = importAnswer(await sendFile(send, ymProfileId, { tiers }));
  tierIds = new Map(created.map(({ id, place }) => [buyerOf(cents[place]!), id]));
});

interface Priced {
  readonly buyer: number;
  readonly price: number;
  readonly qualifies: boolean;
}

/** Per minimum the price that a buyer computes in doubles, and a micro less than the least that is enough. */
function pricesAt(percent: number): Priced[] {
  const feePpm = Math.round(percent * 10_000);
  return cents.flatMap((cent) => {
    const buyer = buyerOf(cent);
    const short = (grossNeededMicros(cent * 10_000, feePpm) - 1) / 1_000_000;
    return [
      { buyer, price: cent / 100 / (1 - percent / 100), qualifies: true },
      { buyer, price: short, qualifies: false },
    ];
  });
}

interface Asked {
  readonly percent: number;
  readonly prices: readonly Priced[];
}

const asked: readonly Asked[] = percents.flatMap((percent) => {
  const prices = pricesAt(percent);
  return Array.from({ length: prices.length / mostBids }, (_, at) => ({
    percent,
    prices: prices.slice(at * mostBids, (at + 1) * mostBids),
  }));
});

const toBody = ({ percent, prices }: Asked, toPrice: (price: number) => number | string = (price) => price) => ({
  ym_profile_id: ymProfileId,
  revenue_share_pct: percent,
  bids: prices.map(({ buyer, price }, at) => ({ id: String(at), member_id: buyer, price: toPrice(price) })),
});

/** Every bid is in the tier of its buyer, or in none. */
function expectTiers(answers: readonly object[]): void {
  expect(answers).toHaveLength(asked.length);
  for (const [at, { percent, prices }] of asked.entries()) {
    const { bids } = answers[at] as { readonly bids: readonly { readonly tier_id: number | null }[] };
    const wrong = prices.filter(({ buyer, qualifies }, index) => {
      return bids[index]!.tier_id !== (qualifies ? tierIds.get(buyer) : null);
    });
    expect({ percent, wrong }).toEqual({ percent, wrong: [] });
  }
}

const auctionOf = (response: Row) => response['auction'] as Row;

describe('a bid of min / (1 - fee), computed in doubles, is in its tier, and one of a micro less is not:', () => {
  test.for([
    ['numbers', Number],
    ['text', String],
  ] as const)('POST /auction, prices as %s', async ([, toPrice]) => {
    const answers: Row[] = [];
    for (const one of asked) {
      answers.push(auctionOf(expectOk(await send('POST', '/auction', { body: toBody(one, toPrice) })).response));
    }
    expectTiers(answers);
  });

  test('POST /auction/batch', async () => {
    const answers: Row[] = [];
    for (let at = 0; at < asked.length; at += 6) {
      const auctions = asked.slice(at, at + 6).map((one) => toBody(one));
      const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
      answers.push(...(response['auctions'] as Row[]));
    }
    expectTiers(answers);
  });

  test('tRPC auction.run', async () => {
    const answers: object[] = [];
    for (const one of asked) answers.push(await client.auction.run.mutate(toBody(one)));
    expectTiers(answers);
  });

  test('tRPC auction.runMany', async () => {
    const answers: object[] = [];
    for (let at = 0; at < asked.length; at += 6) {
      const many = await client.auction.runMany.mutate({ auctions: asked.slice(at, at + 6).map((one) => toBody(one)) });
      answers.push(...many.auctions);
    }
    expectTiers(answers);
  });

  test("POST /openrtb2/auction, with the seller's fee", async () => {
    const answers: Row[] = [];
    for (const { percent, prices } of asked) {
      expectOk(await send('PUT', '/member', { body: { revenue_share_pct: percent } }));
      const seatbid = prices.map(({ buyer, price }, at) => ({
        seat: String(buyer),
        bid: [{ id: String(at), impid: '1', price }],
      }));
      const body = { bid_request: { id: 'r', imp: [{ id: '1' }] }, bid_responses: [{ id: 'r', seatbid }] };
      const answer = await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body });
      answers.push(...(expectOk(answer).response['auctions'] as Row[]));
    }
    expectTiers(answers);
  });
});
