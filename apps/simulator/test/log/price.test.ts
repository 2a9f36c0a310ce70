import { grossNeededMicros, netMicros } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { feedHeader, toSeparated } from './feed.ts';
import { writeParquet } from './parquet.ts';
import { readFiles } from './read-log.ts';

const minimums = Array.from({ length: 2000 }, (_, at) => (at + 1) * 10_000);
const percents = [0, 5, 10, 12.5, 15, 17.5, 20, 30, 33.3333];
const mostBids = 1000;

/** The price of each minimum as a buyer computes it in doubles, and a micro less than the least that is enough. */
const prices = percents.flatMap((percent) =>
  minimums.flatMap((minimum) => {
    const feePpm = Math.round(percent * 10_000);
    const short = (grossNeededMicros(minimum, feePpm) - 1) / 1_000_000;
    return [
      { minimum, feePpm, price: minimum / 1_000_000 / (1 - percent / 100), isEnough: true },
      { minimum, feePpm, price: short, isEnough: false },
    ];
  }),
);
const auctions = Array.from({ length: prices.length / mostBids }, (_, at) =>
  prices.slice(at * mostBids, (at + 1) * mostBids),
);

const ownLine = (toPrice: (price: number) => number | string) => (auction: typeof prices, at: number) =>
  JSON.stringify({
    seed: `s${at}`,
    bids: auction.map(({ price }, index) => ({ id: `${index}`, member_id: 101, price: toPrice(price) })),
  });
const openRtbLine = (auction: typeof prices, at: number) =>
  JSON.stringify({
    bid_request: { id: `s${at}`, imp: [{ id: '1' }] },
    bid_responses: auction.map(({ price }) => ({ seatbid: [{ seat: '101', bid: [{ impid: '1', price }] }] })),
  });

test.for([
  ['bodies', ownLine(Number)],
  ['bodies with prices as text', ownLine(String)],
  ['OpenRTB', openRtbLine],
] as const)(
  'in a log of %s, min / (1 - fee) is enough for every minimum, and a micro less is not',
  async ([, toLine]) => {
    const { auctions: read } = await readFiles([writeLog(createFolder(), `${auctions.map(toLine).join('\n')}\n`)]);
    const micros = read.flatMap(({ request }) => request.bids.map(({ grossMicros }) => grossMicros));
    expect(micros).toHaveLength(prices.length);
    const wrong = prices.filter(
      ({ minimum, feePpm, isEnough }, at) => netMicros(micros[at]!, feePpm) >= minimum !== isEnough,
    );
    expect(wrong).toEqual([]);
  },
);

/** A row of an auction of its own. */
const feedBid = (at: number, price: number | string, floor: number | string = 0) => ({
  date_time: 1_763_712_000 + at,
  auction_id_64: at + 1,
  buyer_member_id: 101,
  seller_member_id: 1,
  actual_bid_price: price,
  raw_net_bid_price: 1,
  hard_floor: floor,
});

test.for(['csv', 'parquet'])(
  'a net price of a %s feed that is a minimum but for the noise of doubles is it',
  async (form) => {
    const nets = minimums.flatMap((minimum) => [15, 33.3333].map((percent) => [minimum, percent] as const));
    const bids = nets.map(([minimum, percent], at) =>
      feedBid(at, (minimum / 1_000_000 / (1 - percent / 100)) * (1 - percent / 100)),
    );
    const folder = createFolder();
    const file =
      form === 'csv' ? writeLog(folder, toSeparated(bids)) : await writeParquet(`${folder}/log.parquet`, bids);
    const { auctions: read } = await readFiles([file]);
    const bySeed = new Map(read.map(({ request }) => [request.seed, request.bids[0]!.grossMicros]));
    expect(nets.map((_, at) => bySeed.get(String(at + 1)))).toEqual(nets.map(([minimum]) => minimum));
  },
);

test('a finer net price of a feed is rounded up, and a finer floor down', async () => {
  expect(feedHeader).toContain('hard_floor');
  const file = writeLog(createFolder(), toSeparated([feedBid(0, '2.3529410000001', '1.9999999')]));
  const { auctions: read } = await readFiles([file]);
  expect(read[0]?.request).toMatchObject({ bidFloorMicros: 1_999_999, bids: [{ grossMicros: 2_352_942 }] });
});
