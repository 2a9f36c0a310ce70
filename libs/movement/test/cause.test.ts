import { hashSeed, Random } from '@auction-tiers/chance';
import { type AuctionRequest, compile, runAuction } from '@auction-tiers/tier-engine';
import {
  type CellDimension,
  type MovedAuction,
  type MovementOrder,
  movementSentences,
  tellApart,
} from '@auction-tiers/movement';
import { drawDay, marketOf, planted, tiers, toMoved } from '@auction-tiers/movement/planted';
import { expect, test } from 'vitest';
import { everyBuyer } from '../src/buyer-facts.ts';
import { valueIn } from '../src/cell.ts';
import { findMovedMix } from '../src/moved-mix.ts';

const dayMs = 86_400_000;
const names = {
  currency: 'USD',
  buyer: (id: string) => `Buyer ${id}`,
  change: String,
  value: (dimension: CellDimension, value: string) => `${dimension} ${value}`,
};

const orderOf = (against: readonly AuctionRequest[], from: readonly AuctionRequest[]): MovementOrder => ({
  against: toMoved(against),
  from: toMoved(from),
  rules: [tiers],
  apartMs: 7 * dayMs,
});
const said = (order: MovementOrder) => movementSentences(tellApart(order), names);

/** Two days of a market. */
const twoDays = (seed: string, count: number): readonly [AuctionRequest[], AuctionRequest[]] => {
  const market = marketOf(seed);
  return [drawDay(market, count), drawDay(market, count, count + 1)];
};

/** The same auctions with another impression. */
const withImpression = (
  requests: readonly AuctionRequest[],
  change: (impression: AuctionRequest['impression'], at: number) => AuctionRequest['impression'],
): AuctionRequest[] => requests.map((request, at) => ({ ...request, impression: change(request.impression, at) }));

/** Half of the bids of a country are left, at half of the price, so that its share matters. */
const cheapIn = (requests: readonly AuctionRequest[], country: string): AuctionRequest[] =>
  requests.map((request) =>
    request.impression.country !== country
      ? request
      : { ...request, bids: request.bids.map((bid) => ({ ...bid, grossMicros: Math.round(bid.grossMicros / 3) })) },
  );

test('a country that falls from 15 % to 1 % is named where every auction has the same device type', () => {
  const days = twoDays('countries', 1500).map((day, at) =>
    cheapIn(
      withImpression(day, (impression, index) => ({
        ...impression,
        deviceType: 'pc',
        country: index % 100 < (at === 0 ? 15 : 1) ? 'DE' : 'US',
      })),
      'DE',
    ),
  );
  const movement = tellApart(orderOf(days[0]!, days[1]!));
  expect(movement.movedMix).toMatchObject({ dimension: 'country', value: 'DE' });
  expect(movement.movedMix?.fromShare).toBeCloseTo(0.01);
  expect(movement.parts.find(({ kind }) => kind === 'mix')?.by).toBe('country');
  const sentence = movementSentences(movement, names).find(({ kind }) => kind === 'mix');
  expect(sentence?.text).toMatch(/country DE\b.* 1(\.0)? %.* 15(\.0)? %/);
});

const mixDimensions = ['country', 'site', 'placement', 'device_type', 'size'] as const;

/** Two days of each of some populations; every third has one device type only. */
const populations = Array.from({ length: 20 }, (_, at) =>
  twoDays(`mix ${at}`, 900).map((day) =>
    toMoved(at % 3 === 0 ? withImpression(day, (one) => ({ ...one, deviceType: 'pc' })) : day),
  ),
);
const rules = compile(tiers);
const nets = new Map<AuctionRequest, number>();
function netOf({ request }: MovedAuction): number {
  const known = nets.get(request);
  if (known !== undefined) return known;
  const net = rules.ok ? (runAuction(rules.tierSet, request).winner?.clearingMicros ?? 0) : Number.NaN;
  nets.set(request, net);
  return net;
}

test('of 100 changed mixes the dimension that changed is named in at least 90', () => {
  let [right, wrong] = [0, 0];
  for (let run = 0; right + wrong < 100; run++) {
    const random = new Random(hashSeed(`mix ${run}`), 1);
    const [against, later] = populations[run % populations.length]!;
    const dimension = mixDimensions[run % mixDimensions.length]!;
    const counts = Map.groupBy(later!, (auction) => valueIn(dimension, auction));
    const values = [...counts.keys()].filter((one) => {
      const { length } = counts.get(one)!;
      return length > 0.08 * later!.length && length < 0.5 * later!.length;
    });
    if (values.length === 0) continue;
    const value = values[Math.floor(random.fraction() * values.length)]!;
    const isOfIt = (auction: MovedAuction) => valueIn(dimension, auction) === value;
    const from = later!.filter((auction) => !isOfIt(auction) || random.fraction() < 0.15);
    const found = findMovedMix({ against: against!, from }, netOf);
    // A site with one placement changes as this one does: either name is right.
    const isSame = (auction: MovedAuction) => (valueIn(found!.dimension, auction) === found!.value) === isOfIt(auction);
    if (found?.dimension === dimension || (found !== null && [...against!, ...later!].every(isSame))) right++;
    else wrong++;
  }
  expect(right).toBeGreaterThanOrEqual(90);
});

test('where the mix is the same no dimension is named, in at least 90 of 100 pairs', () => {
  const named = Array.from({ length: 100 }, (_, run) => {
    const [day, other] = populations[run % populations.length]!;
    const random = new Random(hashSeed(`same ${run}`), 1);
    const periods: { against: MovedAuction[]; from: MovedAuction[] } = { against: [], from: [] };
    for (const auction of [...day!, ...other!]) periods[random.fraction() < 0.5 ? 'against' : 'from'].push(auction);
    return findMovedMix(periods, netOf);
  });
  expect(named.filter((one) => one !== null).length).toBeLessThanOrEqual(10);
});

test('a buyer with another id is one sentence, with what its new id moved', () => {
  const [against, later] = twoDays('renamed', 800);
  const from = later.map((request) => ({
    ...request,
    bids: request.bids.map((bid) => (bid.memberId === 104 ? { ...bid, memberId: 999 } : bid)),
  }));
  const sentences = said(orderOf(against, from));
  const about = sentences.filter(({ text }) => /Buyer (104|999)/.test(text));
  expect(about).toEqual([
    { kind: 'participation', id: '999', text: expect.stringMatching(/^Buyer 999 .*in place of Buyer 104/) },
  ]);
});

test('a buyer that leaves on the day on which an unlike one comes is not taken for it', () => {
  const [against, later] = twoDays('unlike', 800);
  const from = later.map((request) => ({
    ...request,
    bids: request.bids.map((bid) =>
      bid.memberId === 104 ? { ...bid, memberId: 999, grossMicros: 2 * bid.grossMicros } : bid,
    ),
  }));
  const texts = said(orderOf(against, from)).map(({ text }) => text);
  expect(texts.join()).not.toContain('in place of');
  expect(texts).toContainEqual(expect.stringContaining('Buyer 104 stopped bidding'));
});

test.for(['site', 'country'] as const)('prices that fall by 40 %% on one %s are told with it', (dimension) => {
  const later = drawDay(marketOf('where'), 1500);
  const counts = Map.groupBy(toMoved(later), (auction) => valueIn(dimension, auction));
  const [place] = [...counts]
    .filter(([value, { length }]) => value !== '' && length < 0.4 * later.length)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([value]) => value);
  const from = toMoved(later).map((auction) => ({
    ...auction,
    request:
      valueIn(dimension, auction) === place
        ? {
            ...auction.request,
            bids: auction.request.bids.map((bid) => ({ ...bid, grossMicros: Math.round(0.6 * bid.grossMicros) })),
          }
        : auction.request,
  }));
  const sentences = said({ against: toMoved(later), from, rules: [tiers], apartMs: 7 * dayMs });
  const prices = sentences.find(({ kind }) => kind === 'prices');
  expect(prices?.text).toMatch(
    new RegExp(`(3[5-9]|4[0-5]) % less for the same impressions in ${dimension} ${place}\\b`),
  );
});

test('prices that fall on one site are told with it on another day too, where few buyers bid in both of two auctions', () => {
  const [against, later] = twoDays('site of another day', 3000);
  const from = planted['prices of a site -70 %']!.change(later, new Random(hashSeed('site'), 1));
  const movement = tellApart(orderOf(against, from));
  expect(movement.buyers.get(everyBuyer)?.pricesWhere).toEqual({ dimension: 'site', value: '1' });
  expect(movementSentences(movement, names).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(planted['prices of a site -70 %']!.says),
  );
});

test('a site whose buyers bid on half as many of its impressions is told', () => {
  const later = drawDay(marketOf('silent'), 1500);
  const counts = Map.groupBy(later, ({ impression: { siteId } }) => siteId);
  const [site] = [...counts]
    .filter(([value, { length }]) => value !== undefined && length < 0.4 * later.length)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([value]) => value);
  const random = new Random(hashSeed('silent'), 1);
  const from = later.map((request) => ({
    ...request,
    bids: request.bids.filter(() => request.impression.siteId !== site || random.fraction() < 0.5),
  }));
  const first = said(orderOf(later, from)).find(({ kind }) => kind === 'participation');
  expect(first?.text).toMatch(new RegExp(`buyers bid on .*fewer impressions in site ${site}\\b`, 'i'));
});

test('what is unexplained is a sentence where it is among the three largest parts, and not where it is small', () => {
  const [against, from] = twoDays('unexplained', 400);
  const order = orderOf(against, from.slice(0, 300));
  const { againstMicros, fromMicros } = tellApart(order);
  const known = (times: number) => ({
    againstMicros,
    fromMicros: fromMicros + BigInt(Math.round(times * Number(againstMicros))),
  });
  const large = said({ ...order, known: known(-0.4) });
  expect(large.length).toBeLessThanOrEqual(5);
  expect(large.find(({ kind }) => kind === 'unexplained')?.text).toMatch(/Too few auctions .*−/);
  expect(large.slice(1, 4).map(({ kind }) => kind)).toContain('unexplained');
  expect(said({ ...order, known: known(-0.0005) }).map(({ kind }) => kind)).not.toContain('unexplained');
});
