import { leastClusters, type ClusterKind, type Method } from '@auction-tiers/contract/compare-report';
import { replicateCount } from '@auction-tiers/inference';
import { count, counted } from '../../figure/text.ts';
import type { EffectBlocks } from '../measuring/block.ts';
import { blockCount } from '../measuring/block.ts';
import { round, toMoneyInterval } from './effect.ts';
import { toEnoughDays } from './enough-days.ts';
import type { Intervals, KindInterval } from './interval.ts';

/** How the intervals of a report were worked out, with the method of every kind of cluster. */
export function toMethod(intervals: Intervals, blocks: EffectBlocks): Method {
  const { logDays, neighbouringDays, kinds, used } = intervals;
  const { nights, correlation, moveTogether } = neighbouringDays;
  const changed = blocks.values('changed');
  const finest = widthOf(kinds[0]!);
  const scope = logDays.days.length < leastClusters.day ? 'these_days' : 'days_like_these';
  const ofDays = kinds.find(({ clusters }) => clusters.kind === 'day')?.spread;
  return {
    confidence: intervals.confidence,
    replicates: replicateCount,
    time_zone: logDays.timeZone,
    scope,
    used: used?.clusters.kind ?? null,
    clusters: kinds.map((kind) => {
      const { clusters, method, spread, net } = kind;
      const width = widthOf(kind);
      return {
        kind: clusters.kind,
        clusters: clusters.count,
        changed_clusters: clusters.countFilled(changed),
        method: method ?? null,
        degrees_of_freedom: spread === undefined ? null : round(spread.degreesOfFreedom, 2),
        interval: net === undefined ? null : toMoneyInterval(net, intervals.auctions),
        widening: width === undefined || !finest ? null : round(width / finest, 3),
      };
    }),
    neighbouring_days: {
      nights,
      correlation: correlation === null ? null : round(correlation, 3),
      move_together: moveTogether,
      widening: round(ofDays?.widening ?? 1, 3),
    },
    enough_days: toEnoughDays(intervals),
    description: describe(intervals, scope),
  };
}

/** How many blocks of hours and placements have an auction whose revenue changes. */
export function changedBlocksOf({ clusters }: Pick<Method, 'clusters'>): number {
  return clusters.find(({ kind }) => kind === 'hour_and_placement')?.changed_clusters ?? 0;
}

function widthOf({ net }: KindInterval): number | undefined {
  return net && net.high - net.low;
}

const together: Readonly<Record<ClusterKind, string>> = {
  auction: 'as if every auction stood for itself',
  unit: 'as if the auctions of one user or session moved together',
  minute_and_placement: 'as if the auctions of one minute and placement moved together',
  hour_and_placement: 'as if the auctions of one hour and placement moved together',
  hour: 'as if all auctions of one hour moved together',
  day: 'as if all auctions of one day moved together',
};

function describe({ used, logDays: { days, timeZone } }: Intervals, scope: Method['scope']): string {
  if (used === undefined) return 'The log is too small for an interval.';
  const { clusters, spread } = used;
  const way =
    spread === undefined
      ? `by drawing these groups again ${count(replicateCount)} times with replacement`
      : `by Student's t`;
  const about =
    scope === 'these_days'
      ? `It is about ${days.length === 1 ? 'this day' : `these ${days.length} days`} only: with fewer than ${leastClusters.day}, how much days differ is not known.`
      : `It is about days like these ${days.length} (${timeZone}).`;
  return `The interval is worked out for every kind of group whose auctions may move together, and the widest is used: here ${together[clusters.kind]} (${counted(clusters.count, 'group')}), ${way}. ${about} Auctions, users, and minutes and hours of a placement are hashed to ${blockCount} groups. Both tier sets run the same auctions with the same draws.`;
}
