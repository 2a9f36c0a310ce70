import { answerPrice, type ResponseParams } from '@auction-tiers/market';
import { hashSeed, Random, Weighted } from '@auction-tiers/chance';

/** The net of one auction under both tier sets, in CPM micros. */
export interface Outcome {
  readonly control: number;
  readonly treatment: number;
  /** The part that buyers with a budget pay. */
  readonly limitedControl: number;
  readonly limitedTreatment: number;
}

/** One auction of a pool, decided under both tier sets for each possible behaviour of buyers. */
export interface PooledAuction {
  readonly cluster: number;
  /** With the original bids; with bids of buyers that have learnt the draft; without the buyers that have a budget. */
  readonly asIs: Outcome;
  readonly learnt: Outcome;
  readonly withoutLimited: Outcome;
}

/** Auctions that simulated experiments draw from. */
export interface Pool {
  readonly clusterCount: number;
  readonly auctions: readonly PooledAuction[];
}

/** A market with one minimum price, which the draft raises: second-price auctions of a few buyers. */
export interface ReserveMarket {
  readonly clusters: number;
  readonly auctions: number;
  readonly bids: number;
  /** Minimum prices in CPM. The median of bids is 2. */
  readonly control: number;
  readonly treatment: number;
  /** Whether, under the draft, the buyer with the budget wins with any bid that reaches the minimum. */
  readonly prefersLimited?: boolean;
  readonly seed: string;
}

const [medianPrice, spreadOfBids, spreadOfQuality, microsPerUnit] = [2, 0.5, 0.4, 1_000_000];

/** Draws auctions of this market. The first bid is from the buyer with a budget, if the response has one. */
export function drawReservePool(market: ReserveMarket, response: ResponseParams): Pool {
  const { clusters, auctions, bids, control, treatment, seed } = market;
  const random = new Random(hashSeed(seed), 1);
  const byRank = Weighted.zipf(
    Array.from({ length: clusters }, (_, at) => at),
    0.5,
  );
  const decide = (of: readonly number[]): Outcome => {
    const [one, other] = [sell(of, control), sell(of, treatment, market.prefersLimited)];
    return {
      control: one.micros,
      treatment: other.micros,
      limitedControl: one.winner === 0 ? one.micros : 0,
      limitedTreatment: other.winner === 0 ? other.micros : 0,
    };
  };
  const drawn = Array.from({ length: auctions }, (_, at): PooledAuction => {
    // Every cluster gets an auction, however small the pool is.
    const cluster = at < clusters ? at : byRank.draw(random);
    const quality = spreadOfQuality * random.normal();
    const prices = Array.from({ length: bids }, () => medianPrice * Math.exp(quality + spreadOfBids * random.normal()));
    const learnt = prices.map((price) => answerPrice(price, treatment, 1, response));
    const withoutLimited = response.budget === null ? prices : prices.with(0, 0);
    return { cluster, asIs: decide(prices), learnt: decide(learnt), withoutLimited: decide(withoutLimited) };
  });
  return { clusterCount: clusters, auctions: drawn };
}

/** A second-price auction with a minimum. */
function sell(prices: readonly number[], minimum: number, prefersFirst = false) {
  let [winner, first, second] = [-1, 0, 0];
  for (const [at, price] of prices.entries()) {
    if (price > first) [winner, first, second] = [at, price, first];
    else if (price > second) second = price;
  }
  const own = prices[0]!;
  if (prefersFirst && own >= minimum) {
    const rival = Math.max(0, ...prices.slice(1));
    return { winner: 0, micros: Math.round(Math.max(minimum, Math.min(own, rival)) * microsPerUnit) };
  }
  if (first < minimum) return { winner: -1, micros: 0 };
  return { winner, micros: Math.round(Math.max(second, minimum) * microsPerUnit) };
}
