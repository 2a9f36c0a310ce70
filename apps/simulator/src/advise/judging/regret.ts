import { Resamplings } from '@auction-tiers/inference';
import { Decision, decideAuction, type TierSet } from '@auction-tiers/tier-engine';
import { Intervals } from '../../compare/judging/interval.ts';
import { toLogDays } from '../../compare/judging/log-days.ts';
import { blockPlaces, EffectBlocks, hashAuction, placesOfAuction } from '../../compare/measuring/block.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { dateHourOf } from '../../tally/dimension.ts';
import { relax, type Relaxed } from '../choosing/bound.ts';
import type { Standing } from '../choosing/standing.ts';
import { Hours } from '../measuring/hours.ts';
import { Outcome } from '../measuring/outcome.ts';
import { toSale } from '../measuring/variations.ts';

/** How far tiers are from the best that exists, at most: the sample of a log decides, and its error is in the answer. */
export class Regret {
  readonly #pool: readonly LoggedAuction[];
  readonly #relaxed: Relaxed;
  readonly #seed: string;
  readonly #timeZone: string;

  /** `standing`: of the days that the sample stands for. */
  constructor(
    pool: readonly LoggedAuction[],
    present: TierSet,
    { commitments, days }: Standing,
    { seed, timeZone }: { readonly seed: string; readonly timeZone: string },
  ) {
    const requests = pool.map(({ request }) => request);
    this.#pool = pool;
    this.#relaxed = relax(requests, present, commitments, days);
    this.#seed = seed;
    this.#timeZone = timeZone;
  }

  /**
   * CPM micros of an auction: the upper end of the interval of a comparison (95 %, by the days among other clusters) of
   * what the relaxed optimum brings more than these tiers. It holds whatever the prices of commitments, which the sample
   * chose. Undefined: the sample has too few clusters for an interval.
   */
  atMost(tierSet: TierSet): number | undefined {
    const blocks = new EffectBlocks();
    const hours = new Hours();
    const [decision, outcome] = [new Decision(), new Outcome([])];
    const places = new Int32Array(placesOfAuction);
    const { values, constant } = this.#relaxed;
    for (const [at, auction] of this.#pool.entries()) {
      const { request, unit } = auction;
      decideAuction(tierSet, request, decision);
      outcome.read(tierSet.tiers, request, decision);
      // Sums are of whole numbers.
      const best = Math.ceil(values[at]! + constant / this.#pool.length);
      blockPlaces(auction, hashAuction(request), places);
      blocks.add(places, unit !== undefined, toSale(outcome.net), toSale(best));
      hours.add(dateHourOf(request.timeMs), best - outcome.net);
    }
    const logDays = toLogDays(hours.entries(), this.#timeZone);
    const high = new Intervals(blocks, logDays, new Resamplings(this.#seed)).used?.net?.high;
    return high === undefined ? undefined : Math.max(0, high);
  }
}
