import { addDays, type Day, type ZoneCalendar } from '@auction-tiers/calendar';
import type { ExperimentClusters } from '@auction-tiers/contract';
import { type ClusterAttribute, type Clusters, proposeClusters } from '@auction-tiers/experiment';
import { type Breakdown, ReportCounts, totalCell, totalWidth, valueCell, valueWidth } from '@auction-tiers/tally';
import { cutsOf } from '../../report/cut.ts';
import { presentZone } from '../../report/stored-counts.ts';
import type { Deps } from '../request/deps.ts';

/** Whole local days that are looked at, before the present one. */
export const pastDays = 28;

const breakdownOf = {
  site: 'site',
  placement: 'placement',
  country: 'country',
  device: 'device_type',
} as const satisfies Readonly<Record<ClusterAttribute, Breakdown>>;
const attributes = Object.entries(breakdownOf) as [ClusterAttribute, Breakdown][];

interface Sums {
  readonly auctions: number;
  /** CPM micros. */
  readonly net: number;
}

/** The counts of a ym-profile on one local day, from its report. */
export interface PastDay extends Sums {
  readonly day: string;
  readonly isWhole: boolean;
  readonly byValue: Readonly<Record<ClusterAttribute, ReadonlyMap<string, Sums>>>;
}

/** The last 28 local days of a ym-profile and the present day so far, without days that have no auction. */
export async function readPastDays(
  { liveReport, mirror, clock }: Pick<Deps, 'liveReport' | 'mirror' | 'clock'>,
  memberId: number,
  ymProfileId: number,
): Promise<PastDay[]> {
  const cuts = cutsOf(mirror.row('member', memberId, memberId));
  const zone = presentZone(cuts);
  const nowMs = clock.epochMs();
  const today = zone.dayAt(nowMs);
  const subject = { memberId, ymProfileId };
  const { stored } = liveReport;
  const edges = { from: (of: ZoneCalendar) => of.startOf(addDays(today, -pastDays)), to: () => zone.endOf(today) };
  const slots = await stored.days({ subject, cuts }, edges, nowMs);
  const days = new Map<Day, ReportCounts>();
  const by = { tier: false, buyer: false, breakdowns: attributes.map(([, breakdown]) => breakdown) };
  await stored.read(subject, slots, by, ({ day }) => {
    const counts = days.get(day) ?? new ReportCounts(Number.POSITIVE_INFINITY);
    days.set(day, counts);
    return counts;
  });
  return Array.from(days, ([day, counts]) => ({ day, isWhole: day !== today, ...sumsOf(counts) }));
}

function sumsOf(counts: ReportCounts): Omit<PastDay, 'day' | 'isWhole'> {
  const totals = counts.totals.numbers(0, totalWidth);
  const byValue = attributes.map(([attribute, breakdown]) => {
    const table = counts.valuesOf(breakdown);
    const rows = Array.from(table.rows(), ([value, row]) => {
      const cells = table.sums.numbers(row, valueWidth);
      return [String(value), { auctions: cells[valueCell.auctions]!, net: cells[valueCell.net]! }] as const;
    });
    return [attribute, new Map(rows.filter(([value]) => value !== ''))] as const;
  });
  return {
    auctions: totals[totalCell.auctions]!,
    net: totals[totalCell.net]!,
    byValue: Object.fromEntries(byValue) as unknown as PastDay['byValue'],
  };
}

/** The clusters that past days propose; first those that together have most of the net. */
export function clustersFor(days: readonly PastDay[]): Clusters[] {
  const nets = attributes.map(([attribute]) => {
    const sums = new Map<string, number>();
    for (const { byValue } of days) {
      for (const [value, { net }] of byValue[attribute]) sums.set(value, (sums.get(value) ?? 0) + net);
    }
    return [attribute, sums] as const;
  });
  return proposeClusters(Object.fromEntries(nets));
}

/** The clusters that are proposed for a ym-profile; null: no attribute has any. */
export async function proposedClusters(
  deps: Parameters<typeof readPastDays>[0],
  owner: number,
  ymProfileId: number,
): Promise<ExperimentClusters | null> {
  const [first] = clustersFor(await readPastDays(deps, owner, ymProfileId));
  return first === undefined ? null : { by: first.by, values: [...first.values] };
}
