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

/** A market with one minimum price, which the draft raises, or in which it prefers a buyer: auctions of a few buyers. */
export interface ReserveMarket {
  readonly clusters: number;
  readonly auctions: number;
  readonly bids: number;
  /** Minimum prices in CPM. The median of bids is 2. */
  readonly control: number;
  readonly treatment: number;
  /** By place, the buyer that wins with any bid that reaches the minimum. Default: none under either tier set. */
  readonly preferred?: Readonly<Partial<Record<'control' | 'treatment', number>>>;
  /** Whether the winner pays its bid. Default: the second price. */
  readonly isFirstPrice?: boolean;
  /** A factor on the bids of the first buyer. Default: 1. */
  readonly firstBidsBy?: number;
  readonly seed: string;
}

const [medianPrice, spreadOfBids, spreadOfQuality, microsPerUnit] = [2, 0.5, 0.4, 1_000_000];

/** Draws auctions of this market. The first bid is from the buyer with a budget, if the response has one. */
export function drawReservePool(market: ReserveMarket, response: ResponseParams): Pool {
  const { clusters, auctions, bids, control, treatment, preferred = {}, firstBidsBy = 1, seed } = market;
  const random = new Random(hashSeed(seed), 1);
  const byRank = Weighted.zipf(
    Array.from({ length: clusters }, (_, at) => at),
    0.5,
  );
  const decide = (of: readonly number[]): Outcome => {
    const one = sell(of, control, preferred.control, market);
    const other = sell(of, treatment, preferred.treatment, market);
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
    const prices = Array.from({ length: bids }, (_bid, index) => {
      const price = medianPrice * Math.exp(quality + spreadOfBids * random.normal());
      return index === 0 ? firstBidsBy * price : price;
    });
    const learnt = prices.map((price, index) => {
      const isPreferred = index === preferred.treatment && index !== preferred.control;
      return answerPrice(price, { minimum: treatment, isPreferred }, 1, response);
    });
    const withoutLimited = response.budget === null ? prices : prices.with(0, 0);
    return { cluster, asIs: decide(prices), learnt: decide(learnt), withoutLimited: decide(withoutLimited) };
  });
  return { clusterCount: clusters, auctions: drawn };
}

/** An auction with a minimum; the `preferred` buyer wins with any bid that reaches it. */
function sell(
  prices: readonly number[],
  minimum: number,
  preferred: number | undefined,
  { isFirstPrice = false }: Pick<ReserveMarket, 'isFirstPrice'>,
) {
  const highest = prices.indexOf(Math.max(...prices));
  const winner = preferred !== undefined && prices[preferred]! >= minimum ? preferred : highest;
  const own = prices[winner]!;
  if (own < minimum) return { winner: -1, micros: 0 };
  const rival = Math.max(0, ...prices.filter((_, index) => index !== winner));
  const price = isFirstPrice ? own : Math.max(minimum, Math.min(own, rival));
  return { winner, micros: Math.round(price * microsPerUnit) };
}
