import type { AdviceCurve, AdviceLeaveOut, AdviceProposal } from '@auction-tiers/contract/advice-report';
import { AdviceReport, adviceVersion } from '@auction-tiers/contract/advice-report';
import { Resamplings } from '@auction-tiers/inference';
import { type AuctionRequest, formatMoney } from '@auction-tiers/tier-engine';
import { toTierSet } from '../choosing/search.ts';
import type { Answer } from '../../compare/judging/answer.ts';
import { toMoneyInterval } from '../../compare/judging/effect.ts';
import { Intervals } from '../../compare/judging/interval.ts';
import type { LogDays } from '../../compare/judging/log-days.ts';
import { placeCount } from '../../compare/measuring/block.ts';
import { roundToUnits } from '../../figure/text.ts';
import type { ChosenFee } from '../../log/auction/fee.ts';
import type { InputReport } from '../../log/auction/input-report.ts';
import { toFeeSection } from '../../schema/fee.ts';
import { currencyOf, type LoadedTierSet, toTierSetSection } from '../../tier-set/tier-set-file.ts';
import { plus, type Standing } from '../choosing/standing.ts';
import { type AdviceSums, rowKey } from '../measuring/advice-sums.ts';
import { type Change, priceOfLimit } from '../measuring/curve.ts';
import { toPromises } from './promises.ts';

export interface AdviceFindings {
  readonly sums: AdviceSums;
  readonly loaded: LoadedTierSet;
  readonly input: InputReport;
  readonly byteCount: number;
  readonly fee: ChosenFee;
  readonly seed: string;
  readonly logDays: LogDays;
  /** Share of all auctions that the log has. */
  readonly share: number;
  readonly standing: Standing;
  readonly proposals: readonly AdviceProposal[];
  readonly searched: number;
  /** How measured buyers answer, on this sample; undefined: none was given. */
  readonly answer: Answer | undefined;
  readonly pool: readonly AuctionRequest[];
}

/** Points of a curve: more could not be told apart in a chart. */
const mostPoints = 100;

/** The report of advice. */
export function toAdviceReport(findings: AdviceFindings): AdviceReport {
  const { sums, loaded, fee, seed, logDays, standing, proposals, searched, byteCount } = findings;
  const { fees, lost_of_buyers: _lost, ...input } = findings.input;
  const days = sums.auctions === 0 ? 0 : logDays.days.length;
  return AdviceReport.parse({
    version: adviceVersion,
    seed,
    currency: currencyOf(loaded),
    input: { ...input, bytes: byteCount },
    fee: toFeeSection(fee, fees),
    tiers: toTierSetSection(loaded),
    auctions: sums.auctions,
    bids: sums.bids,
    days,
    time_zone: logDays.timeZone,
    net: roundToUnits(sums.net),
    forgone: roundToUnits(sums.untiered - sums.net),
    commitments: toPromises(
      standing,
      { figures: sums, present: sums, promiseHours: sums.promiseHours, logDays, share: findings.share },
      loaded,
    ),
    searched,
    curves: loaded.tierSet.tiers.map((_, index) => toCurve(findings, index)),
    leave_out: toLeaveOut(sums, loaded, new Intervals(sums.blocks, logDays, new Resamplings(seed))),
    measured_answer: findings.answer?.section(findings.pool.length) ?? null,
    proposals: [...proposals],
    says: toSentences(findings, days),
  } satisfies AdviceReport);
}

function toCurve(findings: AdviceFindings, index: number): AdviceCurve {
  const { sums, loaded } = findings;
  const { tierSet, tierNames } = loaded;
  const { id, minPriceMicros, maxForgoneMicros: limit = null, priority: own } = tierSet.tiers[index]!;
  const { curve, priorities, wins, bids } = sums.alternatives[index]!;
  const figuresOf = (change: Omit<Change, 'amounts'>) => {
    const net = sums.net + change.net;
    return {
      net: roundToUnits(net),
      forgone: roundToUnits(sums.untiered + change.untiered - net),
      wins: wins + change.wins,
      bids: bids + change.bids,
    };
  };
  const prices = [...new Set([...evenly(curve.prices()), minPriceMicros ?? 0])].toSorted((one, other) => one - other);
  const present = [own, { net: 0, untiered: 0, wins: 0, bids: 0 }] as const;
  const ranked = [...priorities, present].toSorted(([one], [other]) => one - other);
  return {
    tier_id: id,
    name: tierNames.get(id) ?? null,
    min_price: minPriceMicros === null ? null : formatMoney(minPriceMicros),
    max_forgone: limit === null ? null : formatMoney(limit),
    priority: own,
    points: prices.map((price) => ({ min_price: formatMoney(price), ...figuresOf(curve.at(price)) })),
    limits: toLimits(findings, index),
    answered: toAnswered(findings, index, (price) => curve.at(price).net),
    priorities: ranked.map(([priority, change]) => ({ priority, ...figuresOf(change) })),
  };
}

/** The figures under other limits of a tier that prefers. */
function toLimits({ sums, loaded, standing }: AdviceFindings, index: number): AdviceCurve['limits'] {
  const { memberAction, maxForgoneMicros: present = null, buyerMemberIds } = loaded.tierSet.tiers[index]!;
  if (memberAction === 'exclude') return [];
  const { limits, bids } = sums.alternatives[index]!;
  const wins = buyerMemberIds.reduce((sum, buyer) => sum + (sums.wins.get(buyer) ?? 0), 0);
  const needed = evenly(limits.prices()).map((price) => 0 - price);
  const finite = [...new Set([0, ...needed, ...(present === null ? [] : [present])])];
  return [...finite.toSorted((one, other) => one - other), null].map((limit) => {
    const change = limits.at(priceOfLimit(limit));
    const figures = plus(sums, change);
    return {
      max_forgone: limit === null ? null : formatMoney(limit),
      net: roundToUnits(figures.net),
      forgone: roundToUnits(sums.untiered + change.untiered - figures.net),
      bids: bids + change.bids,
      buyer_wins: wins + change.wins,
      kept: standing.commitments.filter((_, at) => standing.isKept(figures, at)).length,
    };
  });
}

/** The net at a few minimums of a tier with the bids expected of measured buyers; empty: none of them answers it. */
function toAnswered(
  { sums, loaded, answer, pool }: AdviceFindings,
  index: number,
  changeAt: (price: number) => number,
): AdviceCurve['answered'] {
  const { tiers } = loaded.source;
  const { id } = loaded.tierSet.tiers[index]!;
  if (answer === undefined || sums.auctions === 0) return [];
  const at = tiers.findIndex((tier) => tier.id === id);
  const present = tiers[at]!.minPriceMicros;
  if (!present) return [];
  const withMinimum = (price: number) => ({
    ...loaded.source,
    tiers: tiers.with(at, { ...tiers[at]!, minPriceMicros: price }),
  });
  if (!answer.reaches(loaded.source, withMinimum(2 * present))) return [];
  return answeredSteps.map((step) => {
    const price = Math.round(present * step);
    const source = withMinimum(price);
    const shift = answer.shift([{ auctions: pool, count: sums.auctions }], loaded.source, {
      tierSet: toTierSet(source),
      source,
    });
    // The net of the bids as they were is known exactly: only the answer is uncertain.
    const net = sums.net + changeAt(price);
    const exact = net / sums.auctions;
    const range = { ratio: exact, low: exact, high: exact };
    return { min_price: formatMoney(price), ...answer.answered(net, shift, range, sums.auctions) };
  });
}

/** Minimums, as multiples of the present one: far from the present one the answer of buyers is not known. */
const answeredSteps = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** At most `mostPoints` of the ascending prices, evenly spaced by index, with the first and the last. */
function evenly(prices: Float64Array): number[] {
  if (prices.length <= mostPoints) return [...prices];
  const step = (prices.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, at) => prices[Math.round(at * step)]!);
}

function toLeaveOut(
  sums: AdviceSums,
  { tierSet, tierNames, buyerNames }: LoadedTierSet,
  intervals: Intervals,
): AdviceLeaveOut[] {
  return tierSet.tiers.flatMap(({ id }, index) => {
    const { without } = sums.alternatives[index]!;
    return [...without]
      .toSorted(([, one], [, other]) => other.net - one.net)
      .map(([buyer, { net, wins }]): AdviceLeaveOut => {
        const row = sums.rows.get(rowKey(index, buyer));
        const estimate = row && intervals.estimateWidest(row.numbers(0, placeCount));
        return {
          tier_id: id,
          name: tierNames.get(id) ?? null,
          buyer: buyer === null ? null : { id: buyer, name: buyerNames.get(buyer) ?? null },
          net: roundToUnits(net),
          interval: estimate === undefined ? null : toMoneyInterval(estimate, intervals.auctions),
          wins,
        };
      });
  });
}

/** The limits of preference that kept out no bid of the log. */
function idleLimits({ sums, loaded: { tierSet, tierNames } }: AdviceFindings): string[] {
  return tierSet.tiers.flatMap(({ id, maxForgoneMicros: limit = null }, index) => {
    if (sums.auctions === 0 || limit === null || sums.tooCostly[index]! > 0) return [];
    const tier = `tier ${id} ${tierNames.get(id) ?? ''}`.trim();
    return [
      `The limit of ${tier}, ${formatMoney(limit)} CPM, never binds: no bid of these auctions was too costly for it.`,
    ];
  });
}

function toSentences(findings: AdviceFindings, days: number): string[] {
  const { standing, answer } = findings;
  const proposals = findings.proposals.filter(({ state }) => state !== 'dominated');
  return [
    ...(standing.commitments.length === 0
      ? [
          'First write down what was promised (--commitments, or the commitments of the ym-profile): without it every preference may be given up.',
        ]
      : []),
    answer === undefined
      ? 'At first price and with the bids as they were, a tier can only cost: no advice here says what buyers would do.'
      : 'At first price and with the bids as they were, a tier can only cost: proposals are chosen by the bids as they were, and what measured buyers would do stands beside them.',
    ...(answer === undefined ? [] : [answer.says()]),
    ...idleLimits(findings),
    ...(proposals.length > 0
      ? ['Each proposal can be taken alone. The gains of several do not add up: try together what you take.']
      : []),
    ...(days < 2 ? ['The log has no second day on which a proposal could be judged.'] : []),
    ...(days >= 2 && proposals.length === 0 ? ['Nothing was found that brings more and keeps every commitment.'] : []),
  ];
}
