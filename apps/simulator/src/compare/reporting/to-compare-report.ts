import { dayOfNumber, type NamedDay } from '@auction-tiers/calendar';
import {
  changeKinds,
  CompareReport as Schema,
  type CompareReport,
  type MeasuredAnswer,
  type Presence,
} from '@auction-tiers/contract/compare-report';
import { Resamplings } from '@auction-tiers/inference';
import { Decision, formatEarned } from '@auction-tiers/tier-engine';
import { pairsOfTierSets, toDifference } from '@auction-tiers/contract/tier-set';
import type { ChosenFee } from '../../log/auction/fee.ts';
import type { InputReport } from '../../log/auction/input-report.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { toFeeSection } from '../../schema/fee.ts';
import type { TallyRow } from '../../tally/row.ts';
import type { Tally, TallyTotals } from '../../tally/tally.ts';
import { saysSame } from '../../tier-set/same-tiers.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { currencyOf, toTierSetSection } from '../../tier-set/tier-set-file.ts';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { Answer } from '../judging/answer.ts';
import { toBreakdown } from '../judging/breakdown.ts';
import { readDays, toDaySection, toWeekdays } from '../judging/days.ts';
import { toCommitments } from '../judging/commitments.ts';
import { round, toEffect } from '../judging/effect.ts';
import { Intervals } from '../judging/interval.ts';
import { toLargestDifferences } from '../judging/largest.ts';
import { toLintSection } from '../judging/lint.ts';
import { readHours, toLogDays } from '../judging/log-days.ts';
import { toMethod } from '../judging/method.ts';
import { toPreference } from '../judging/preference.ts';
import { toSensitivity } from '../judging/reaction.ts';
import { toRareLosses, toUnits } from '../judging/blind-spot.ts';
import { toStability } from '../judging/stability.ts';
import { toSupport } from '../judging/support.ts';
import { toUsability } from '../judging/usability.ts';
import { judge } from '../judging/verdict.ts';
import { classify, isTouched } from '../measuring/change-summary.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { sell } from '../measuring/sale.ts';
import { toExample } from './example.ts';
import { presenceIn, withPresence } from './tier-presence.ts';

/** The sums of a comparison, and what else its report needs. */
export interface Findings {
  readonly comparison: Comparison;
  readonly input: InputReport;
  readonly fee: ChosenFee;
  /** Size of the log's files as they stand on disk. */
  readonly byteCount: number;
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  readonly seed: string;
  readonly elasticity: number;
  /** How buyers answer their minimums, as an experiment measured it. */
  readonly answer?: MeasuredAnswer | undefined;
  /** What the draft must keep. */
  readonly commitments?: readonly ReadCommitment[];
  /** The time zone of the days, an IANA name. Default UTC. */
  readonly timeZone?: string | undefined;
  /** The seller's days unlike others. Default: none. */
  readonly calendar?: readonly NamedDay[] | undefined;
  /** Whether the log is declared whole. */
  readonly isComplete?: boolean;
  /** Whether no user or session is in more than one auction. Default: as the ym-profile of the current tiers says. */
  readonly isWithoutUnits?: boolean | undefined;
  /** Drafts that were tried on this log. Default 1. */
  readonly tries?: number;
  /** Auctions that repeat another, and were dropped. Default 0. */
  readonly droppedRepeats?: number;
  /** Share of all auctions that the log has. Default 1. */
  readonly share?: number;
}

/** A verdict, the interval that it rests on, and the warnings beside it. */
export type Judgment = Pick<CompareReport, 'verdict' | 'net_to_seller' | 'support'>;

/** The verdict of a comparison, without its report: rows need no intervals. */
export function toJudgment(findings: Findings): Judgment {
  return weigh(findings, 'verdict');
}

/** What the verdict depends on, and the verdict. */
function weigh(findings: Findings, of: 'verdict' | 'report') {
  const { comparison, byteCount, current, draft, seed, elasticity, timeZone = 'UTC' } = findings;
  const { isComplete = false, tries = 1, droppedRepeats = 0, share = 1 } = findings;
  const { closed_hours: closedHours, no_units: noUnits } = current.file.ym_profile;
  const currency = currencyOf(current, draft);
  const { fees, lost_of_buyers: lostOfBuyers, ...input } = findings.input;
  const fee = toFeeSection(findings.fee, fees);
  const { auctions, bids } = comparison.current.totals();
  const logDays = toLogDays(readHours(comparison.current, comparison.draft), timeZone);
  const resamplings = new Resamplings(seed);
  const intervals = new Intervals(comparison.blocks, logDays, resamplings, tries);
  const method = toMethod(intervals, comparison.blocks);
  const net = toEffect(comparison, 'net', intervals);
  const memberName = (id: number) => draft.buyerNames.get(id) ?? current.buyerNames.get(id);
  const buyers = toBreakdown(comparison, 'buyer', memberName, of === 'report' ? intervals : undefined);
  const lint = toLintSection(current, draft, comparison.buyerBids);
  const sensitivity = toSensitivity(comparison, draft, elasticity, intervals);
  const measured = toMeasuredAnswer(findings, intervals);
  const repeats = { dropped: droppedRepeats, kept_share: round(comparison.repeats.share, 6) };
  const tierName = (id: number) => draft.tierNames.get(id) ?? current.tierNames.get(id);
  const usability = toUsability(comparison, input, current, draft, {
    logDays,
    dropped: droppedRepeats,
    lostOfBuyers,
    nameOf: memberName,
  });
  const stability = toStability(intervals, closedHours ?? [], [
    ...comparison.buyerBids
      .active()
      .map(({ memberId: id, hours }) => ({ kind: 'buyer' as const, id, name: memberName(id) ?? null, hours })),
    ...comparison.tierHours
      .entries()
      .map(([id, hours]) => ({ kind: 'tier' as const, id, name: tierName(id) ?? null, hours })),
  ]);
  const units = toUnits(comparison, intervals, findings.isWithoutUnits ?? noUnits);
  const support = toSupport(comparison, input, fee, current, draft, method, logDays, usability, isComplete, {
    stability,
    units,
    tries,
    repeats,
    share,
    currency,
  });
  const largest = toLargestDifferences(comparison, logDays, usability, resamplings, tries);
  const isSameTiers = saysSame(current.source, draft.source);
  const readInput = { ...input, bytes: byteCount };
  const commitments = toCommitments(comparison, findings.commitments ?? [], intervals, share, {
    buyer: memberName,
    tier: tierName,
  });
  const days = readDays(comparison, timeZone);
  const byDay = toDaySection(days, intervals, support.hours > 1, share);
  const named = new Map(findings.calendar?.map((day) => [day.date, day]));
  const calendarDays = days.flatMap(({ day }) => named.get(dayOfNumber(day)) ?? []);
  const evidence = {
    currency,
    share,
    auctions,
    bids,
    input: readInput,
    commitments,
    usability,
    largest_differences: largest,
    by_day: byDay,
    method,
    net_to_seller: net,
    buyers,
    lint,
    sensitivity,
    measured_answer: measured,
    support,
    stability,
    units,
    rare_losses: toRareLosses(comparison),
    tries,
    is_complete: isComplete,
  };
  const verdict = judge({ ...evidence, isSameTiers, elasticity, calendarDays });
  return { ...evidence, verdict, fee, repeats, intervals, days, memberName, tierName };
}

/** The report of a comparison. */
export function toCompareReport(findings: Findings): CompareReport {
  const { comparison, current, draft, seed, elasticity } = findings;
  const { fee, intervals, days, memberName, tierName, ...evidence } = weigh(findings, 'report');
  const presenceOf = presenceIn(current, draft);
  return Schema.parse({
    ...evidence,
    version: 2,
    difference: toDifference(pairsOfTierSets(current.file, draft.file)),
    seed,
    elasticity,
    fee,
    current: toTierSetSection(current),
    draft: toTierSetSection(draft),
    gross_paid: toEffect(comparison, 'gross', intervals),
    totals: { current: toTotals(comparison.current.totals()), draft: toTotals(comparison.draft.totals()) },
    preference: toPreference(comparison, tierName, memberName, evidence.currency),
    changes: toChanges(comparison, current, draft, evidence.auctions),
    tiers: withPresence(toBreakdown(comparison, 'tier', tierName, intervals), presenceOf),
    placements: toBreakdown(comparison, 'placement', nameless, intervals),
    weekdays: toWeekdays(days),
    sizes: toBreakdown(comparison, 'size', nameless, intervals),
    countries: toBreakdown(comparison, 'country', nameless, intervals),
    device_types: toBreakdown(comparison, 'device_type', nameless, intervals),
    distribution: comparison.distribution.bins(),
    hours: toHours(comparison),
    funnel: {
      current: toFunnel(comparison.current, current, presenceOf),
      draft: toFunnel(comparison.draft, draft, presenceOf),
    },
  } satisfies CompareReport);
}

/** The difference without and with the answer of buyers: on a sample of the auctions that the draft changes, and of the others. */
function toMeasuredAnswer(
  { answer: given, comparison, current, draft }: Findings,
  { auctions, used, reachOfErrors }: Intervals,
): CompareReport['measured_answer'] {
  if (given === undefined) return null;
  const answer = new Answer(given);
  const touched = changeKinds
    .filter(isTouched)
    .reduce((sum, kind) => sum + comparison.changes.totals(kind).auctions, 0);
  const decisions = [new Decision(), new Decision()] as const;
  const isUntouched = ({ request }: LoggedAuction) =>
    !isTouched(classify(sell(current.tierSet, request, decisions[0]), sell(draft.tierSet, request, decisions[1])));
  const strata = [
    { auctions: comparison.touchedSample.drawn(), count: touched },
    { auctions: comparison.sample.drawn().filter(isUntouched), count: auctions - touched },
  ].map((stratum) => ({ ...stratum, auctions: stratum.auctions.map(({ request }) => request) }));
  const micros = Number(comparison.draft.totals().revenue.netMicros - comparison.current.totals().revenue.netMicros);
  const shift = answer.shift(strata, current.source, draft);
  return {
    ...answer.section(strata.reduce((sum, stratum) => sum + stratum.auctions.length, 0)),
    without: answer.answered(micros, { micros: 0, error: 0 }, used?.net, auctions),
    with: answer.answered(micros, shift, used?.net, auctions, reachOfErrors),
  };
}

/** For rows that have no name beside their id, or only a name. */
const nameless = () => undefined;

function toChanges(
  { changes }: Comparison,
  current: LoadedTierSet,
  draft: LoadedTierSet,
  auctions: number,
): CompareReport['changes'] {
  return changeKinds.map((kind) => {
    const { auctions: count, ...totals } = changes.totals(kind);
    return {
      kind,
      auctions: count,
      share: auctions === 0 ? 0 : round(count / auctions, 6),
      difference: {
        gross_paid: formatEarned(totals.draft.grossMicros - totals.current.grossMicros),
        net_to_seller: formatEarned(totals.draft.netMicros - totals.current.netMicros),
      },
      examples: changes.examples(kind).map((auction) => toExample(auction, current, draft)),
    };
  });
}

/** The figures of all auctions under one tier set. */
export function toTotals({
  auctions,
  revenue,
  forgoneMicros,
  outcomes,
}: TallyTotals): CompareReport['totals']['current'] {
  const { won, outranked, outbid, lost_tie: lostTie, excluded, below_floor: belowFloor } = outcomes;
  return {
    sold: revenue.wins,
    fill: auctions === 0 ? 0 : round(revenue.wins / auctions, 6),
    gross_paid: formatEarned(revenue.grossMicros),
    net_to_seller: formatEarned(revenue.netMicros),
    forgone: formatEarned(forgoneMicros),
    outcomes: {
      won: won.bids,
      outranked: outranked.bids,
      outbid: outbid.bids,
      lost_tie: lostTie.bids,
      excluded: excluded.bids,
      below_floor: belowFloor.bids,
    },
  };
}

const msPerHour = 3_600_000;

/** Revenue by hour under both tier sets, in the order of time. Both tallies have the same auctions, so the same hours. */
export function toHours({ current, draft }: Comparison): CompareReport['hours'] {
  const draftRows = draft.rows('date_hour');
  return current.rows('date_hour').map((row, at) => ({
    hour: typeof row.key === 'number' ? new Date(row.key * msPerHour).toISOString() : null,
    auctions: row.auctions,
    current: toRevenue(row),
    draft: toRevenue(draftRows[at]!),
  }));
}

function toRevenue({ revenue }: TallyRow) {
  return { gross_paid: formatEarned(revenue.grossMicros), net_to_seller: formatEarned(revenue.netMicros) };
}

/** The funnel of each tier, in the order checked. */
export function toFunnel(
  tally: Tally,
  { tierSet, tierNames }: LoadedTierSet,
  presenceOf: (tierId: number) => Presence,
): CompareReport['funnel']['draft'] {
  const { bids: seen } = tally.totals();
  const stages = tally.funnel();
  const rows = new Map(tally.rows('tier').map((row) => [row.key, row]));
  return tierSet.tiers.map(({ id, priority, memberAction }) => {
    const { listed = 0, pricedIn = 0, targeted = 0, withinLimit = 0, categorised = 0 } = stages?.get(id) ?? {};
    const row = rows.get(id);
    return {
      tier_id: id,
      name: tierNames.get(id) ?? null,
      presence: presenceOf(id),
      priority,
      member_action: memberAction,
      seen,
      listed,
      priced_in: pricedIn,
      targeted,
      too_costly: targeted - withinLimit,
      categorised,
      won: row?.revenue.wins ?? 0,
    };
  });
}
