import Table from 'cli-table3';
import type { Report, Totals } from './report.ts';

/** A report as people read it. */
export function printReport(report: Report): string {
  const { timing, auctions, bids } = report;
  const speed = `${count(timing.bids_a_second)} bids a second, ${timing.seconds} s`;
  return [
    printInput(report),
    `${count(auctions)} auctions with ${count(bids)} bids (${speed}).`,
    ...(report.tier_set === null ? [] : [printTierSet(report.tier_set)]),
    '',
    printTotals(report),
    '',
    printTiers(report),
    ...printApi(report),
    '',
  ].join('\n');
}

function printInput({ input }: Report): string {
  const found = [
    counted(input.lines.own, 'line of our own form', 'lines of our own form'),
    counted(input.lines.openrtb, 'line of OpenRTB', 'lines of OpenRTB'),
    counted(input.lines.feed, 'row of a bid landscape feed', 'rows of a bid landscape feed'),
    counted(input.broken_lines, 'broken line', 'broken lines'),
    counted(input.invalid_bids, 'invalid bid', 'invalid bids'),
    counted(input.warnings, 'oddity passed over', 'oddities passed over'),
    counted(input.rejected_bids, 'bid rejected for other reasons', 'bids rejected for other reasons'),
    counted(input.unmapped_seats.bids, 'bid of an unknown seat', 'bids of unknown seats'),
  ].filter((part) => part !== undefined);
  return `${input.files.map(({ file }) => file).join(', ')}: ${found.length === 0 ? 'no lines' : found.join(', ')}.`;
}

function counted(amount: number, one: string, many: string): string | undefined {
  return amount === 0 ? undefined : `${count(amount)} ${amount === 1 ? one : many}`;
}

function printTierSet(tierSet: NonNullable<Report['tier_set']>): string {
  return `Tier set: ${tierSet.name} (ym-profile ${tierSet.ym_profile_id}, ${tierSet.tiers} tiers, revision ${tierSet.revision}).`;
}

function printTotals({ with_tiers: on, without_tiers: off, difference }: Report): string {
  const table = newTable(['', 'with tiers', 'without tiers', 'difference']);
  const countRow = (name: string, of: (totals: Totals) => number) =>
    table.push([name, count(of(on)), count(of(off)), signed(count(of(on) - of(off)))]);
  countRow('sold', ({ sold }) => sold);
  table.push(['fill', percent(on.fill), percent(off.fill), signed(percent(on.fill - off.fill))]);
  const decimals = decimalsFor(on.gross_paid, off.gross_paid);
  for (const [name, key] of [
    ['paid by buyers', 'gross_paid'],
    ['net to the seller', 'net_to_seller'],
  ] as const) {
    const [tiered, untiered, changed] = [on, off, difference].map((figures) => money(figures[key], decimals));
    table.push([name, tiered, untiered, signed(changed!)]);
  }
  countRow('bids outranked', ({ outcomes }) => outcomes.outranked);
  countRow('bids excluded', ({ outcomes }) => outcomes.excluded);
  countRow('bids below floor', ({ outcomes }) => outcomes.below_floor);
  return table.toString();
}

function printTiers({ tiers }: Report): string {
  const table = newTable(['priority', 'tier', 'bids', 'won', 'excluded'], ['right', 'left']);
  for (const { id, name, priority, bids, won, excluded } of tiers) {
    table.push([priority, name === null ? `${id}` : `${id} ${name}`, count(bids), count(won), count(excluded)]);
  }
  return table.toString();
}

function printApi({ api }: Report): string[] {
  if (api === null) return [];
  const compared = api.different === null ? '' : `, ${count(api.different)} decided otherwise than here`;
  return [
    '',
    `${api.url}, ym-profile ${api.ym_profile_id}: ${count(api.answered)} auctions answered, ${count(api.lost)} lost${compared}.`,
    ...api.losses.map((loss) => `  lost: ${loss}`),
    ...api.differences.map((difference) => `  different: ${difference}`),
  ];
}

function newTable(head: string[], firstAligns: ('left' | 'right')[] = ['left']) {
  const colAligns = head.map((_, at) => firstAligns[at] ?? 'right');
  return new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** For display only: the report itself has the exact text. */
function money(units: string, decimals: number): string {
  return Number(units).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Cents where there are hundreds; small logs need the digits behind them. */
function decimalsFor(...amounts: readonly string[]): number {
  return amounts.some((units) => Number(units) >= 100) ? 2 : 6;
}

function signed(text: string): string {
  return text.startsWith('-') || /^[0.,%\s]*$/.test(text) ? text : `+${text}`;
}
