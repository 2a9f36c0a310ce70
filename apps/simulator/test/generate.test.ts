import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuctionBody } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { LogOrder } from '../src/generate/generate.ts';
import { generate, synthesize } from '../src/generate/generate.ts';
import { marketBuyers } from '../src/generate/market.ts';
import { createLogReader } from '../src/log/log-reader.ts';
import { createFolder } from './folder.ts';

const order: LogOrder = { auctionCount: 300, bidCount: 15, seed: 's', format: 'own' };
const write = (changes: Partial<LogOrder> = {}) => [...synthesize({ ...order, ...changes })].join('');
const lines = (changes?: Partial<LogOrder>) =>
  write(changes)
    .trimEnd()
    .split('\n')
    .map((line) => AuctionBody.parse(JSON.parse(line)));
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

test.for(['own', 'openrtb'] as const)('the same seed gives the same bytes, another seed others: %s', async (format) => {
  const file = join(createFolder(), 'log.jsonl');
  await generate({ ...order, format }, file);
  const written = readFileSync(file, 'utf8');
  expect(hash(written)).toBe(hash(write({ format })));
  expect(hash(write({ format, seed: 't' }))).not.toBe(hash(written));
});

test('the bytes are the same on every machine', () => {
  expect(hash(write())).toBe('1e0bb4be54fe859bc0f06ec86fca9a0d603528fc0102a880ec5b8c12fea9b34c');
  expect(hash(write({ format: 'openrtb' }))).toBe('637f99538c7d52d307af2c4db2b4ae84d12735466befa0558c667348224e8228');
});

test.for([
  { auctionCount: 0, bidCount: 5 },
  { auctionCount: 1, bidCount: 0 },
  { auctionCount: 70, bidCount: 3 },
])('there are $auctionCount auctions with $bidCount bids each', ({ auctionCount, bidCount }) => {
  const written = write({ auctionCount, bidCount }).split('\n').slice(0, -1);
  expect(written).toHaveLength(auctionCount);
  for (const line of written) expect(AuctionBody.parse(JSON.parse(line)).bids).toHaveLength(bidCount);
});

test('a longer log begins with the shorter one', () => {
  expect(write({ auctionCount: 50 }).startsWith(write({ auctionCount: 20 }))).toBe(true);
});

test('both forms hold the same auctions; OpenRTB cannot say the time and the fee, and gathers the bids of a seat', () => {
  const read = createLogReader({ feePpm: 150_000, memberOfSeat: Number });
  const auctionsOf = (format: LogOrder['format']) =>
    write({ format })
      .trimEnd()
      .split('\n')
      .map((line, at) => {
        const found = read(line, at + 1);
        if (!found.ok || found.format !== format) throw new Error(`line ${at + 1} of the ${format} form is not read`);
        const { auctionType, bidFloorMicros, impression, bids } = found.auctions[0]!;
        const offers = bids.map(({ memberId, grossMicros }) => `${memberId} ${grossMicros}`).toSorted();
        return { auctionType, bidFloorMicros, impression, offers };
      });
  expect(auctionsOf('openrtb')).toEqual(auctionsOf('own'));
});

test('volumes follow Zipf: the busiest buyer bids about twice as often as the second and ten times as the tenth', () => {
  const counts = new Map(marketBuyers.map(({ memberId }) => [memberId, 0]));
  for (const { bids } of lines({ auctionCount: 4000 })) {
    for (const { member_id: memberId } of bids) counts.set(memberId!, counts.get(memberId!)! + 1);
  }
  const byRank = marketBuyers.map(({ memberId }) => counts.get(memberId)!);
  expect(byRank[0]! / byRank[1]!).toBeCloseTo(2, 0);
  expect(byRank[0]! / byRank[9]!).toBeGreaterThan(8.5);
  expect(byRank[0]! / byRank[9]!).toBeLessThan(11.5);
});

test("half of a buyer's prices are below its median, and they spread as its log-normal says", () => {
  const [busiest] = marketBuyers;
  const prices = lines({ auctionCount: 4000 })
    .flatMap(({ bids }) => bids)
    .filter(({ member_id: memberId }) => memberId === busiest!.memberId)
    .map(({ price }) => price / 1e6)
    .toSorted((left, right) => left - right);
  const at = (share: number) => prices[Math.floor(prices.length * share)]!;
  expect(at(0.5) / busiest!.medianPrice).toBeCloseTo(1, 1);
  expect(Math.log(at(0.841) / at(0.5)) / busiest!.spread).toBeCloseTo(1, 1);
});

test('impressions vary in every dimension that tiers target', () => {
  const impressions = lines({ auctionCount: 2000, bidCount: 0 }).map(({ impression }) => impression!);
  const kinds = (of: (impression: (typeof impressions)[number]) => unknown) => new Set(impressions.map(of)).size;
  expect(kinds(({ dma }) => dma)).toBeGreaterThan(100);
  expect(kinds(({ country }) => country)).toBe(10);
  expect(kinds(({ sizes }) => JSON.stringify(sizes))).toBe(8);
  expect(kinds(({ device_type: deviceType }) => deviceType)).toBe(4);
  expect(kinds(({ supply_type: supplyType }) => supplyType)).toBe(3);
  expect(kinds(({ time }) => time!.slice(11, 13))).toBe(24);
  expect(kinds(({ time }) => time!.slice(0, 10))).toBe(7);
});
