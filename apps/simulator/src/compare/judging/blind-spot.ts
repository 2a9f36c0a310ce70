import { microsToNumber } from '@auction-tiers/tier-engine';
import { type CompareReport, leastClusters, type RareLosses, type Units } from '@auction-tiers/contract/compare-report';
import { counted, figures, percent } from '../../figure/text.ts';
import { blockCount, hashedKinds } from '../measuring/block.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { round } from './effect.ts';
import { type Intervals, leastUnitShare } from './interval.ts';
import { verdictRule } from './verdict-rule.ts';

/** Rule of three (Hanley and Lippman-Hand, JAMA 249 (1983)): what n auctions lack is rarer than 3 in n (95 %). */
const ruleOfThree = 3;

const { mostOnceShare } = verdictRule;

/** What the log tells about auctions of the same user or session. */
export function toUnits({ blocks, units }: Comparison, { auctions, used }: Intervals, areAbsent: boolean): Units {
  const first = hashedKinds.indexOf('unit') * blockCount;
  const largest = Math.max(...blocks.values('auctions').subarray(first, first + blockCount));
  const { auctionsWithUnit } = blocks;
  const net = used?.net;
  const isAside = net !== undefined && (net.low > 0 || net.high < 0);
  return {
    named_share: auctions === 0 ? 0 : round(auctionsWithUnit / auctions, 6),
    // Units are hashed to blocks: none of them has more than the largest block.
    largest_share: auctionsWithUnit === 0 ? null : round(Math.min(1, largest / auctions), 6),
    seen_once_share: units.onceShare === undefined ? null : round(units.onceShare, 6),
    are_declared_absent: areAbsent,
    largest_design_effect:
      !isAside || net.standardError === 0
        ? null
        : round((net.ratio / (net.low > 0 ? net.ratio - net.low : net.ratio - net.high)) ** 2, 2),
  };
}

const unnamed = (words: string) => ({ code: 'no_units', words }) as const;

/** Why users who return are not in the interval: the code of the reason, and words that end a sentence; undefined: they are. */
export function findUnitsMissing({ units, method }: Pick<CompareReport, 'units' | 'method'>) {
  const { named_share: named, seen_once_share: once } = units;
  const unit = method.clusters.find(({ kind }) => kind === 'unit');
  if (named === 0) return unnamed('no auction names its user or session');
  if (named < leastUnitShare) return unnamed(`only ${percent(named)} of the auctions name their user or session`);
  if (once !== null && once > mostOnceShare) {
    const words = `${figures.percent(once, 0)} of the users or sessions are in one auction only, as ids of requests are`;
    return { code: 'units_once', words } as const;
  }
  if (unit === undefined || unit.clusters >= leastClusters.unit) return undefined;
  return unnamed(
    `the log has ${counted(unit.clusters, 'user or session', 'users or sessions')}, and an interval needs ${leastClusters.unit}`,
  );
}

/** How rare an event may be missing from a log of this size, and the loss per event that would undo the gain. */
export function toRareLosses({ current, draft, highestBids }: Comparison): RareLosses {
  const { auctions, revenue } = current.totals();
  const gainMicros = Number(draft.totals().revenue.netMicros - revenue.netMicros);
  const [highest] = highestBids.highest();
  const netShare = revenue.grossMicros === 0n ? 1 : Number(revenue.netMicros) / Number(revenue.grossMicros);
  return {
    one_in: auctions === 0 ? null : round(auctions / ruleOfThree, 0),
    undoing_loss: gainMicros <= 0 ? null : microsToNumber(Math.round(gainMicros / ruleOfThree)),
    highest_bid: highest === undefined ? null : microsToNumber(Math.round(highest.grossMicros * netShare)),
  };
}
