import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AuctionBody } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { withBuyers, defaultParams } from '@auction-tiers/market';
import type { LogOrder } from '../../src/generate/generate.ts';
import { generate, synthesize } from '../../src/generate/generate.ts';
import { createFolder } from '../fixture/folder.ts';
import { readFiles } from '../log/read-log.ts';
import { writeLog } from '../fixture/small-log.ts';

const order: LogOrder = { auctionCount: 300, bidCount: 15, seed: 's', format: 'own', params: defaultParams };
const write = (changes: Partial<LogOrder> = {}) => [...synthesize({ ...order, ...changes })].join('');
const lines = (changes?: Partial<LogOrder>) =>
  write(changes)
    .trimEnd()
    .split('\n')
    .map((line) => AuctionBody.parse(JSON.parse(line)));
const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

test.for([
  { format: 'own', wanted: 'b032318d18148400539ec5272c2c1f68a24f4c3d3c03395e9e1de7216f968ff2' },
  { format: 'openrtb', wanted: '08ac86db337f1c42a604acfd8978d8ba1b84c9076c907d4b6c2a3177303d42e0' },
] as const)('the bytes are the same on every machine: $format', ({ format, wanted }) => {
  expect(hash(write({ format }))).toBe(wanted);
});

test('an auction names no fee, unless the params name one; that changes nothing else', () => {
  expect(lines().filter(({ revenue_share_pct: fee }) => fee !== undefined)).toEqual([]);
  const params = { ...defaultParams, revenue_share_pct: 15 };
  const named = write({ params });
  expect(hash(named)).toBe('8ec5564eed307c563423806df9f39a3e62c9296ebc777cf8f2bdbab0eb583041');
  expect(named.replaceAll('"revenue_share_pct":15,', '')).toBe(write());
  expect(write({ params, format: 'openrtb' })).toBe(write({ format: 'openrtb' }));
});

test('another seed gives other auctions', () => {
  const [one, other] = [write({ seed: 's' }), write({ seed: 't' })].map((text) => text.split('\n'));
  expect(one!.filter((line, at) => line !== '' && line === other![at])).toEqual([]);
});

test.for([
  { name: 'log.jsonl', unpack: (bytes: Buffer) => bytes },
  { name: 'log.jsonl.gz', unpack: gunzipSync },
  { name: 'log.jsonl.zst', unpack: zstdDecompressSync },
])('the file is packed as its name ends: $name', async ({ name, unpack }) => {
  const file = join(createFolder(), name);
  let written = 0;
  await generate(order, file, (auctions) => (written = auctions));
  expect(hash(unpack(readFileSync(file)))).toBe(hash(write()));
  expect(written).toBe(300);
});

const stop = () => {
  throw new Error('stopped');
};

test('a log that is not written to its end leaves the file of before, and nothing beside it', async () => {
  const folder = createFolder();
  const file = join(folder, 'log.jsonl');
  await generate(order, file);
  await expect(generate({ ...order, seed: 't' }, file, stop)).rejects.toThrow('stopped');
  expect(readdirSync(folder)).toEqual(['log.jsonl']);
  expect(hash(readFileSync(file))).toBe(hash(write()));
});

test.for([
  { auctionCount: 0, bidCount: 5 },
  { auctionCount: 1, bidCount: 0 },
  { auctionCount: 70, bidCount: 3 },
  { auctionCount: 5, bidCount: 20 },
])('there are $auctionCount auctions with $bidCount bids each', ({ auctionCount, bidCount }) => {
  const written = write({ auctionCount, bidCount }).split('\n').slice(0, -1);
  expect(written).toHaveLength(auctionCount);
  for (const line of written) expect(AuctionBody.parse(JSON.parse(line)).bids).toHaveLength(bidCount);
});

test('a longer log begins with the shorter one', () => {
  expect(write({ auctionCount: 50 }).startsWith(write({ auctionCount: 20 }))).toBe(true);
});

test('both formats hold the same auctions with the same seeds; OpenRTB has no time and no fee, and its banners say that they are', async () => {
  const folder = createFolder();
  const read = async (format: LogOrder['format']) => {
    const { auctions, report, told } = await readFiles([writeLog(folder, write({ format }))], {
      fee: chooseFee({ option: 150_000 }),
    });
    expect(told).toEqual([]);
    expect(report.lines[format]).toBe(300);
    return auctions.map(
      ({
        request: {
          timeMs: _time,
          bids,
          impression: { mediaTypes: _types, ...impression },
          ...request
        },
      }) => ({
        ...request,
        impression,
        bids: bids.map(({ id: _id, ...bid }) => bid),
      }),
    );
  };
  expect(await read('openrtb')).toEqual(await read('own'));
});

test('an auction has an id beyond 2^53, as text, that is its seed', () => {
  const seeds = lines().map(({ seed }) => seed!);
  expect(new Set(seeds).size).toBe(300);
  for (const seed of seeds) {
    expect(BigInt(seed)).toBeGreaterThan(2n ** 53n);
    expect(BigInt(seed)).toBeLessThan(2n ** 63n);
  }
});

test('each buyer bids at most once on an impression, and those that take part more often bid more often', () => {
  const counts = new Map<number, number>();
  for (const { bids } of lines({ auctionCount: 3000, bidCount: 8 })) {
    const members = bids.map(({ member_id: memberId }) => memberId!);
    expect(new Set(members).size).toBe(8);
    for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  }
  const [often, seldom] = [118, 106].map((memberId) => counts.get(memberId)!);
  expect(often! / seldom!).toBeGreaterThan(4);
});

test('impressions vary in every dimension that tiers target', () => {
  const impressions = lines({ auctionCount: 3000, bidCount: 0 }).map(({ impression }) => impression!);
  const kinds = (of: (impression: (typeof impressions)[number]) => unknown) => new Set(impressions.map(of)).size;
  expect(kinds(({ dma }) => dma)).toBeGreaterThan(180);
  expect(kinds(({ country }) => country)).toBe(10);
  expect(kinds(({ sizes }) => JSON.stringify(sizes))).toBe(8);
  expect(kinds(({ device_type: deviceType }) => deviceType)).toBe(4);
  expect(kinds(({ supply_type: supplyType }) => supplyType)).toBe(3);
  expect(kinds(({ publisher_id: publisherId }) => publisherId)).toBe(3);
  expect(kinds(({ placement_id: placementId }) => placementId)).toBe(32);
  expect(kinds(({ time }) => time!.slice(11, 13))).toBe(24);
  expect(kinds(({ time }) => time!.slice(0, 10))).toBe(7);
});

test('market areas come in proportion to their size', () => {
  const dmas = lines({ auctionCount: 20_000, bidCount: 0 }).map(({ impression }) => impression!.dma);
  const share = (id: number) => dmas.filter((dma) => dma === id).length;
  expect(share(501) / share(803)).toBeCloseTo(62 / 46, 0);
  expect(share(501) / share(506)).toBeGreaterThan(2.4);
  expect(share(501) / share(506)).toBeLessThan(4);
});

test('bids of an impression rise and fall together, as far as its quality does', () => {
  // The share of the variance that is common: 0.5² of 0.5² + 0.5².
  expect(correlation(0.5)).toBeCloseTo(0.5, 1);
  expect(correlation(0)).toBeCloseTo(0, 1);
});

function correlation(qualitySpread: number): number {
  const buyers = withBuyers(defaultParams, 2).buyers.map((buyer) => ({ ...buyer, prices: [one] }));
  const params = { ...defaultParams, quality_spread: qualitySpread, buyers, ...even };
  const pairs = lines({ auctionCount: 4000, bidCount: 2, params }).map(({ bids }) =>
    bids.toSorted((left, right) => left.member_id! - right.member_id!).map(({ price }) => Math.log(price)),
  );
  return correlate(pairs as [number, number][]);
}

const one = { weight: 1, median: 2, spread: 0.5 };
const even = {
  countries: [{ code: 'US', weight: 1, price_factor: 1 }],
  sizes: [{ sizes: ['300x250'], weight: 1, price_factor: 1 }],
};

function correlate(pairs: readonly [number, number][]): number {
  const mean = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [left, right] = [mean(([x]) => x), mean(([, y]) => y)];
  const product = mean(([x, y]) => (x - left) * (y - right));
  return product / Math.sqrt(mean(([x]) => (x - left) ** 2) * mean(([, y]) => (y - right) ** 2));
}

test("prices follow the buyer's mixture times the factors of country and size", () => {
  const prices = [
    { weight: 3, median: 1, spread: 0.1 },
    { weight: 1, median: 10, spread: 0.1 },
  ];
  const buyers = [{ ...defaultParams.buyers[0]!, prices }];
  const countries = [{ code: 'GB', weight: 1, price_factor: 0.5 }];
  const sizes = [{ sizes: ['300x250'], weight: 1, price_factor: 3 }];
  const params = { ...defaultParams, quality_spread: 0, buyers, countries, sizes };
  const found = lines({ auctionCount: 8000, bidCount: 1, params }).map(({ bids }) => bids[0]!.price / 1e6);
  const [low, high] = [found.filter((price) => price < 5), found.filter((price) => price >= 5)];
  expect(low.length / found.length).toBeCloseTo(0.75, 1);
  expect(median(low)).toBeCloseTo(1.5, 1);
  expect(median(high)! / 15).toBeCloseTo(1, 1);
});

const median = (values: readonly number[]) => values.toSorted((left, right) => left - right)[values.length >> 1];
