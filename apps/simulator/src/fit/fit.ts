import { sizesName, type BuyerParams, type MarketParams, MarketParams as Params } from '@auction-tiers/market';
import { exponential, squareRoot } from '@auction-tiers/market/exact-math';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import { namesFee } from '../log/auction/logged-auction.ts';
import { BidTable } from './bid-table.ts';
import type { Attribute, Deviations } from './deviation.ts';
import { fitMixture } from './mixture.ts';
import type { Participation } from './participation.ts';
import { fitParticipation } from './participation.ts';
import type { PriceLevels } from './price-level.ts';
import { fitPriceLevels } from './price-level.ts';
import { BuyerPrices, QualitySpread } from './quality.ts';
import { rounded } from './value-count.ts';
import { VolumeCount } from './volume-count.ts';

/** Reads the whole log and calls `onAuction` for each auction. */
export type ReadAgain = (onAuction: (auction: Pick<LoggedAuction, 'request' | 'feeSource'>) => void) => Promise<void>;

/** The bounds of `MarketParams`. */
const bounds = {
  participation: [0.0001, 0.9999],
  spread: [0.01, 5],
  median: [0.0001, 100_000],
  factor: [1e-6, 1e6],
  quality: [0, 5],
} as const;

/** The params with the size of the log; or, in words, why the log cannot be used. */
export type FitResult =
  | { readonly ok: true; readonly params: MarketParams; readonly auctions: number; readonly bids: number }
  | { readonly ok: false; readonly problem: string };

/**
 * Estimates the params of a market from a log, which is read three times: for volumes and mean prices, for the spread of
 * quality, and for the prices of each buyer without the effects of country, sizes and quality. The same log gives the
 * same params.
 */
export async function fit(readAgain: ReadAgain): Promise<FitResult> {
  const table = new BidTable();
  const volumes = new VolumeCount();
  let [auctions, bids] = [0, 0];
  const first = await readOnce(readAgain, (auction) => {
    const { request } = auction;
    table.add(request);
    volumes.add(request, namesFee(auction));
    auctions++;
    bids += request.bids.length;
  });
  if (table.buyers.values.length === 0) return { ok: false, problem: 'has no bid of a known buyer with a price' };
  table.close();
  const levels = fitPriceLevels(table);
  const quality = new QualitySpread(table, levels);
  if ((await readOnce(readAgain, ({ request }) => quality.add(request))) !== first) return changed;
  const prices = new BuyerPrices(table, levels, quality);
  if ((await readOnce(readAgain, ({ request }) => prices.add(request))) !== first) return changed;
  const params: MarketParams = {
    ...volumes.toParams(),
    quality_spread: within('quality', squareRoot(quality.commonVariance)),
    buyers: toBuyers(table, levels, fitParticipation(table), prices),
    ...toPlaces(table, levels),
  };
  return { ok: true, params: Params.parse(params), auctions, bids };
}

const changed: FitResult = { ok: false, problem: 'has changed while it was read' };

/** Reads the whole log; returns a hash of its bids, by which a log that changes between two readings is found. */
async function readOnce(readAgain: ReadAgain, onAuction: Parameters<ReadAgain>[0]): Promise<number> {
  let hash = 0;
  await readAgain((auction) => {
    for (const { memberId, grossMicros } of auction.request.bids) {
      hash = (Math.imul(hash, 31) + grossMicros + (memberId ?? 0) + 1) | 0;
    }
    onAuction(auction);
  });
  return hash;
}

function toBuyers(
  table: BidTable,
  levels: PriceLevels,
  participation: Participation,
  prices: BuyerPrices,
): BuyerParams[] {
  const buyers = table.buyers.values.map(
    (memberId, at): BuyerParams => ({
      member_id: memberId,
      participation: within('participation', participation.probabilities[at]!),
      prices: fitMixture(prices.histograms[at]!).map(({ weight, mean, variance }) => ({
        weight: rounded(weight),
        median: within('median', exponential(mean)),
        spread: within('spread', squareRoot(variance - prices.remainder(at))),
      })),
      by_country: toDeviations(at, 'country', table.countries.values, levels.deviations, participation.deviations),
      by_size: toDeviations(
        at,
        'sizes',
        table.sizes.values.map(sizesName),
        levels.deviations,
        participation.deviations,
      ),
      deals: table.dealsOf(at),
    }),
  );
  return buyers.toSorted((left, right) => right.participation - left.participation || left.member_id - right.member_id);
}

function toDeviations(
  buyerAt: number,
  attribute: Attribute,
  names: readonly (string | null)[],
  prices: Deviations,
  participation: Deviations,
): BuyerParams['by_country'] {
  return names.flatMap((name, at) => {
    const [price, odds] = [prices.of(buyerAt, attribute, at), participation.of(buyerAt, attribute, at)];
    if (price === 0 && odds === 0) return [];
    return [{ name, participation_factor: toFactor(odds), price_factor: toFactor(price) }];
  });
}

function toPlaces(table: BidTable, levels: PriceLevels): Pick<MarketParams, 'countries' | 'sizes'> {
  const { cells } = table;
  const auctions = cells.reduce((sum, cell) => sum + cell.auctions, 0);
  const weightOf = (belongs: (cell: (typeof cells)[number]) => boolean) =>
    rounded(cells.filter(belongs).reduce((sum, cell) => sum + cell.auctions, 0) / auctions);
  return {
    countries: table.countries.values.map((code, at) => ({
      code,
      weight: weightOf(({ countryAt }) => countryAt === at),
      price_factor: toFactor(levels.countries[at]!),
    })),
    sizes: table.sizes.values.map((sizes, at) => ({
      sizes: [...sizes],
      weight: weightOf(({ sizesAt }) => sizesAt === at),
      price_factor: toFactor(levels.sizes[at]!),
    })),
  };
}

function toFactor(logarithmOfIt: number): number {
  return within('factor', exponential(logarithmOfIt));
}

function within(kind: keyof typeof bounds, value: number): number {
  const [least, most] = bounds[kind];
  return rounded(Math.max(least, Math.min(most, value)));
}
