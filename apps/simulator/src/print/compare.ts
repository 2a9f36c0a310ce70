import {
  breakEvenText,
  changeWords,
  enoughDaysText,
  figureText,
  firstWarnings,
  partsText,
  unitsText,
  wantedText,
  type ChangeExample,
  type CompareReport,
  type Effect,
  type Row,
} from '@auction-tiers/contract/compare-report';
import { english } from '@auction-tiers/figure';
import type { MoneyCell } from '../figure/table.ts';
import { moneyCellFor, newTable, signedCell } from '../figure/table.ts';
import {
  confidenceOf,
  count,
  counted,
  figures,
  fileList,
  missesOf,
  percent,
  pluralOf,
  rangeOf,
  signedMoney,
  twoDecimals,
} from '../figure/text.ts';
import { feeText } from '../schema/fee.ts';

const wideText = 100;

/** The report of a comparison for a terminal. */
export function printCompare(report: CompareReport): string {
  const { auctions, bids, current, draft, method } = report;
  const files = fileList(report.input.files.map(({ file }) => file));
  return [
    ...printDifference(report),
    '',
    `${files}: ${counted(auctions, 'auction')} with ${counted(bids, 'bid')}.`,
    `Current: ${printTierSet(current)}. Draft: ${printTierSet(draft)}.`,
    `Fee: ${feeText(report.fee)}.`,
    `Money is in ${report.currency}: an impression that is sold at a CPM of 2.50 brings 0.0025.`,
    '',
    ...printVerdict(report),
    '',
    printEffects(report),
    ...(report.preference.sentence === null ? [] : wrap(report.preference.sentence)),
    ...wrap(`Intervals hold ${confidenceOf(report)}. ${method.description}`),
    printClusters(report),
    ...wrap(enoughDaysText(method, english)),
    ...wrap(unitsText(report.units, english) ?? 'No auction names its user or session.'),
    ...wrap(partsText(report.stability, english) ?? 'The log has too few days for halves.'),
    '',
    ...printLargest(report),
    ...printCommitments(report),
    printChanges(report),
    ...printExamples(report),
    '',
    ...printBreakdown('buyer', report.buyers, report),
    ...printBreakdown('tier', report.tiers, report),
    ...printBreakdown('placement', report.placements, report),
    ...printBreakdown('size', report.sizes, report),
    ...printBreakdown('country', report.countries, report),
    ...printBreakdown('device type', report.device_types, report),
    ...printBreakdown('weekday', report.weekdays, report),
    ...printDays(report),
    ...printSensitivity(report),
    ...printAnswer(report),
    ...printList(
      'Lint of the draft:',
      report.lint.findings.map(
        ({ is_new: isNew, severity, message, advice }) => `${isNew ? 'new ' : ''}${severity}: ${message} ${advice}`,
      ),
    ),
    ...printList(
      'To bear in mind:',
      report.support.warnings.map(({ message }) => message),
    ),
  ].join('\n');
}

/** The verdicts on several drafts, one line for each. */
export function printDrafts(drafts: readonly { readonly name: string; readonly report: CompareReport }[]): string {
  const net = drafts.map(({ report }) => report.net_to_seller);
  const money = moneyCellFor(net.map(({ difference }) => difference));
  const table = newTable([
    'draft',
    'verdict',
    `difference in net, ${drafts[0]?.report.currency}`,
    'interval, allowing for all drafts',
  ]);
  for (const [at, { name, report }] of drafts.entries()) {
    const { difference, interval } = net[at]!;
    const word = report.verdict.decision.replaceAll('_', ' ');
    table.push([name, word, signedCell(money(difference)), intervalCell(interval, money)]);
  }
  return table.toString();
}

/** What the draft changes. */
function printDifference({ difference: { summary } }: CompareReport): string[] {
  if (summary.length === 0) return ['The draft changes no tier and no profile.'];
  return ['The draft:', ...summary.map((line) => `  - ${line}`)];
}

function printVerdict(report: CompareReport): string[] {
  const { verdict } = report;
  return [
    verdict.summary,
    ...[...verdict.reasons.map(({ message }) => message), ...firstWarnings(report)].map((line) => `  - ${line}`),
    'The rule:',
    ...verdict.rule.map((line) => `  - ${line}`),
  ];
}

function printEffects(report: CompareReport): string {
  const { currency, gross_paid: gross, net_to_seller: net, totals, preference } = report;
  const table = newTable(['', 'current', 'draft', 'difference', intervalHead(report), '%', 'per 1,000 auctions']);
  const money = moneyCellFor([gross.current, gross.draft, net.current, net.draft]);
  const perThousand = moneyCellFor([gross, net].map(({ per_thousand_auctions: amount }) => amount ?? '0'));
  for (const [name, effect] of [
    [`paid by buyers, ${currency}`, gross],
    [`net to the seller, ${currency}`, net],
  ] as const) {
    const { current, draft, difference, interval, per_thousand_auctions: amount } = effect;
    table.push([
      name,
      money(current),
      money(draft),
      signedCell(money(difference)),
      intervalCell(interval, money),
      percentOf(effect),
      amount === null ? '' : signedCell(perThousand(amount)),
    ]);
  }
  const { forgone } = preference;
  table.push([
    `forgone, ${currency}`,
    money(forgone.current),
    money(forgone.draft),
    signedCell(money(forgone.difference)),
    '',
    '',
    '',
  ]);
  const [before, after] = [totals.current.sold, totals.draft.sold];
  table.push(['auctions sold', count(before), count(after), signedCell(count(after - before)), '', '', '']);
  return table.toString();
}

/** The interval of every kind of cluster. */
function printClusters(report: CompareReport): string {
  const { currency, method, net_to_seller: net } = report;
  const table = newTable([
    'if these move together',
    'clusters',
    'degrees of freedom',
    `net, ${currency}, ${intervalHead(report)}`,
    'width',
  ]);
  const money = moneyCellFor([net.current, net.draft]);
  for (const { kind, clusters, method: way, degrees_of_freedom: freedom, interval, widening } of method.clusters) {
    table.push([
      `${kind.replaceAll('_', ' ')}${kind === method.used ? ' (used)' : ''}`,
      count(clusters),
      way === 'bootstrap' ? 'bootstrap' : freedom === null ? '' : String(freedom),
      intervalCell(interval, money),
      widening === null ? '' : `${twoDecimals(widening)}x`,
    ]);
  }
  return table.toString();
}

function printCommitments(report: CompareReport): string[] {
  const { commitments, currency } = report;
  if (commitments.length === 0) return [];
  const table = newTable(['commitment', 'current', 'draft', intervalHead(report), '']);
  for (const row of commitments) {
    const { figure, current, draft, interval, is_kept: isKept } = row;
    const said = (value: number) => figureText(figure, value, currency, figures);
    const bounds = interval && `${said(interval.low)} to ${said(interval.high)}`;
    const cells = [said(current), said(draft), bounds ?? '', isKept ? 'kept' : 'broken'];
    table.push([wantedText(row, currency, figures), ...cells]);
  }
  return [table.toString(), ''];
}

/** What is left of the difference without the auctions that change the most; the JSON report lists them. */
function printLargest({ currency, largest_differences: { removed, difference, interval } }: CompareReport): string[] {
  if (removed === 0) return [];
  const money = moneyCellFor([difference]);
  const range = interval === null ? '' : ` (${intervalCell(interval, money)})`;
  return [
    `Without the ${counted(removed, 'auction')} that ${removed === 1 ? 'changes' : 'change'} the most: ${signedCell(money(difference))}${range} ${currency} net.`,
    '',
  ];
}

function printChanges({ changes, support, currency }: CompareReport): string {
  const table = newTable(['what changes', 'auctions', 'share', `difference in net, ${currency}`]);
  const money = moneyCellFor(changes.map(({ difference }) => difference.net_to_seller));
  for (const { kind, auctions, share, difference } of changes) {
    table.push([changeWords[kind], count(auctions), percent(share), signedCell(money(difference.net_to_seller))]);
  }
  const revenue =
    support.touched_revenue_share === null ? '' : `, with ${percent(support.touched_revenue_share)} of the revenue`;
  return `${table.toString()}\nThe draft changes the winner or price of ${counted(support.touched_auctions, 'auction')}${revenue}.`;
}

/** What the draft brings in a mean day of the log, and in a month of such days. */
function printDays(report: CompareReport): string[] {
  const {
    currency,
    by_day: { per_day: perDay, per_month: perMonth, assumption },
  } = report;
  if (perDay === null || perMonth === null) return [];
  const table = newTable([`net to the seller, ${currency}`, 'current', 'draft', 'difference', intervalHead(report)]);
  const rows = [
    ['a day, on average', perDay],
    [`${perMonth.days} days`, perMonth],
  ] as const;
  const money = moneyCellFor(rows.flatMap(([, { current, draft }]) => [current, draft]));
  for (const [name, { current, draft, difference, interval }] of rows) {
    table.push([name, money(current), money(draft), signedCell(money(difference)), intervalCell(interval, money)]);
  }
  const { days, lowest, highest, standard_deviation: deviation } = perDay;
  const spread =
    deviation === null
      ? ''
      : `Single days differ by ${signedCell(money(lowest))} to ${signedCell(money(highest))}, with a standard deviation of ${money(deviation)} ${currency} over ${counted(days, 'day')}. `;
  return [table.toString(), ...wrap(`${spread}${assumption ?? ''}`), ''];
}

/** One example of each kind; the JSON report has more, with explanations by tier. */
function printExamples({ changes, currency }: CompareReport): string[] {
  return changes.flatMap(({ kind, examples: [example] }) => {
    if (example === undefined) return [];
    const { file, place, current_winner: before, draft_winner: after } = example;
    return [
      `  ${changeWords[kind]}: ${file}, ${place}: ${printWinner(before, currency)}; in the draft ${printWinner(after, currency)}.`,
    ];
  });
}

function printWinner(winner: ChangeExample['draft_winner'], currency: string): string {
  if (winner === null) return 'unsold';
  const { member_id: memberId, tier_id: tierId, clearing_price: price } = winner;
  const buyer = memberId === null ? 'an unknown buyer' : `buyer ${memberId}`;
  return `${buyer} at ${price} ${currency} CPM (${tierId === null ? 'untiered' : `tier ${tierId}`})`;
}

function printSensitivity(report: CompareReport): string[] {
  const { sensitivity, currency } = report;
  const table = newTable(['elasticity of bids', `difference in net, ${currency}`, intervalHead(report), '%']);
  const money = moneyCellFor(sensitivity.rows.map(({ difference }) => difference));
  for (const { elasticity, difference, interval, per_cent: share } of sensitivity.rows) {
    const change = share === null ? '' : percentCell(share);
    const cells = [signedCell(money(difference)), intervalCell(interval, money), change];
    table.push([signedCell(String(elasticity)), ...cells]);
  }
  return [table.toString(), ...wrap(`${breakEvenText(sensitivity.break_even)} ${sensitivity.model}`), ''];
}

function printAnswer(report: CompareReport): string[] {
  return report.measured_answer === null ? [] : [...wrap(answerText(report)), ''];
}

/** What a measured answer of buyers changes, and how it was used; empty: none was given. */
export function answerText({ measured_answer: measured, currency }: CompareReport): string {
  if (measured === null) return '';
  const { experiment_id: id, until, without, with: answered, model, sampled_auctions: sampled } = measured;
  const textOf = ({ net, interval }: typeof without) => `${signedMoney(net)} ${currency}${rangeOf(interval)}`;
  return `With the answer of buyers that experiment ${id} measured until ${until} UTC: ${textOf(answered)}; without it ${textOf(without)}. ${model} Estimated on ${counted(sampled, 'auction')}.`;
}

function printList(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`), ''];
}

function printTierSet({ name, ym_profile_id: id, tiers, revision }: CompareReport['current']): string {
  return `${name} (ym-profile ${id}, ${counted(tiers, 'tier')}, revision ${revision})`;
}

function percentOf({ per_cent: value, per_cent_interval: bounds }: Effect): string {
  if (value === null) return '';
  const range = bounds === null ? '' : ` (${percentCell(bounds.low)} to ${percentCell(bounds.high)})`;
  return `${percentCell(value)}${range}`;
}

/** A number that is per cent already; the head of the column names the unit. */
function percentCell(value: number): string {
  return signedCell(twoDecimals(value));
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line.length + word.length < wideText) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Rows of a breakdown on the terminal; the JSON report has all. */
const shownRows = 8;

/** The rows with the largest differences. */
function printBreakdown(noun: string, { rows, comparisons }: CompareReport['buyers'], report: CompareReport): string[] {
  const { currency } = report;
  const changing = rows.filter(({ direction }) => direction !== 'same');
  if (changing.length === 0) return [];
  const shown = changing.slice(0, shownRows);
  const table = newTable([
    noun,
    'draft wins',
    '+/-',
    `draft net, ${currency}`,
    'difference',
    intervalHead(report),
    '',
    `forgone, ${currency}`,
    '+/-',
  ]);
  const money = moneyCellFor(shown.flatMap(({ current, draft }) => [current.net_to_seller, draft.net_to_seller]));
  for (const row of shown) {
    table.push([
      nameOf(row, noun),
      count(row.draft.wins),
      signedCell(count(row.difference.wins)),
      money(row.draft.net_to_seller),
      signedCell(money(row.difference.net_to_seller)),
      intervalCell(row.interval, money),
      row.direction === 'unclear' ? '' : row.direction,
      money(row.draft.forgone),
      signedCell(money(row.difference.forgone)),
    ]);
  }
  const more = changing.length - shown.length;
  const notes = [
    ...(more > 0 ? [`${count(more)} more ${more === 1 ? 'changes' : 'change'}.`] : []),
    ...(comparisons > 0 ? [`${counted(comparisons, 'interval')}, each for itself: ${missesOf(report)}.`] : []),
  ];
  return [table.toString(), ...(notes.length === 0 ? [] : [notes.join(' ')]), ''];
}

const intervalHead = (report: CompareReport): string => `${confidenceOf(report)} interval`;

/** Empty where there is no interval. */
function intervalCell(bounds: Row['interval'], money: MoneyCell): string {
  return bounds === null ? '' : `${signedCell(money(bounds.low))} to ${signedCell(money(bounds.high))}`;
}

function nameOf({ kind, id, name, presence }: Row, noun: string): string {
  if (kind === 'other') return `all other ${pluralOf(noun)}`;
  if (kind === 'unknown') return noun === 'tier' ? 'untiered' : `no known ${noun}`;
  const known = [id, name].filter((part) => part !== null).join(' ');
  return presence === 'new' || presence === 'removed' ? `${known} (${presence})` : known;
}
