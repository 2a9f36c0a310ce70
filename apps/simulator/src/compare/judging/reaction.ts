import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decision, maxPriceMicros } from '@auction-tiers/tier-engine';
import { roundToUnits } from '../../figure/text.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { sell } from '../measuring/sale.ts';
import type { Intervals } from './interval.ts';
import { round, toMoneyInterval } from './effect.ts';

type SensitivityRow = CompareReport['sensitivity']['rows'][number];

/** Elasticities of every report: buyers that win less bid less (above 0) or more (below 0). */
const usualElasticities = [-0.5, -0.25, 0, 0.25, 0.5];
/** Standard errors of a 95 % interval. */
const errors = 1.96;

const model =
  'A buyer that wins more or less often under the draft changes all of its bids, once, by the elasticity times the relative change of its number of wins (at most 100 % either way). Above 0, buyers that lose bid less and those that gain bid more; below 0, buyers that lose bid more to win again and those that gain save. The draft is run again with these bids; the bids of the current tiers are those of the log. What that changes is estimated on a sample and added to the difference of the whole log.';

/** The difference in net revenue if buyers react to the draft. */
export function toSensitivity(
  comparison: Comparison,
  draft: LoadedTierSet,
  elasticity: number,
  { auctions, used }: Intervals,
): CompareReport['sensitivity'] {
  const sample = comparison.sample.drawn();
  const changes = relativeChanges(comparison);
  const estimate = used?.net;
  const { netMicros: currentMicros } = comparison.current.totals().revenue;
  const differenceMicros = Number(comparison.draft.totals().revenue.netMicros - currentMicros);
  const decision = new Decision();
  const usual = sample.map(({ request }) => sell(draft.tierSet, request, decision).netMicros);
  const elasticities = [...new Set([...usualElasticities, elasticity])].toSorted((left, right) => left - right);
  const rows = elasticities.map((one): SensitivityRow => {
    const shifts = sample.map(({ request }, at) => {
      if (one === 0) return 0;
      return sell(draft.tierSet, react(request, changes, one), decision).netMicros - usual[at]!;
    });
    const { mean, error } = meanOf(shifts);
    const micros = differenceMicros + mean * auctions;
    const reach = (distance: number) => Math.sqrt(distance ** 2 + (errors * error) ** 2);
    return {
      elasticity: one,
      difference: roundToUnits(micros),
      interval:
        estimate === undefined
          ? null
          : toMoneyInterval(
              {
                low: estimate.ratio + mean - reach(estimate.ratio - estimate.low),
                high: estimate.ratio + mean + reach(estimate.high - estimate.ratio),
              },
              auctions,
            ),
      per_cent: currentMicros === 0n ? null : round((micros / Number(currentMicros)) * 100, 4),
    };
  });
  return { model, sampled_auctions: sample.length, rows };
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
