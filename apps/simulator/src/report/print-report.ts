import type { ReplayTiming } from '../schema/replay-timing.ts';
import { moneyCellFor, newTable, signedCell } from './cell.ts';
import { count, counted, percent, twoDecimals } from './figure-text.ts';
import { printBreakdowns } from './print-breakdown.ts';
import { printInput } from './print-input.ts';
import { printFunnel, printTiers } from './print-tier.ts';
import type { ReplayReport, Totals } from '../schema/replay-report.ts';

/** A report as people read it, and how fast it came about. */
export function printReport(report: ReplayReport, timing: ReplayTiming): string {
  const { auctions, bids, notes } = report;
  return [
    printInput(report.input),
    `${counted(auctions, 'auction')} with ${counted(bids, 'bid')} (${printSpeed(timing)}).`,
    ...(report.tier_set === null ? [] : [printTierSet(report.tier_set)]),
    'Money is in USD: an impression that is sold at a CPM of 2.50 brings 0.0025.',
    ...notes,
    '',
    printTotals(report),
    '',
    printTiers(report),
    ...printFunnel(report),
    ...printBreakdowns(report),
    ...printApi(report),
    '',
  ].join('\n');
}

function printSpeed({ bids_a_second: bidsASecond, seconds, auction_ns: auctionNs }: ReplayTiming): string {
  const speed = `${count(bidsASecond)} bids a second, ${seconds} s`;
  if (auctionNs === null) return speed;
  return `${speed}; an auction ${inMicros(auctionNs.p50)} µs, 99 % under ${inMicros(auctionNs.p99)} µs`;
}

/** Microseconds, to a tenth. */
function inMicros(ns: number): string {
  return (ns / 1000).toFixed(1);
}

function printTierSet(tierSet: NonNullable<ReplayReport['tier_set']>): string {
  return `Tier set: ${tierSet.name} (ym-profile ${tierSet.ym_profile_id}, ${counted(tierSet.tiers, 'tier')}, revision ${tierSet.revision}).`;
}

function printTotals({ with_tiers: on, without_tiers: off, difference }: ReplayReport): string {
  const table = newTable(['', 'with tiers', 'without tiers', 'difference']);
  const countRow = (name: string, of: (totals: Totals) => number) =>
    table.push([name, count(of(on)), count(of(off)), signedCell(count(of(on) - of(off)))]);
  countRow('auctions sold', ({ sold }) => sold);
  table.push(['fill', percent(on.fill), percent(off.fill), signedCell(`${twoDecimals((on.fill - off.fill) * 100)} %`)]);
  const money = moneyCellFor([on.gross_paid, off.gross_paid]);
  for (const [name, key] of [
    ['paid by buyers, USD', 'gross_paid'],
    ['net to the seller, USD', 'net_to_seller'],
  ] as const) {
    table.push([name, money(on[key]), money(off[key]), signedCell(money(difference[key]))]);
  }
  countRow('bids outranked', ({ outcomes }) => outcomes.outranked);
  countRow('bids excluded', ({ outcomes }) => outcomes.excluded);
  countRow('bids below floor', ({ outcomes }) => outcomes.below_floor);
  return table.toString();
}

function printApi({ api }: ReplayReport): string[] {
  if (api === null) return [];
  const compared = api.different === null ? '' : `, ${count(api.different)} decided otherwise than here`;
  return [
    '',
    `${api.url}, ym-profile ${api.ym_profile_id}: ${counted(api.answered, 'auction')} answered, ${count(api.lost)} lost${compared}.`,
    ...api.losses.map((loss) => `  lost: ${loss}`),
    ...api.differences.map((difference) => `  different: ${difference}`),
  ];
}
