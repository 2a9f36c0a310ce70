import { hourText } from '@auction-tiers/calendar';
import type { MoneyCell } from '../figure/table.ts';
import { moneyCellFor, newTable, signedCell } from '../figure/table.ts';
import { count, counted, figures, fileList, percent } from '../figure/text.ts';
import { feeText } from '../schema/fee.ts';
import type { OwnRow, ReplayReport, Row, Totals } from '../schema/replay-report.ts';
import type { ReplayTiming } from '../schema/replay-timing.ts';

/** The report of a replay for a terminal, with how long it took. */
export function printReport(report: ReplayReport, timing: ReplayTiming): string {
  const { auctions, bids, notes } = report;
  return [
    printInput(report.input),
    `${counted(auctions, 'auction')} with ${counted(bids, 'bid')} (${printSpeed(timing)}).`,
    ...(report.tier_set === null ? [] : [printTierSet(report.tier_set)]),
    `Fee: ${feeText(report.fee)}.`,
    `Money is in ${report.currency}: an impression that is sold at a CPM of 2.50 brings 0.0025.`,
    ...notes,
    '',
    printTotals(report),
    '',
    printTiers(report),
    ...printFunnel(report),
    ...printBreakdowns(report),
    ...printApi(report),
    ...printVerify(report),
    '',
  ].join('\n');
}

function printSpeed({ bids_a_second: bidsASecond, seconds, auction_ns: auctionNs }: ReplayTiming): string {
  const speed = `${count(bidsASecond)} bids per second, ${seconds} s`;
  if (auctionNs === null) return speed;
  return `${speed}; median ${inMicros(auctionNs.p50)} µs per auction, 99 % under ${inMicros(auctionNs.p99)} µs`;
}

/** Microseconds, to a tenth. */
function inMicros(ns: number): string {
  return figures.decimal(ns / 1000, 1);
}

function printTierSet(tierSet: NonNullable<ReplayReport['tier_set']>): string {
  return `Tier set: ${tierSet.name} (ym-profile ${tierSet.ym_profile_id}, ${counted(tierSet.tiers, 'tier')}, revision ${tierSet.revision}).`;
}

function printTotals({ currency, with_tiers: on, without_tiers: off, difference, forgone }: ReplayReport): string {
  const table = newTable(['', 'with tiers', 'without tiers', 'difference']);
  const countRow = (name: string, of: (totals: Totals) => number) =>
    table.push([name, count(of(on)), count(of(off)), signedCell(count(of(on) - of(off)))]);
  countRow('auctions sold', ({ sold }) => sold);
  table.push(['fill', percent(on.fill), percent(off.fill), signedCell(figures.percent(on.fill - off.fill, 2))]);
  const money = moneyCellFor([on.gross_paid, off.gross_paid]);
  for (const [name, key] of [
    [`paid by buyers, ${currency}`, 'gross_paid'],
    [`net to the seller, ${currency}`, 'net_to_seller'],
  ] as const) {
    table.push([name, money(on[key]), money(off[key]), signedCell(money(difference[key]))]);
  }
  table.push([`forgone, ${currency}`, money(forgone), '', '']);
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

/** Figures of each tier. */
function printTiers({ currency, tiers, untiered }: ReplayReport): string {
  const heads = [
    'priority',
    'tier',
    'bids',
    'won',
    `net, ${currency}`,
    'if removed',
    `forgone, ${currency}`,
    'excluded',
  ];
  const table = newTable(heads, ['right', 'left']);
  const changes = tiers.flatMap(({ if_removed: removed }) => removed?.net_to_seller ?? []);
  const money = moneyCellFor([...changes, ...[...tiers, untiered].map((row) => row.net_to_seller)]);
  for (const tier of tiers) {
    const change = tier.if_removed === null ? '' : signedCell(money(tier.if_removed.net_to_seller));
    table.push([tier.priority, nameWith(tier.id, tier.name), ...figureCells(tier, change, money)]);
  }
  table.push(['', 'no tier', ...figureCells(untiered, '', money)]);
  return table.toString();
}

/** The figures that tables of tiers and of breakdowns share: bids, won, net, a change, forgone and excluded. */
function figureCells(row: OwnRow, change: string, money: MoneyCell): string[] {
  return [count(row.bids), count(row.won), money(row.net_to_seller), change, money(row.forgone), count(row.excluded)];
}

/** How far bids come with each tier, as part of all bids. */
function printFunnel({ tiers, bids }: ReplayReport): string[] {
  const known = tiers.flatMap((tier) =>
    tier.funnel === null ? [] : [{ name: nameWith(tier.id, tier.name), funnel: tier.funnel }],
  );
  if (known.length === 0 || bids === 0) return [];
  const table = newTable(['of all bids', 'listed', 'priced in', 'targeted', 'in the tier', 'won']);
  const part = (some: number) => percent(some / bids);
  for (const { name, funnel } of known) {
    const { listed, priced_in: pricedIn, targeted, categorised, won } = funnel;
    table.push([name, ...[listed, pricedIn, targeted, categorised, won].map(part)]);
  }
  return ['', table.toString()];
}

const shownRows = 5;

/** The five rows of each breakdown with the highest revenue; the JSON report has all. */
function printBreakdowns(report: ReplayReport): string[] {
  const { currency, buyers, dmas, sizes, placements, hours } = report;
  return [
    ...print(currency, 'buyer', buyers, ({ id, name }) => nameWith(id, name)),
    ...print(currency, 'market area', dmas, ({ dma, name }) => nameWith(dma, name)),
    ...print(currency, 'size', sizes, ({ size }) => size ?? 'unknown'),
    ...print(currency, 'placement', placements, ({ placement_id: id }) => `${id ?? 'unknown'}`),
    ...print(currency, 'hour, UTC', { rows: hours.rows.toSorted(compareRevenue) }, ({ hour }) =>
      hour === null ? 'unknown' : hourText(hour),
    ),
  ];
}

function print<Named extends Row>(
  currency: string,
  title: string,
  { rows }: { readonly rows: readonly Named[] },
  nameOf: (row: Named) => string,
): string[] {
  const names = rows.slice(0, shownRows).map(nameOf);
  // The log never names this attribute.
  if (names.length === 0 || (names.length === 1 && names[0] === 'unknown')) return [];
  const heading = rows.length > shownRows ? `${title} (${shownRows} of ${count(rows.length)})` : title;
  const table = newTable([
    heading,
    'bids',
    'won',
    `net, ${currency}`,
    'difference',
    `forgone, ${currency}`,
    'excluded',
    'below floor',
  ]);
  const shown = rows.slice(0, shownRows);
  const money = moneyCellFor(shown.flatMap((row) => [row.net_to_seller, row.difference.net_to_seller]));
  for (const [at, row] of shown.entries()) {
    const change = signedCell(money(row.difference.net_to_seller));
    table.push([names[at], ...figureCells(row, change, money), count(row.below_floor)]);
  }
  return ['', table.toString()];
}

function nameWith(id: number | null, name: string | null): string {
  return name === null ? `${id ?? 'unknown'}` : `${id} ${name}`;
}

function compareRevenue(left: Row, right: Row): number {
  return Number(right.net_to_seller) - Number(left.net_to_seller);
}

/** What was read, in one line. */
function printInput(input: ReplayReport['input']): string {
  const parts = [
    found(input.lines.own, 'line of our own form', 'lines of our own form'),
    found(input.lines.openrtb, 'line of OpenRTB', 'lines of OpenRTB'),
    found(input.lines.feed, 'row of a bid landscape feed', 'rows of a bid landscape feed'),
    found(input.lines.gam_bids, "row of Ad Manager's bids", "rows of Ad Manager's bids"),
    found(input.broken_lines, 'broken line', 'broken lines'),
    found(input.unfinished_files, 'file not read to its end', 'files not read to their end'),
    found(input.invalid_bids, 'invalid bid', 'invalid bids'),
    ...input.foreign_bids.map(({ currency, bids }) => `${count(bids)} of these in ${currency} without a rate`),
    found(input.warnings, 'oddity passed over', 'oddities passed over'),
    found(input.rejected_bids, 'bid rejected for other reasons', 'bids rejected for other reasons'),
    found(
      input.below_own_floor_bids,
      'bid below a floor of its own, left out',
      'bids below a floor of their own, left out',
    ),
    found(input.unmapped_seats.bids, 'bid of an unknown seat', 'bids of unknown seats'),
    ...(input.local_times === null ? [] : [localTimesText(input.local_times)]),
  ].filter((part) => part !== undefined);
  return `${fileList(input.files.map(({ file }) => file))}: ${parts.length === 0 ? 'no lines' : parts.join(', ')}.`;
}

const localTimesText = ({ timezone, rows }: NonNullable<ReplayReport['input']['local_times']>): string =>
  `times of ${counted(rows, 'row')} read by the clock of ${timezone} (--timezone)`;

function found(amount: number, one: string, many: string): string | undefined {
  return amount === 0 ? undefined : counted(amount, one, many);
}

function printVerify({ currency, verify }: ReplayReport): string[] {
  if (verify === null) return [];
  const { decided_again: decided, different, unknown_revisions: unknown, unrecorded, revisions } = verify;
  const verdict = different === 0 ? 'all to the same bytes' : `${count(different)} otherwise`;
  return [
    '',
    `Decided again by the tiers of ${counted(revisions, 'revision')}: ${counted(decided, 'recorded auction')}, ${verdict}.`,
    `In these, the seller got ${verify.net_to_seller} ${currency} of ${verify.gross_paid} ${currency} paid, and forwent ${verify.forgone} ${currency}.`,
    ...verify.differences.map((text) => `  ${text}`),
    ...(unknown === 0 ? [] : [`${counted(unknown, 'auction')} could not be decided again:`, ...verify.problems]),
    ...(unrecorded === 0 ? [] : [`${counted(unrecorded, 'auction')} of the log have no decision.`]),
  ];
}
