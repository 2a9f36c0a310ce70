import type { Outcome } from '@auction-tiers/tier-engine';
import type { InputReport } from '../log/input-report.ts';
import type { LoadedTierSet } from '../tier-set-file.ts';
import type { Tally } from './tally.ts';

/** Figures of the auctions under one set of tiers. Money is in units of the currency, exact, as decimal text. */
export interface Totals {
  readonly sold: number;
  /** Sold of all, 0 to 1. */
  readonly fill: number;
  /** What buyers pay. */
  readonly gross_paid: string;
  /** What is left of it for the seller, the fee taken. */
  readonly net_to_seller: string;
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

export interface TierRow {
  readonly id: number;
  readonly name: string | null;
  readonly priority: number;
  readonly bids: number;
  readonly won: number;
  readonly excluded: number;
}

/** What came of replaying over HTTP. */
export interface ApiReport {
  readonly url: string;
  readonly ym_profile_id: number;
  readonly answered: number;
  /** Auctions the API refused or that got no answer. */
  readonly lost: number;
  readonly losses: readonly string[];
  /** Auctions that the API decided otherwise than this process; null: not compared. */
  readonly different: number | null;
  readonly differences: readonly string[];
}

/** The report of a replay. The same input gives the same report, `timing` apart. */
export interface Report {
  readonly input: InputReport;
  /** null: that of the API. */
  readonly tier_set: {
    readonly ym_profile_id: number;
    readonly name: string;
    readonly revision: string;
    readonly tiers: number;
  } | null;
  readonly auctions: number;
  readonly bids: number;
  readonly with_tiers: Totals;
  readonly without_tiers: Totals;
  readonly difference: { readonly sold: number; readonly gross_paid: string; readonly net_to_seller: string };
  readonly tiers: readonly TierRow[];
  readonly api: ApiReport | null;
  readonly timing: {
    readonly seconds: number;
    readonly auctions_a_second: number;
    readonly bids_a_second: number;
  };
}

interface Findings {
  readonly input: InputReport;
  readonly loaded: LoadedTierSet | undefined;
  readonly withTiers: Tally;
  readonly withoutTiers: Tally;
  readonly api: ApiReport | null;
  readonly seconds: number;
}

export function toReport({ input, loaded, withTiers, withoutTiers, api, seconds }: Findings): Report {
  const { auctions, bids } = withTiers;
  return {
    input,
    tier_set: loaded === undefined ? null : toTierSetReport(loaded),
    auctions,
    bids,
    with_tiers: toTotals(withTiers),
    without_tiers: toTotals(withoutTiers),
    difference: {
      sold: withTiers.sold - withoutTiers.sold,
      gross_paid: toUnits(withTiers.paid.total() - withoutTiers.paid.total()),
      net_to_seller: toUnits(withTiers.kept.total() - withoutTiers.kept.total()),
    },
    tiers: toTierRows(withTiers, loaded),
    api,
    timing: {
      seconds: round(seconds, 3),
      auctions_a_second: Math.round(auctions / seconds),
      bids_a_second: Math.round(bids / seconds),
    },
  };
}

function toTierSetReport({ tierSet, name }: LoadedTierSet): Report['tier_set'] {
  return { ym_profile_id: tierSet.ymProfileId, name, revision: tierSet.revision, tiers: tierSet.tiers.length };
}

function toTotals(tally: Tally): Totals {
  return {
    sold: tally.sold,
    fill: tally.auctions === 0 ? 0 : round(tally.sold / tally.auctions, 6),
    gross_paid: toUnits(tally.paid.total()),
    net_to_seller: toUnits(tally.kept.total()),
    outcomes: tally.outcomes,
  };
}

/** In the order checked; of a loaded tier set also those that no bid hit. */
function toTierRows({ hitsOfTier }: Tally, loaded: LoadedTierSet | undefined): TierRow[] {
  const none = loaded?.tierSet.tiers.map(
    ({ id, priority }) => [id, { priority, bids: 0, won: 0, excluded: 0 }] as const,
  );
  return Array.from(new Map([...(none ?? []), ...hitsOfTier]), ([id, { priority, bids, won, excluded }]) => ({
    id,
    name: loaded?.tierNames.get(id) ?? null,
    priority,
    bids,
    won,
    excluded,
  })).toSorted((left, right) => right.priority - left.priority || left.id - right.id);
}

/** CPM micros summed over impressions, as units of the currency: a price for a thousand, and a millionth of it. */
function toUnits(cpmMicros: bigint): string {
  const digits = String(cpmMicros < 0n ? -cpmMicros : cpmMicros).padStart(10, '0');
  return `${cpmMicros < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
