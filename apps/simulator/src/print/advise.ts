import type { AdviceProposal, AdvicePromise, AdviceReport } from '@auction-tiers/contract/advice-report';
import { figureText, wantedText } from '@auction-tiers/contract/compare-report';
import { moneyCellFor, newTable, signedCell } from '../figure/table.ts';
import { count, counted, figures, fileList, moneyText, rangeOf, signedMoney } from '../figure/text.ts';
import { feeText } from '../schema/fee.ts';

/** Most rows of the table on a terminal; the JSON report has all. */
const mostRows = 20;

/** The report of advice for a terminal. */
export function printAdvice(report: AdviceReport): string {
  const { auctions, bids, days, tiers, currency, net, forgone, proposals } = report;
  return [
    `${fileList(report.input.files.map(({ file }) => file))}: ${counted(auctions, 'auction')} with ${counted(bids, 'bid')} in ${counted(days, 'day')}.`,
    `Tier set: ${tiers.name} (ym-profile ${tiers.ym_profile_id}, ${counted(tiers.tiers, 'tier')}, revision ${tiers.revision}).`,
    `Fee: ${feeText(report.fee)}.`,
    `Net ${moneyText(net)} ${currency}, forgone ${moneyText(forgone)} ${currency}.`,
    '',
    ...proposals.flatMap((proposal, at) => [...printProposal(proposal, at + 1, currency), '']),
    ...report.says,
    ...printAnswer(report),
    '',
    printLeaveOut(report),
    '',
    printMinimums(report),
    ...report.commitments.map((one) => `${promiseText(one, currency)} at present.`),
    '',
  ].join('\n');
}

function printAnswer({ measured_answer: measured, curves, currency }: AdviceReport): string[] {
  if (measured === null) return [];
  return curves.flatMap(({ tier_id: id, answered }) =>
    answered.map(
      ({ min_price: price, net, interval }) =>
        `  tier ${id} at ${price}: net ${moneyText(net)} ${currency}${rangeOf(interval)}`,
    ),
  );
}

/** `buyer 107 at least 1,000 wins per day: kept, 1,200`. */
export function promiseText(promise: AdvicePromise, currency: string): string {
  const { figure, reached, is_kept: isKept } = promise;
  return `${wantedText(promise, currency, figures)}: ${isKept ? 'kept' : 'broken'}, ${figureText(figure, reached, currency, figures)}`;
}

const stateWords: Readonly<Record<AdviceProposal['state'], string>> = {
  certified: 'it brings more on days that it was not chosen from',
  unresolved: 'the days do not tell whether it brings more',
  dominated: 'leave it',
};

/** What its state means for the reader. */
export function stateText({ state, interval }: Pick<AdviceProposal, 'state' | 'interval'>): string {
  const isAbove = interval !== null && Number(interval.low) > 0;
  return state === 'unresolved' && isAbove
    ? 'it brought more on the days that judged it, which are too few to be sure'
    : stateWords[state];
}

function printProposal(proposal: AdviceProposal, place: number, currency: string): string[] {
  const {
    answered,
    state,
    gain,
    interval,
    judged_days: days,
    days_needed: needed,
    bound,
    changes,
    commitments,
  } = proposal;
  return [
    `Proposal ${place}: ${state}: ${stateText(proposal)}.`,
    `  ${signedMoney(gain)} ${currency}${rangeOf(interval)} over ${counted(days, 'other day')}.`,
    ...(needed === null ? [] : [`  ${counted(needed, 'other day')} would settle it: twice as many in the log.`]),
    bound.at_most === null
      ? '  How far from the best it is is not known.'
      : `  The best set could bring at most ${moneyText(bound.at_most)} ${currency} more (${bound.method}).`,
    ...(answered === null
      ? []
      : [`  As measured buyers would bid: ${signedMoney(answered.net)} ${currency}${rangeOf(answered.interval)}.`]),
    ...changes.map((change) => `  ${change}`),
    ...commitments.map((one) => `  ${promiseText(one, currency)}`),
  ];
}

function printLeaveOut({ leave_out: rows, currency }: AdviceReport): string {
  const shown = rows
    .filter(({ buyer }) => buyer === null)
    .concat(rows.filter(({ buyer }) => buyer !== null))
    .slice(0, mostRows);
  const cell = moneyCellFor(shown.map(({ net }) => net));
  const table = newTable([
    `without (${shown.length} of ${rows.length})`,
    `net, ${currency}`,
    '95 %',
    'wins of the tier',
  ]);
  for (const { tier_id: id, name, buyer, net, interval, wins } of shown) {
    const tier = `tier ${id} ${name ?? ''}`.trim();
    const what = buyer === null ? tier : `buyer ${`${buyer.id} ${buyer.name ?? ''}`.trim()} in ${tier}`;
    const range = interval === null ? '' : `${cell(interval.low)} to ${cell(interval.high)}`;
    table.push([what, signedCell(cell(net)), range, signedCell(count(wins))]);
  }
  return table.toString();
}

function printMinimums({ curves, currency }: AdviceReport): string {
  const table = newTable(['tier', 'minimum', 'bids', 'wins', `net, ${currency}`, `forgone, ${currency}`]);
  for (const { tier_id: id, name, min_price: minimum, points } of curves) {
    const present = points.find(({ min_price: price }) => Number(price) === Number(minimum ?? 0));
    if (present === undefined) continue;
    const cell = moneyCellFor([present.net, present.forgone]);
    table.push([
      `${id} ${name ?? ''}`.trim(),
      minimum ?? 'none',
      count(present.bids),
      count(present.wins),
      cell(present.net),
      cell(present.forgone),
    ]);
  }
  return table.toString();
}
