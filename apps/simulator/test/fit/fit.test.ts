import { someOf } from '@auction-tiers/tools/long';
import { expect, test } from 'vitest';
import { hashSeed, Random } from '@auction-tiers/market/random';
import { defaultParams, scaleToNumber, type BuyerParams, type MarketParams } from '@auction-tiers/market';
import type { FitResult } from '../../src/fit/fit.ts';
import { fit } from '../../src/fit/fit.ts';
import type { LogOrder } from '../../src/generate/generate.ts';
import { synthesize } from '../../src/generate/generate.ts';
import { createFolder } from '../fixture/folder.ts';
import { createBodies } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { readFiles } from '../log/read-log.ts';
import { writeLog } from '../fixture/small-log.ts';

const order: LogOrder = { auctionCount: 20_000, bidCount: 10, seed: 's', format: 'own', params: defaultParams };

async function fitText(text: string): Promise<FitResult> {
  const { auctions } = await readFiles([writeLog(createFolder(), text)]);
  return fit(async (onAuction) => auctions.forEach(onAuction));
}

async function fitSynthetic(changes: Partial<LogOrder> = {}): Promise<MarketParams> {
  const fitted = await fitText([...synthesize({ ...order, ...changes })].join(''));
  if (!fitted.ok) throw new Error(fitted.problem);
  return fitted.params;
}

const byMember = ({ buyers }: MarketParams) => new Map(buyers.map((buyer) => [buyer.member_id, buyer]));
const shares = (weights: readonly { readonly weight: number }[]) => {
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return weights.map(({ weight }) => weight / total);
};
/** How far apart two positive figures are, either way. */
const ratioOff = (found: number, wanted: number) => Math.abs(Math.log(found / wanted));

/** Five standard errors of a mean over so large a share of the auctions, whose quality and bids spread by 0.4. */
const tolerance = (share: number) => (5 * 0.4) / Math.sqrt(share * order.auctionCount);

/** Checks what is the same for each seed: buyers, countries, sizes and quality are as they were drawn from. */
function expectDefaults(params: MarketParams, bidCount: number): void {
  expect(params.quality_spread).toBeCloseTo(defaultParams.quality_spread, 1.5);
  for (const { code, weight, price_factor: factor } of defaultParams.countries) {
    const country = params.countries.find((one) => one.code === code)!;
    expect(ratioOff(country.price_factor, factor), `${code}`).toBeLessThan(tolerance(weight / 100));
    expect(country.weight).toBeCloseTo(weight / 100, 1.7);
  }
  for (const { sizes, weight, price_factor: factor } of defaultParams.sizes) {
    const size = params.sizes.find((one) => one.sizes.join() === sizes.join())!;
    expect(ratioOff(size.price_factor, factor), sizes.join()).toBeLessThan(tolerance(weight / 100));
  }
  expectPrices(params);
  expectShares(params, bidCount);
  expectDeviations(params);
}

function expectPrices(params: MarketParams): void {
  const found = byMember(params);
  expect(found.size).toBe(defaultParams.buyers.length);
  for (const { member_id: id, prices: wantedPrices } of defaultParams.buyers) {
    const { prices } = found.get(id)!;
    expect(prices, `${id}`).toHaveLength(wantedPrices.length);
    for (const [at, wanted] of wantedPrices.entries()) {
      expect(ratioOff(prices[at]!.median, wanted.median), `median of ${id}`).toBeLessThan(0.12);
      expect(Math.abs(prices[at]!.spread - wanted.spread), `spread of ${id}`).toBeLessThan(0.06);
      expect(Math.abs(prices[at]!.weight - wanted.weight), `weight of ${id}`).toBeLessThan(0.07);
    }
  }
}

/** How often a buyer takes part counts in comparison with the others only: the number of bids is given. */
function expectShares({ buyers }: MarketParams, bidCount: number): void {
  const ids = defaultParams.buyers.map(({ member_id: id }) => id);
  const odds = (from: readonly BuyerParams[]) =>
    Float64Array.from(ids, (id) => {
      const { participation } = from.find(({ member_id: memberId }) => memberId === id)!;
      return participation / (1 - participation);
    });
  const [found, wanted] = [buyers, defaultParams.buyers].map((from) => scaleToNumber(odds(from), bidCount));
  for (const [at, share] of found!.entries()) expect(share, `${ids[at]}`).toBeCloseTo(wanted![at]!, 1.5);
}

/** Single buyers differ where they should, and hardly ever elsewhere. */
function expectDeviations(params: MarketParams): void {
  const found = byMember(params);
  const unwanted: string[] = [];
  for (const { member_id: id, by_country: byCountry, by_size: bySize } of defaultParams.buyers) {
    const buyer = found.get(id)!;
    for (const [wanted, all] of [
      [byCountry, buyer.by_country],
      [bySize, buyer.by_size],
    ] as const) {
      for (const { name, participation_factor: readiness, price_factor: price } of wanted) {
        const deviation = all.find((one) => one.name === name)!;
        expect(ratioOff(deviation.participation_factor, readiness), `${id} ${name}`).toBeLessThan(0.35);
        expect(ratioOff(deviation.price_factor, price), `${id} ${name}`).toBeLessThan(0.12);
      }
      const others = all.filter(({ name }) => !wanted.some((one) => one.name === name));
      unwanted.push(...others.map(({ name }) => `${id} ${name}`));
    }
  }
  expect(unwanted.length, unwanted.join()).toBeLessThanOrEqual(2);
}

test.for(someOf(['one', 'two', 'three'], 1))('the params of a synthetic log are found again: seed %s', async (seed) => {
  expectDefaults(await fitSynthetic({ seed }), order.bidCount);
});

const sites = (from: MarketParams) => from.publishers.flatMap((publisher) => publisher.sites);

test('volumes, hours, devices and terms of sale are found again', async () => {
  const params = await fitSynthetic();
  expect(params.zipf.publishers).toBeCloseTo(1.2, 0.8);
  expect(params.zipf.sites).toBeCloseTo(1, 0.8);
  expect(params.zipf.placements).toBeCloseTo(0.8, 0.8);
  expect(params.publishers.map((publisher) => publisher.publisher_id)).toEqual([9, 10, 11]);
  expect(sites(params).map(({ site_id: id, domain, section, category }) => [id, domain, section, category])).toEqual(
    sites(defaultParams).map(({ site_id: id, domain, section, category }) => [id, domain, section, category]),
  );
  expect(sites(params)[0]!.placement_ids).toEqual([10, 11, 12, 13]);
  const hours = defaultParams.hours.reduce((sum, weight) => sum + weight, 0);
  for (const [hour, weight] of params.hours.entries())
    expect(weight).toBeCloseTo(defaultParams.hours[hour]! / hours, 1.7);
  expect(params).toMatchObject({
    start: '2026-11-16',
    days: 7,
    revenue_share_pct: null,
    segments: { count: 40, most: 3 },
  });
  expect(params.second_price_share).toBeCloseTo(0.2, 1.7);
  expect(params.devices).toHaveLength(defaultParams.devices.length);
  expect(params.bid_floors.map(({ price }) => price)).toEqual([null, expect.any(Number), expect.any(Number), 1]);
  const [found, wanted] = [params.dmas.find(({ id }) => id === 501)!, shares(defaultParams.dmas)[0]!];
  expect(found.weight).toBeCloseTo(wanted * 0.72 * 0.72, 1.7);
});

test.for(['own', 'openrtb'] as const)('the share of bids on each deal is found again, in %s form', async (format) => {
  const [first, second, ...others] = defaultParams.buyers;
  const deals = [
    [
      { code: 'RBC_123', share: 0.3 },
      { code: 'RBC_124', share: 0.1 },
    ],
    [{ code: 'RBC_123', share: 1 }],
  ];
  const buyers = [{ ...first!, deals: deals[0]! }, { ...second!, deals: deals[1]! }, ...others];
  const changes = { auctionCount: 4000, format };
  const found = byMember(await fitSynthetic({ ...changes, params: { ...defaultParams, buyers } }));
  expect(found.get(first!.member_id)!.deals).toEqual(
    deals[0]!.map(({ code, share }) => ({ code, share: expect.closeTo(share, 1.5) })),
  );
  expect(found.get(second!.member_id)!.deals).toEqual(deals[1]);
  expect(others.flatMap(({ member_id: id }) => found.get(id)!.deals)).toEqual([]);
  // Prices and all else are as without deals.
  const without = byMember(await fitSynthetic(changes));
  expect([...found.values()].map((buyer) => ({ ...buyer, deals: [] }))).toEqual([...without.values()]);
});

async function feeOf(text: string) {
  const fitted = await fitText(text);
  return fitted.ok ? fitted.params.revenue_share_pct : fitted.problem;
}

test('the fee is the usual one of the log, which may name none; the prices of a feed are net already', async () => {
  const named = { ...defaultParams, revenue_share_pct: 12.5 };
  expect(await feeOf([...synthesize({ ...order, auctionCount: 20, params: named })].join(''))).toBe(12.5);
  expect(await feeOf([...synthesize({ ...order, auctionCount: 20 })].join(''))).toBeNull();
  expect(await feeOf(toSeparated(createBodies(20).flatMap(toFeedBids)))).toBe(0);
});

test('fitted params can be generated from, and fitting that finds them once more', async () => {
  const first = await fitSynthetic({ auctionCount: 8000 });
  const second = await fitSynthetic({ auctionCount: 8000, params: first, seed: 'again' });
  expect(second.quality_spread).toBeCloseTo(first.quality_spread, 1.5);
  const [before, after] = [byMember(first), byMember(second)];
  for (const [id, buyer] of before) {
    expect(ratioOff(after.get(id)!.prices[0]!.median, buyer.prices[0]!.median), `${id}`).toBeLessThan(0.2);
  }
});

test('the same log gives the same params', async () => {
  const changes = { auctionCount: 2000 };
  expect(await fitSynthetic(changes)).toEqual(await fitSynthetic(changes));
});

test.for([
  { name: 'one auction with one bid', text: '{"bids":[{"id":"a","member_id":7,"price":2}]}' },
  { name: 'a buyer that always bids the same', text: '{"bids":[{"id":"a","member_id":7,"price":2}]}\n'.repeat(600) },
  {
    name: 'attributes that params do not allow',
    text: '{"impression":{"country":"usa","language":"","domain":"","sizes":[{"width":0,"height":0}]},"bids":[{"id":"a","member_id":7,"price":2}]}',
  },
  {
    name: 'bids without a price or a known buyer among others',
    text: '{"bids":[{"id":"a","member_id":7,"price":2},{"id":"b","member_id":null,"price":3},{"id":"c","member_id":8,"price":0}]}',
  },
])('little can be told from it, but that is: $name', async ({ text }) => {
  const fitted = await fitText(text);
  if (!fitted.ok) throw new Error(fitted.problem);
  const { buyers, quality_spread: qualitySpread } = fitted.params;
  expect(buyers).toMatchObject([{ member_id: 7, prices: [{ weight: 1, median: 2 }] }]);
  expect(qualitySpread).toBe(0);
  expect([...synthesize({ ...order, auctionCount: 3, bidCount: 1, params: fitted.params })].join('')).toContain(
    '"member_id":7',
  );
});

const pairLine = (other: number, at: number) =>
  JSON.stringify({
    bids: [7, other].map((memberId) => ({ id: `${memberId}`, member_id: memberId, price: 1 + at / 100 })),
  });

test('a buyer that always bids, beside others that alternate, has the highest participation', async () => {
  const fitted = await fitText(Array.from({ length: 300 }, (_, at) => pairLine(8 + (at % 3), at)).join('\n'));
  if (!fitted.ok) throw new Error(fitted.problem);
  expect(fitted.params.buyers.map(({ member_id: id }) => id)).toEqual([7, 8, 9, 10]);
  const [always, ...others] = fitted.params.buyers.map(({ participation }) => participation);
  expect(always).toBe(0.9999);
  for (const other of others) expect(other).toBeCloseTo(1 / 3, 3);
});

test('prices that are further apart than params allow are fitted as far apart as they do', async () => {
  const lines = [0.000_001, 999_999].map((price) =>
    JSON.stringify({
      bid_floor: '999999.999999',
      bids: [7, 8].map((memberId) => ({ id: `${memberId}`, member_id: memberId, price })),
    }),
  );
  const fitted = await fitText(lines.join('\n'));
  if (!fitted.ok) throw new Error(fitted.problem);
  expect(fitted.params).toMatchObject({ quality_spread: 5, bid_floors: [{ price: 999_999.999_999 }] });
});

test.for([
  { change: 'grows by another buyer', later: [1, 3] },
  { change: 'grows once it was read twice', later: [0, 3] },
  { change: 'is cut', later: [0, 1] },
  { change: 'is another of the same length', later: [2, 4] },
])('a log that $change while it is read is refused', async ({ later: [first, end] }) => {
  const text = [7, 8, 9, 10].map((at) => pairLine(at + 10, at)).join('\n');
  const { auctions } = await readFiles([writeLog(createFolder(), text)]);
  for (const lastPassOnly of [false, true]) {
    let pass = 0;
    const fitted = await fit(async (onAuction) => {
      pass++;
      const isChanged = pass === 3 || (pass === 2 && !lastPassOnly);
      auctions.slice(...(isChanged ? [first, end] : [0, 2])).forEach(onAuction);
    });
    expect(fitted).toEqual({ ok: false, problem: 'has changed while it was read' });
  }
});

/** Auctions of buyers that take part by chance, each for itself; `factorOf`: by how much the odds of one differ in a country. */
function plantLines(chances: ReadonlyMap<number, number>, factorOf: (memberId: number, country: string) => number) {
  const random = new Random(hashSeed('planted'), 1);
  return Array.from({ length: 20_000 }, () => {
    const country = ['US', 'US', 'DE', 'BR'][random.below(4)]!;
    const members = [...chances].flatMap(([memberId, chance]) => {
      const odds = (chance / (1 - chance)) * factorOf(memberId, country);
      return random.fraction() < odds / (1 + odds) ? [memberId] : [];
    });
    const price = () => Math.round(1e6 * Math.exp(0.4 * random.normal())) / 1e6;
    return { impression: { country }, bids: members.map((id) => ({ id: `${id}`, member_id: id, price: price() })) };
  });
}

async function fitPlanted(lines: ReturnType<typeof plantLines>) {
  const fitted = await fitText(lines.map((line) => JSON.stringify(line)).join('\n'));
  if (!fitted.ok) throw new Error(fitted.problem);
  return fitted.params.buyers;
}

test('of two buyers of which one takes part each time, each has its part', async () => {
  const lines = plantLines(
    new Map([
      [7, 0.6],
      [8, 0.3],
    ]),
    () => 1,
  ).filter(({ bids }) => bids.length === 1);
  // Of the odds 1.5 and 0.43, such that one takes part on average: their ratio is that of 0.652 and 0.348.
  const [first, second] = await fitPlanted(lines);
  expect(first).toMatchObject({ member_id: 7, by_country: [], participation: expect.closeTo(0.652, 1.7) });
  expect(second).toMatchObject({ member_id: 8, by_country: [], participation: expect.closeTo(0.348, 1.7) });
});

test('where one of a few buyers hardly takes part in a country, it alone deviates there', async () => {
  const chances = new Map([
    [7, 0.9],
    [8, 0.5],
    [9, 0.3],
    [10, 0.1],
    [11, 0.05],
  ]);
  const buyers = await fitPlanted(plantLines(chances, (id, country) => (id === 8 && country === 'DE' ? 0.05 : 1)));
  const deviations = buyers.flatMap(({ member_id: id, by_country: all }) => all.map((one) => ({ id, ...one })));
  expect(deviations).toMatchObject([{ id: 8, name: 'DE' }]);
  expect(ratioOff(deviations[0]!.participation_factor, 0.05)).toBeLessThan(0.25);
  const oddsOf = (id: number) => {
    const { participation } = buyers.find(({ member_id: memberId }) => memberId === id)!;
    return participation / (1 - participation);
  };
  for (const [id, chance] of chances) {
    const wanted = chance / (1 - chance) / (0.9 / 0.1);
    expect(ratioOff(oddsOf(id) / oddsOf(7), wanted), `${id}`).toBeLessThan(0.35);
  }
});

test('a log without bids cannot be fitted', async () => {
  expect(await fitText('{"bids":[]}')).toEqual({ ok: false, problem: 'has no bid of a known buyer with a price' });
});
