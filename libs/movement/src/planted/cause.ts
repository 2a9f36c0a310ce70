import { hashSeed, Random } from '@auction-tiers/chance';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import type { MovementKind, MovementOrder } from '../movement.ts';
import { dayMs, drawDay, marketOf, tiers, toMoved } from './market.ts';

type Bid = AuctionRequest['bids'][number];

/** Something that happens on the later day. */
export interface PlantedCause {
  readonly change: (requests: readonly AuctionRequest[], random: Random) => readonly AuctionRequest[];
  /** The parts that have it. */
  readonly kinds: readonly MovementKind[];
  /** What the first sentence about a cause says, where the day is another one than that it is compared with. */
  readonly says: RegExp;
}

const largeBuyer = 102;
const newBuyer = 999;
const largeSite = 1;

const withBids = (
  requests: readonly AuctionRequest[],
  change: (bid: Bid, request: AuctionRequest) => readonly Bid[],
): AuctionRequest[] =>
  requests.map((request) => ({ ...request, bids: request.bids.flatMap((bid) => change(bid, request)) }));

const priced = (bid: Bid, times: number): Bid => ({ ...bid, grossMicros: Math.round(times * bid.grossMicros) });
const isLarge = ({ memberId }: Bid) => memberId === largeBuyer;
const isInSite = ({ impression }: AuctionRequest) => impression.siteId === largeSite;
const isIn = (country: string) => (request: AuctionRequest) => request.impression.country === country;

const twice = (request: AuctionRequest): AuctionRequest[] => [request, { ...request, seed: `${request.seed}+` }];

export const planted: Readonly<Record<string, PlantedCause>> = {
  'a buyer stops': {
    kinds: ['participation'],
    says: /Buyer 102 stopped bidding/,
    change: (requests) => withBids(requests, (bid) => (isLarge(bid) ? [] : [bid])),
  },
  'a buyer halves its participation': {
    kinds: ['participation'],
    says: /Buyer 104 bid on [45]\d % fewer/,
    change: (requests, random) =>
      withBids(requests, (bid) => (bid.memberId === 104 && random.fraction() < 0.5 ? [] : [bid])),
  },
  'a buyer bids on a quarter': {
    kinds: ['participation'],
    says: /Buyer 102 bid on \d+ % fewer/,
    change: (requests, random) => withBids(requests, (bid) => (isLarge(bid) && random.fraction() < 0.75 ? [] : [bid])),
  },
  'a buyer bids a third': {
    kinds: ['prices'],
    says: /Buyer 102 bid (5|6|7)\d % less for the same impressions/,
    change: (requests) => withBids(requests, (bid) => [isLarge(bid) ? priced(bid, 1 / 3) : bid]),
  },
  'a buyer has another id': {
    kinds: ['participation'],
    says: /Buyer 999 bid in place of Buyer 102/,
    change: (requests) => withBids(requests, (bid) => [isLarge(bid) ? { ...bid, memberId: newBuyer } : bid]),
  },
  'a new buyer': {
    kinds: ['participation'],
    says: /Buyer 999 began to bid/,
    change: (requests, random) =>
      requests.map((request) => ({
        ...request,
        bids:
          random.fraction() < 0.5
            ? request.bids
            : [
                ...request.bids,
                { id: 'new', memberId: newBuyer, grossMicros: Math.round(6e6 + 2e6 * random.fraction()) },
              ],
      })),
  },
  'all prices -5 %': {
    kinds: ['prices'],
    says: /[Bb]uyers bid \d % less for the same impressions/,
    change: (requests) => withBids(requests, (bid) => [priced(bid, 0.95)]),
  },
  'all prices -40 %': {
    kinds: ['prices'],
    says: /[Bb]uyers bid (3|4|5)\d % less for the same impressions/,
    change: (requests) => withBids(requests, (bid) => [priced(bid, 0.6)]),
  },
  'prices of a site -70 %': {
    kinds: ['prices'],
    says: /less for the same impressions in site 1\b/,
    change: (requests) => withBids(requests, (bid, request) => [isInSite(request) ? priced(bid, 0.3) : bid]),
  },
  'few bids on a site': {
    kinds: ['participation'],
    says: /fewer impressions in site 1\b/,
    change: (requests, random) =>
      withBids(requests, (bid, request) => (isInSite(request) && random.fraction() < 0.8 ? [] : [bid])),
  },
  'twice the traffic': {
    kinds: ['traffic'],
    says: /\d % more impressions/,
    change: (requests) => requests.flatMap(twice),
  },
  'a country doubles': {
    kinds: ['traffic', 'mix'],
    says: /more impressions|different mix of impressions, mainly country GB/,
    change: (requests) => requests.flatMap((one) => (isIn('GB')(one) ? twice(one) : [one])),
  },
  'a country grows sixfold': {
    kinds: ['traffic', 'mix'],
    says: /more impressions|different mix of impressions, mainly country GB/,
    change: (requests) =>
      requests.flatMap((one) =>
        isIn('GB')(one)
          ? [...twice(one), ...twice(one), ...twice(one)].map((copy, at) => ({ ...copy, seed: `${one.seed}+${at}` }))
          : [one],
      ),
  },
  'floors rise': {
    kinds: ['terms'],
    says: /[Dd]ifferent floors or terms/,
    change: (requests) =>
      requests.map((request) => ({ ...request, bidFloorMicros: request.bidFloorMicros + 3_000_000 })),
  },
  'second prices': {
    kinds: ['terms'],
    says: /[Dd]ifferent floors or terms/,
    change: (requests) => requests.map((request) => ({ ...request, auctionType: 2 as const })),
  },
};

/** The same auctions on two days, with a change injected into the later day. */
export function plant({ change }: PlantedCause, seed: string, count: number): MovementOrder {
  const day = drawDay(marketOf(seed), count);
  const later = change(day, new Random(hashSeed(seed), 1));
  return { against: toMoved(day), from: toMoved(later), rules: [tiers], apartMs: 7 * dayMs };
}
