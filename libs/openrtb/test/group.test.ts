import { type OpenRtbAuction, settleGroups, toOpenRtbAnswer } from '@auction-tiers/openrtb';
import { runAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { emptyTierSet, map, winnerOf } from './build.ts';

const tierSet = emptyTierSet();

/** What a seat bids, by impression; `group` as the seatbid has it. */
interface Sent {
  readonly seat: string;
  readonly group?: unknown;
  readonly prices: Readonly<Record<string, unknown>>;
}

const toResponse = ({ seat, group, prices }: Sent) => ({
  seatbid: [{ seat, group, bid: Object.entries(prices).map(([impid, price]) => ({ impid, price })) }],
});

/** By impression: who wins at which price, and what becomes of each bid. */
async function run(sent: readonly Sent[], at = 1, imps = ['1', '2', '3'], count = winnerOf) {
  const mapped = map({ at, imp: imps.map((id) => ({ id })) }, sent.map(toResponse));
  const settled = await settleGroups(mapped, count);
  return settled.map((auction) => {
    const { winner, bids } = toOpenRtbAnswer(auction, runAuction(tierSet, auction.request), mapped.exchange);
    return {
      winner: winner && `${winner.seat} ${winner.clearing_price}`,
      bids: Object.fromEntries(bids.map(({ seat, outcome, reason }) => [seat, reason ?? outcome])),
    };
  });
}

test('a group that wins one impression of two wins none', async () => {
  const [first, second] = await run([
    { seat: 'm1', group: 1, prices: { 1: 5, 2: 1 } },
    { seat: 'm2', prices: { 1: 3, 2: 2 } },
  ]);
  expect(first).toEqual({ winner: 'm2 3', bids: { m1: 'group_split', m2: 'won' } });
  expect(second).toEqual({ winner: 'm2 2', bids: { m1: 'group_split', m2: 'won' } });
});

test.for<[string, Sent['prices']]>([
  ['a price that cannot be read', { 1: 5, 2: 'x' }],
  ['an impression that the request does not have', { 1: 5, 9: 5 }],
])('a group with %s wins none', async ([, prices]) => {
  const [first] = await run([
    { seat: 'm1', group: 1, prices },
    { seat: 'm2', prices: { 1: 3 } },
  ]);
  expect(first).toEqual({ winner: 'm2 3', bids: { m1: 'group_split', m2: 'won' } });
});

test.for<[string, unknown, Sent['prices']]>([
  ['that wins whole', 1, { 1: 5, 2: 5 }],
  ['whose bids may win alone', 0, { 1: 5, 2: 1 }],
  ['with bids on one impression', 1, { 1: 5 }],
])('a group %s keeps its bids', async ([, group, prices]) => {
  const [first] = await run([
    { seat: 'm1', group, prices },
    { seat: 'm2', prices: { 1: 3, 2: 2 } },
  ]);
  expect(first).toEqual({ winner: 'm1 5', bids: { m1: 'won', m2: 'outbid' } });
});

test('the first of two groups that win in part is left out, and the second may then win whole', async () => {
  const half = { 1: 5, 2: 4 };
  const [first, second] = await run([
    { seat: 'm1', group: 1, prices: half },
    { seat: 'm2', group: 1, prices: { 1: 4, 2: 5 } },
  ]);
  expect([first!.winner, second!.winner]).toEqual(['m2 4', 'm2 5']);
});

test('a group that wins nothing stays until no group wins in part: it may then win whole', async () => {
  const all = await run([
    { seat: 'm1', group: 1, prices: { 1: 1, 2: 1 } },
    { seat: 'm2', group: 1, prices: { 1: 2, 2: 2, 3: 2 } },
    { seat: 'm3', prices: { 3: 3 } },
  ]);
  expect(all.map(({ winner }) => winner)).toEqual(['m1 1', 'm1 1', 'm3 3']);
});

test('a group that is left out sets no price', async () => {
  const sent = [
    { seat: 'm1', group: 1, prices: { 1: 4, 2: 1 } },
    { seat: 'm2', prices: { 1: 5, 2: 2 } },
    { seat: 'm3', prices: { 1: 3 } },
  ];
  const [first] = await run(sent, 2);
  expect(first).toEqual({ winner: 'm2 3', bids: { m1: 'group_split', m2: 'won', m3: 'outbid' } });
});

const winners = async (sent: readonly Sent[]) => (await run(sent)).map(({ winner }) => winner);

test('what is left out leaves the auctions as if it had not been sent, draws included', async () => {
  const group = { seat: 'm1', group: 1, prices: { 1: 9, 2: 1 } };
  const others = ['m2', 'm3', 'm4'].map((seat) => ({ seat, prices: { 1: 5, 2: 5 } }));
  expect(await winners([group, ...others])).toEqual(await winners(others));
});

test('many groups cost no more decisions than in proportion to their bids', async () => {
  const sent = Array.from({ length: 3000 }, (_, at) => ({
    seat: `s${at}`,
    group: 1,
    prices: { [1 + (at % 2)]: 5 + at, 3: 1 },
  }));
  let decided = 0;
  const counting = async (auction: OpenRtbAuction) => {
    decided += auction.bids.length;
    return winnerOf(auction);
  };
  const last = { seat: 'm1', prices: { 3: 9 } };
  const all = await run([...sent, last], 1, undefined, counting);
  expect(all.map(({ winner }) => winner)).toEqual([null, null, 'm1 9']);
  expect(decided).toBeLessThan(200_000);
});
