import { changeKinds, type CompareReport } from '@auction-tiers/contract/compare-report';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decision, maxPriceMicros } from '@auction-tiers/tier-engine';
import { roundToUnits } from '../../figure/text.ts';
import type { TallyRow } from '../../tally/row.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { isTouched } from '../measuring/change-summary.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { sell } from '../measuring/sale.ts';
import { findBreakEven } from './break-even.ts';
import type { Intervals } from './interval.ts';
import { round, toMoneyInterval } from './effect.ts';

type SensitivityRow = CompareReport['sensitivity']['rows'][number];

/** Elasticities of every report: buyers that win less bid less (above 0) or more (below 0). */
const usualElasticities = [-0.5, -0.25, 0, 0.25, 0.5];

const model =
  'In the auctions that the draft changes, a buyer that wins more or less often under the draft changes its bids, once, by the assumed reaction times the relative change of its number of wins (at most 100 % either way). Above 0, buyers that lose bid less and those that gain bid more; below 0, buyers that lose bid more to win again and those that gain save. The draft is run again with these bids; the bids of the current tiers are those of the log. What that changes is estimated on a sample of these auctions and added to the difference of the whole log.';

/** The difference in net revenue if buyers react to the draft, and the elasticity at which it changes its sign. */
export function toSensitivity(
  comparison: Comparison,
  draft: LoadedTierSet,
  elasticity: number,
  { auctions, used, reachOfErrors }: Intervals,
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
    const reach = (distance: number) => Math.sqrt(distance ** 2 + (reachOfErrors * (error / auctions)) ** 2);
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
  return {
    model,
    sampled_auctions: reaction.sampleSize,
    break_even: findBreakEven(differenceAt, elasticity),
    undoing_fall: toUndoingFall(usualMicros, comparison.newlyPreferredMicros),
    rows,
  };
}

/** At first price, what the newly preferred bids pay falls as they do; while they win, the gain falls by as much. */
function toUndoingFall(gainMicros: number, preferredMicros: number): number | null {
  return gainMicros <= 0 || preferredMicros <= gainMicros ? null : round(gainMicros / preferredMicros, 6);
}

/** A bid whose price can be set. */
interface PricedBid {
  grossMicros: number;
}

/** An auction of the sample, and its bids that react. */
interface ReactingAuction {
  readonly request: AuctionRequest;
  readonly usualMicros: number;
  readonly bids: readonly { readonly bid: PricedBid; readonly grossMicros: number; readonly change: number }[];
}

interface Shift {
  /** The change of net in the whole log, CPM micros. */
  readonly micros: number;
  readonly error: number;
}

/** What the reaction of buyers adds to the net revenue of a draft. */
class Reaction {
  readonly sampleSize: number;
  readonly #draft: LoadedTierSet;
  readonly #auctions: readonly ReactingAuction[];
  /** Auctions that the draft changes, of which the sample is drawn. */
  readonly #touched: number;
  readonly #shifts = new Map<number, Shift>();
  readonly #decision = new Decision();

  constructor(comparison: Comparison, draft: LoadedTierSet) {
    this.#draft = draft;
    this.#touched = changeKinds
      .filter(isTouched)
      .reduce((sum, kind) => sum + comparison.changes.totals(kind).auctions, 0);
    const changes = relativeChanges(comparison);
    const sample = comparison.touchedSample.drawn();
    this.sampleSize = sample.length;
    this.#auctions = sample.map(({ request }) => this.#prepare(request, changes));
  }

  /** The shift at an elasticity, with its standard error. */
  shiftAt(elasticity: number): Shift {
    let shift = this.#shifts.get(elasticity);
    if (shift === undefined) this.#shifts.set(elasticity, (shift = this.#findShift(elasticity)));
    return shift;
  }

  #findShift(elasticity: number): Shift {
    if (elasticity === 0) return { micros: 0, error: 0 };
    const shifts = this.#auctions.map(({ request, usualMicros, bids }) => {
      if (bids.length === 0) return 0;
      for (const { bid, grossMicros, change } of bids) {
        const micros = Math.round(grossMicros * Math.max(0, 1 + elasticity * change));
        bid.grossMicros = Math.min(maxPriceMicros, micros);
      }
      return this.#sell(request) - usualMicros;
    });
    const { mean, error } = meanOf(shifts);
    return { micros: this.#touched * mean, error: this.#touched * error };
  }

  /** Copies the auction once; its bids are set anew per elasticity, because copying takes longer than deciding. */
  #prepare(request: AuctionRequest, changes: ReadonlyMap<number, number>): ReactingAuction {
    const bids = request.bids.map((bid) => ({ ...bid }));
    const reacting = bids.flatMap((bid) => {
      const change = bid.memberId === null ? undefined : changes.get(bid.memberId);
      return change === undefined ? [] : [{ bid, grossMicros: bid.grossMicros, change }];
    });
    return { request: { ...request, bids }, usualMicros: this.#sell(request), bids: reacting };
  }

  #sell(request: AuctionRequest): number {
    return sell(this.#draft.tierSet, request, this.#decision).netMicros;
  }
}

/** Relative change of wins by buyer, from -1 to 1; 1 for a buyer that never won before. */
function relativeChanges({ current, draft }: Comparison): ReadonlyMap<number, number> {
  const [before, after] = [current, draft].map(
    (tally) => new Map(tally.rows('buyer').map(({ key, revenue }) => [key, revenue.wins])),
  ) as [Map<TallyRow['key'], number>, Map<TallyRow['key'], number>];
  return new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const [won = 0, wins = 0] = [before.get(key), after.get(key)];
      if (typeof key !== 'number' || wins === won) return [];
      return [[key, won === 0 ? 1 : Math.min(1, wins / won - 1)] as const];
    }),
  );
}

function meanOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const count = values.length;
  if (count === 0) return { mean: 0, error: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count) };
}
