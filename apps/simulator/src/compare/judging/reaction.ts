import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decision, maxPriceMicros } from '@auction-tiers/tier-engine';
import { roundToUnits } from '../../figure/text.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { changeKinds } from '../../schema/change-example.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import { leastElasticity, mostElasticity } from '../../schema/elasticity.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { isTouched } from '../measuring/change-summary.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { sell } from '../measuring/sale.ts';
import type { Intervals } from './interval.ts';
import { round, toMoneyInterval } from './effect.ts';

type SensitivityRow = CompareReport['sensitivity']['rows'][number];

/** Elasticities of every report: buyers that win less bid less (above 0) or more (below 0). */
const usualElasticities = [-0.5, -0.25, 0, 0.25, 0.5];
/** How far from the assumed elasticity the difference is looked at, before the place where its sign changes is found. */
const distances = [0.1, 0.25, 0.5, 1, 2, 4];
/** Decimals of the break-even elasticity, and the halvings that find them within the longest step. */
const [decimals, halvings] = [3, 12];
/** Standard errors of a 95 % interval. */
const errors = 1.96;

const model =
  'In the auctions that the draft changes, a buyer that wins more or less often under the draft changes its bids, once, by the elasticity times the relative change of its number of wins (at most 100 % either way). Above 0, buyers that lose bid less and those that gain bid more; below 0, buyers that lose bid more to win again and those that gain save. The draft is run again with these bids; the bids of the current tiers are those of the log. What that changes is estimated on a sample of these auctions and added to the difference of the whole log.';

/** The difference in net revenue if buyers react to the draft, and the elasticity at which it changes its sign. */
export function toSensitivity(
  comparison: Comparison,
  draft: LoadedTierSet,
  elasticity: number,
  { auctions, used }: Intervals,
): CompareReport['sensitivity'] {
  const estimate = used?.net;
  const { netMicros: currentMicros } = comparison.current.totals().revenue;
  const usualMicros = Number(comparison.draft.totals().revenue.netMicros - currentMicros);
  const reaction = new Reaction(comparison, draft);
  const differenceAt = (one: number) => usualMicros + reaction.shiftAt(one).micros;
  const elasticities = [...new Set([...usualElasticities, elasticity])].toSorted((left, right) => left - right);
  const rows = elasticities.map((one): SensitivityRow => {
    const { micros: shiftMicros, error } = reaction.shiftAt(one);
    const [micros, shift] = [usualMicros + shiftMicros, auctions === 0 ? 0 : shiftMicros / auctions];
    const reach = (distance: number) => Math.sqrt(distance ** 2 + (errors * (error / auctions)) ** 2);
    return {
      elasticity: one,
      difference: roundToUnits(micros),
      interval:
        estimate === undefined
          ? null
          : toMoneyInterval(
              {
                low: estimate.ratio + shift - reach(estimate.ratio - estimate.low),
                high: estimate.ratio + shift + reach(estimate.high - estimate.ratio),
              },
              auctions,
            ),
      per_cent: currentMicros === 0n ? null : round((micros / Number(currentMicros)) * 100, 4),
    };
  });
  return { model, sampled_auctions: reaction.sampleSize, break_even: findBreakEven(differenceAt, elasticity), rows };
}

/** What the reaction of buyers adds to the net revenue of a draft. */
class Reaction {
  readonly #draft: LoadedTierSet;
  readonly #sample: readonly LoggedAuction[];
  /** Auctions that the draft changes, of which the sample is drawn. */
  readonly #touched: number;
  readonly #changes: ReadonlyMap<number, number>;
  readonly #decision = new Decision();
  readonly #usualMicros: readonly number[];

  constructor(comparison: Comparison, draft: LoadedTierSet) {
    const touchedKinds = changeKinds.filter(isTouched);
    this.#draft = draft;
    this.#sample = comparison.touchedSample.drawn();
    this.#touched = touchedKinds.reduce((sum, kind) => sum + comparison.changes.totals(kind).auctions, 0);
    this.#changes = relativeChanges(comparison);
    this.#usualMicros = this.#sample.map(({ request }) => this.#sell(request));
  }

  get sampleSize(): number {
    return this.#sample.length;
  }

  /** In the whole log, with its standard error; net CPM micros. */
  shiftAt(elasticity: number): { readonly micros: number; readonly error: number } {
    if (elasticity === 0) return { micros: 0, error: 0 };
    const shifts = this.#sample.map(
      ({ request }, at) => this.#sell(react(request, this.#changes, elasticity)) - this.#usualMicros[at]!,
    );
    const { mean, error } = meanOf(shifts);
    return { micros: this.#touched * mean, error: this.#touched * error };
  }

  #sell(request: AuctionRequest): number {
    return sell(this.#draft.tierSet, request, this.#decision).netMicros;
  }
}

/** The elasticity nearest to the assumed one at which the difference changes its sign; null: none that can be assumed. */
function findBreakEven(differenceAt: (elasticity: number) => number, assumed: number): number | null {
  const isGain = differenceAt(assumed) > 0;
  const hasTurned = (elasticity: number) => differenceAt(elasticity) > 0 !== isGain;
  const found = [-1, 1].flatMap((direction) => {
    let kept = assumed;
    for (const distance of distances) {
      const next = Math.min(mostElasticity, Math.max(leastElasticity, assumed + direction * distance));
      if (next === kept) break;
      if (hasTurned(next)) return [narrow(hasTurned, kept, next)];
      kept = next;
    }
    return [];
  });
  const [nearest] = found.toSorted((left, right) => Math.abs(left - assumed) - Math.abs(right - assumed));
  return nearest === undefined ? null : round(nearest, decimals);
}

/** Where the sign changes between an elasticity that keeps it and one that does not. */
function narrow(hasTurned: (elasticity: number) => boolean, keeping: number, turned: number): number {
  let [from, to] = [keeping, turned];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (from + to) / 2;
    if (hasTurned(middle)) to = middle;
    else from = middle;
  }
  return to;
}

/** Relative change of wins by buyer, from -1 to 1; 1 for a buyer that never won before. */
function relativeChanges({ current, draft }: Comparison): ReadonlyMap<number, number> {
  const winsBefore = new Map(current.rows('buyer').map(({ key, revenue }) => [key, revenue.wins]));
  return new Map(
    draft.rows('buyer').flatMap(({ key, revenue: { wins } }) => {
      if (typeof key !== 'number') return [];
      const before = winsBefore.get(key) ?? 0;
      if (wins === before) return [];
      return [[key, before === 0 ? 1 : Math.min(1, wins / before - 1)] as const];
    }),
  );
}

/** The auction with the changed bids of buyers. */
function react(request: AuctionRequest, changes: ReadonlyMap<number, number>, elasticity: number): AuctionRequest {
  const bids = request.bids.map((bid) => {
    const change = bid.memberId === null ? undefined : changes.get(bid.memberId);
    if (change === undefined) return bid;
    const micros = Math.round(bid.grossMicros * Math.max(0, 1 + elasticity * change));
    return { ...bid, grossMicros: Math.min(maxPriceMicros, micros) };
  });
  return { ...request, bids };
}

function meanOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const count = values.length;
  if (count === 0) return { mean: 0, error: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count) };
}
