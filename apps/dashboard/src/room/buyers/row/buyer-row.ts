import type { Day } from '@auction-tiers/calendar';
import type { BuyerBids, PlatformMember, ReportRow } from '@auction-tiers/contract';
import { compareWeeks, keyOf } from '../../../report/weeks.ts';
import { buyerName } from '../../../words/buyer-name.ts';

interface Known {
  /** By buyer, of the chosen days. */
  readonly report: readonly ReportRow[];
  readonly directory: readonly PlatformMember[];
  /** By buyer and day, of two weeks; null: not read yet. */
  readonly days: readonly ReportRow[] | null;
  /** The last day, and whether it is over. */
  readonly lastDay: Day;
  readonly isOver: boolean;
  /** Null: not read yet. */
  readonly sampled: readonly BuyerBids[] | null;
}

/** One row for each buyer of the report, of the directory or of both, by net. */
export function buyerRows({ report, directory, days, lastDay, isOver, sampled }: Known) {
  const counted = new Map(report.map((row) => [keyOf(row), row]));
  const members = new Map(directory.map((member) => [String(member.id), member]));
  const bidsOf = new Map((sampled ?? []).map((bids) => [String(bids.buyer_id ?? 'unknown'), bids]));
  const weeks = days === null ? null : compareWeeks(days, lastDay, isOver);
  const keys = [...counted.keys(), ...[...members.keys()].filter((key) => !counted.has(key))];
  const rows = keys.map((key) => {
    const [row, member, bids] = [counted.get(key), members.get(key) ?? null, bidsOf.get(key)];
    return {
      /** Its id; `unknown` and `other` are sums of buyers without an id in the report. */
      key,
      id: row?.buyer_id ?? member?.id ?? null,
      name: names[key] ?? buyerName({ id: Number(key), name: member?.name ?? row?.buyer_name }),
      /** What the directory has of it; null: it is not in the directory. */
      member,
      bids: row?.bids ?? 0,
      won: row?.won ?? 0,
      /** From 0 to 1; null without bids. */
      winRate: row?.win_rate ?? null,
      /** What its wins earned. */
      net: Number(row?.net ?? 0),
      excluded: row?.excluded ?? 0,
      /** Of its recorded bids: net prices, CPM, and the share below the floor. Null: no bid was recorded. */
      medianNet: bids?.median_net ?? null,
      ninetiethNet: bids?.ninetieth_net ?? null,
      belowFloor: bids === undefined || bids.bids === 0 ? null : bids.below_floor / bids.bids,
      /** Null where too little is known. */
      weeks: weeks?.(key) ?? null,
    };
  });
  return rows.toSorted((one, other) => other.net - one.net || other.bids - one.bids);
}

export type BuyerRow = Readonly<ReturnType<typeof buyerRows>[number]>;

const names: Readonly<Record<string, string>> = { unknown: 'Unknown buyers', other: 'Others, together' };
