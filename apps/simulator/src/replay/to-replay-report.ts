import type { ChosenBreakdown } from '@auction-tiers/tally';
import { formatEarned } from '@auction-tiers/tier-engine';
import { findDma } from '@auction-tiers/dma-data';
import type { ChosenFee } from '../log/auction/fee.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import { rowFormats } from '../log/format/formats.ts';
import { ignoredFeeTexts, toFeeSection } from '../schema/fee.ts';
import type { ApiReport, OwnRow, ReplayReport, Row, TierRow, Totals } from '../schema/replay-report.ts';
import type { Dimension } from '../tally/dimension.ts';
import type { BidValue, TallyRow, Money, Revenue, RowFigures } from '../tally/row.ts';
import type { TierRemovals } from '../tally/removals.ts';
import type { Tally } from '../tally/tally.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { currencyOf, toTierSetSection } from '../tier-set/tier-set-file.ts';

export interface Findings {
  readonly input: InputReport;
  readonly fee: ChosenFee;
  readonly loaded: LoadedTierSet | undefined;
  /** The currency of the API's seller; undefined: the tier set's. */
  readonly currency?: string | undefined;
  readonly tally: Tally;
  /** Attributes whose values have rows too. */
  readonly by?: readonly ChosenBreakdown[] | undefined;
  /** undefined: the tiers are the API's. */
  readonly removals: TierRemovals | undefined;
  readonly api: ApiReport | null;
}

const msPerHour = 3_600_000;
const winnersNote =
  'No auction has a second bid, as in a log of winners only: whatever the tiers, no other bid could win, so a log with all bids is needed.';
/** Fewer auctions with one bid each may be chance. */
const leastWinners = 20;
const otherNote =
  'A breakdown has rows for 10,000 different keys; which ones depends on their ids alone, and the others are counted together.';

/** The report of a tally. */
export function toReplayReport(findings: Findings): ReplayReport {
  const { fee: chosen, loaded, tally, removals, api } = findings;
  const { fees, lost_of_buyers: _lost, ...input } = findings.input;
  const { auctions, bids, auctionsWithBids, revenue, baseline, outcomes, baselineOutcomes, forgoneMicros } =
    tally.totals();
  const breakdowns = toBreakdowns(tally, loaded);
  const values = toValues(tally, findings.by ?? []);
  const hasOther = Object.values({ ...breakdowns, ...values }).some(({ other }) => other !== null);
  const fee = toFeeSection(chosen, fees);
  return {
    version: 1,
    currency: findings.currency ?? currencyOf(loaded),
    input,
    fee,
    notes: [
      ...rowFormats.flatMap(({ kind, note }) => (input.auctions[kind] > 0 ? [note] : [])),
      ...(auctionsWithBids >= leastWinners && bids === auctionsWithBids ? [winnersNote] : []),
      ...(hasOther ? [otherNote] : []),
      ...ignoredFeeTexts(fee),
    ],
    tier_set: loaded === undefined ? null : toTierSetSection(loaded),
    auctions,
    auctions_with_bids: auctionsWithBids,
    bids,
    with_tiers: toTotals(revenue, auctions, outcomes),
    without_tiers: toTotals(baseline, auctions, baselineOutcomes),
    difference: { sold: revenue.wins - baseline.wins, ...toPaid(less(revenue, baseline)) },
    forgone: formatEarned(forgoneMicros),
    ...toTiers(tally, removals, loaded, bids),
    ...breakdowns,
    by: values,
    api,
    verify: null,
  };
}

function toTotals({ wins, ...money }: Revenue, auctions: number, outcomes: Readonly<Record<string, BidValue>>): Totals {
  const each = <Figure>(toFigure: (value: BidValue) => Figure) =>
    Object.fromEntries(Object.entries(outcomes).map(([outcome, value]) => [outcome, toFigure(value)]));
  return {
    sold: wins,
    fill: auctions === 0 ? 0 : Number((wins / auctions).toFixed(6)),
    ...toPaid(money),
    outcomes: each(({ bids }) => bids) as Totals['outcomes'],
    values: each(toValue) as Totals['values'],
  };
}

/** In the order checked; of a loaded tier set also the tiers that no bid was in. */
function toTiers(
  tally: Tally,
  removals: TierRemovals | undefined,
  loaded: LoadedTierSet | undefined,
  seen: number,
): Pick<ReplayReport, 'tiers' | 'untiered'> {
  const rows = new Map(tally.rows('tier').map((row) => [row.key, row]));
  const stages = tally.funnel();
  const removed = removals?.changes();
  const tierOfId = new Map(loaded?.tierSet.tiers.map((tier) => [tier.id, tier]));
  const ids = new Set([...tierOfId.keys(), ...[...rows.keys()].filter((key) => typeof key === 'number')]);
  const toTier = (id: number): TierRow => {
    const row = rows.get(id) ?? noFigures;
    const tier = tierOfId.get(id);
    const { listed = 0, pricedIn = 0, targeted = 0, withinLimit = 0, categorised = 0 } = stages?.get(id) ?? {};
    const funnel = {
      seen,
      listed,
      priced_in: pricedIn,
      targeted,
      too_costly: targeted - withinLimit,
      categorised,
      won: row.revenue.wins,
    };
    return {
      id,
      name: loaded?.tierNames.get(id) ?? null,
      priority: tier?.priority ?? tally.priorityOf(id) ?? 1,
      member_action: tier?.memberAction ?? null,
      ...toOwnRow(row),
      if_removed: toIfRemoved(removed?.get(id)),
      funnel: tier === undefined || stages === undefined ? null : funnel,
    };
  };
  return {
    tiers: Array.from(ids, toTier).toSorted((left, right) => right.priority - left.priority || left.id - right.id),
    untiered: toOwnRow(rows.get(null) ?? noFigures),
  };
}

function toBreakdowns(tally: Tally, loaded: LoadedTierSet | undefined) {
  const byRevenue = (dimension: Dimension) => tally.rows(dimension).toSorted(compareRevenue);
  const names = loaded?.buyerNames;
  return {
    buyers: toBreakdown(byRevenue('buyer'), (key) => ({ id: toNumber(key), name: names?.get(Number(key)) ?? null })),
    dmas: toBreakdown(byRevenue('dma'), (key) => ({
      dma: toNumber(key),
      name: key === null ? null : (findDma(Number(key))?.name ?? null),
    })),
    sizes: toBreakdown(byRevenue('size'), (key) => ({ size: key === null ? null : String(key) })),
    placements: toBreakdown(byRevenue('placement'), (key) => ({ placement_id: key })),
    hours: toBreakdown(tally.rows('hour'), (key) => ({ hour: toNumber(key) })),
    date_hours: toBreakdown(tally.rows('date_hour'), (key) => ({
      starts_at: key === null ? null : new Date(Number(key) * msPerHour).toISOString(),
    })),
  };
}

const toValueRow = (key: TallyRow['key']) => ({ value: key === null ? null : String(key) });

function toValues(tally: Tally, by: readonly ChosenBreakdown[]): ReplayReport['by'] {
  const rowsOf = (name: ChosenBreakdown) => tally.rows(name).toSorted(compareRevenue);
  return Object.fromEntries(by.map((name) => [name, toBreakdown(rowsOf(name), toValueRow)]));
}

function toBreakdown<Name extends object>(rows: readonly TallyRow[], toName: (key: TallyRow['key']) => Name) {
  const other = rows.find(({ isOther }) => isOther);
  const named = rows.filter(({ isOther }) => !isOther);
  return {
    rows: named.map((row) => ({ ...toName(row.key), ...toRow(row) })),
    other: other === undefined ? null : toRow(other),
  };
}

function toIfRemoved(change: Revenue | undefined): TierRow['if_removed'] {
  return change === undefined ? null : { sold: change.wins, ...toPaid(change) };
}

function toRow(figures: RowFigures): Row {
  const { revenue, baseline } = figures;
  return {
    ...toOwnRow(figures),
    without_tiers: { won: baseline.wins, ...toPaid(baseline) },
    difference: { won: revenue.wins - baseline.wins, ...toPaid(less(revenue, baseline)) },
  };
}

function toOwnRow({ auctions, bids, revenue, forgoneMicros, excluded, belowFloor }: RowFigures): OwnRow {
  return {
    auctions,
    bids,
    won: revenue.wins,
    ...toPaid(revenue),
    forgone: formatEarned(forgoneMicros),
    excluded: excluded.bids,
    excluded_value: toValue(excluded),
    below_floor: belowFloor.bids,
    below_floor_value: toValue(belowFloor),
  };
}

function less(left: Money, right: Money): Money {
  return { grossMicros: left.grossMicros - right.grossMicros, netMicros: left.netMicros - right.netMicros };
}

function toPaid({ grossMicros, netMicros }: Money) {
  return { gross_paid: formatEarned(grossMicros), net_to_seller: formatEarned(netMicros) };
}

function toValue({ grossMicros, netMicros }: Money) {
  return { gross: formatEarned(grossMicros), net: formatEarned(netMicros) };
}

function toNumber(key: TallyRow['key']): number | null {
  return key === null ? null : Number(key);
}

/** The rows come by key, and sorting keeps the order of equals. */
function compareRevenue(left: TallyRow, right: TallyRow): number {
  const [mine, others] = [left.revenue.netMicros, right.revenue.netMicros];
  return mine === others ? 0 : mine > others ? -1 : 1;
}

const nothing = { bids: 0, wins: 0, grossMicros: 0n, netMicros: 0n };
const noFigures: RowFigures = {
  auctions: 0,
  bids: 0,
  revenue: nothing,
  baseline: nothing,
  excluded: nothing,
  belowFloor: nothing,
  forgoneMicros: 0n,
};
