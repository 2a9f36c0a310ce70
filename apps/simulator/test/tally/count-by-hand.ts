import { netMicros } from '@auction-tiers/tier-engine';
import type { Key } from '../../src/tally/breakdown.ts';
import type { Dimension } from '../../src/tally/dimension.ts';
import type { TallyRow } from '../../src/tally/row.ts';
import type { Heard } from './auctions.ts';

/** One bid with all that a row wants to know of it. */
interface Entry {
  readonly auction: number;
  readonly key: Key | null;
  /** undefined: stands for an auction without bids. */
  readonly bid: { readonly gross: bigint; readonly net: bigint; readonly outcome: string } | undefined;
  readonly paid: readonly [bigint, bigint] | undefined;
  readonly paidWithoutTiers: readonly [bigint, bigint] | undefined;
  /** Of the winning bid: what the seller gets when no bid is in a tier, less what it gets. */
  readonly forgone: bigint;
}

/** The rows of a breakdown in the plainest way there is: a list of all bids, gone through once for each figure. */
export function countByHand(heard: readonly Heard[], dimension: Dimension): TallyRow[] {
  const entries = heard.flatMap((auction, at) => toEntries(auction, at, dimension));
  const byKey = Map.groupBy(entries, ({ key }) => key);
  return [...byKey]
    .toSorted(([left], [right]) => (left === null ? 1 : right === null ? -1 : left < right ? -1 : 1))
    .map(([key, of]) => toRow(key, of));
}

function toEntries({ request, result, baseline }: Heard, auction: number, dimension: Dimension): Entry[] {
  const paid = (index: number, { bids, winner }: Heard['result']) => {
    if (bids[index]!.outcome !== 'won') return undefined;
    const { clearingMicros } = winner!;
    return [BigInt(clearingMicros), BigInt(netMicros(clearingMicros, request.feePpm))] as const;
  };
  const untiered = untieredNet({ request, result });
  const entries = request.bids.map(({ memberId, grossMicros }, index): Entry => {
    const { tierId, outcome } = result.bids[index]!;
    const bid = { gross: BigInt(grossMicros), net: BigInt(netMicros(grossMicros, request.feePpm)), outcome };
    const key = dimension === 'tier' ? tierId : dimension === 'buyer' ? memberId : keyOf(request, dimension);
    const net = paid(index, result)?.[1];
    const forgone = net === undefined ? 0n : untiered - net;
    return { auction, key, bid, paid: paid(index, result), paidWithoutTiers: paid(index, baseline), forgone };
  });
  if (entries.length > 0 || dimension === 'tier' || dimension === 'buyer') return entries;
  return [
    {
      auction,
      key: keyOf(request, dimension),
      bid: undefined,
      paid: undefined,
      paidWithoutTiers: undefined,
      forgone: 0n,
    },
  ];
}

/** With one fee for all bids, ties do not matter. */
function untieredNet({ request, result }: Pick<Heard, 'request' | 'result'>): bigint {
  const taking = result.bids
    .map(({ outcome, netMicros: net, memberId }, index) => ({ outcome, net, buyer: memberId ?? `bid ${index}` }))
    .filter(({ outcome }) => outcome !== 'excluded' && outcome !== 'below_floor')
    .toSorted((left, right) => right.net - left.net);
  const [won] = taking;
  if (won === undefined || request.auctionType === 1) return BigInt(won?.net ?? 0);
  const kept = BigInt(1_000_000 - request.feePpm);
  const rival = BigInt(taking.find(({ buyer }) => buyer !== won.buyer)?.net ?? 0);
  const needed = (rival * 1_000_000n + kept - 1n) / kept;
  const floor = BigInt(request.bidFloorMicros);
  return ((needed > floor ? needed : floor) * kept) / 1_000_000n;
}

function keyOf({ impression, timeMs }: Heard['request'], dimension: Exclude<Dimension, 'tier' | 'buyer'>): Key | null {
  const date = new Date(timeMs);
  switch (dimension) {
    case 'dma':
      return impression.dma ?? null;
    case 'placement':
      return impression.placementId ?? null;
    case 'country':
      return impression.country ?? null;
    case 'device_type':
      return impression.deviceType ?? null;
    case 'site':
      return impression.siteId ?? null;
    case 'domain':
      return impression.domain ?? null;
    case 'media_type':
    case 'deal':
      throw new TypeError(`${dimension} is that of the winner`);
    case 'hour':
      return date.getUTCHours();
    case 'date_hour':
      return date.setUTCMinutes(0, 0, 0) / 3_600_000;
    case 'size': {
      const names = new Set(impression.sizes?.map(({ width, height }) => `${width}x${height}`));
      return names.size === 0 ? null : [...names].toSorted().join(',');
    }
  }
}

function toRow(key: Key | null, entries: readonly Entry[]): TallyRow {
  const bids = entries.flatMap(({ bid }) => bid ?? []);
  const value = (outcome: string) => {
    const of = bids.filter((bid) => bid.outcome === outcome);
    return {
      bids: of.length,
      grossMicros: add(of.map(({ gross }) => gross)),
      netMicros: add(of.map(({ net }) => net)),
    };
  };
  return {
    key,
    isOther: false,
    auctions: new Set(entries.map(({ auction }) => auction)).size,
    bids: bids.length,
    revenue: toRevenue(entries.map(({ paid }) => paid)),
    baseline: toRevenue(entries.map(({ paidWithoutTiers }) => paidWithoutTiers)),
    excluded: value('excluded'),
    belowFloor: value('below_floor'),
    forgoneMicros: add(entries.map(({ forgone }) => forgone)),
  };
}

function toRevenue(all: readonly Entry['paid'][]) {
  const payments = all.flatMap((paid) => (paid === undefined ? [] : [paid]));
  return {
    wins: payments.length,
    grossMicros: add(payments.map(([gross]) => gross)),
    netMicros: add(payments.map(([, net]) => net)),
  };
}

function add(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
