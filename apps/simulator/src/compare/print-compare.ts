import Table from 'cli-table3';
import { changeWords } from './change-kind.ts';
import type { CompareReport, Effect, Row } from './compare-report.ts';
import type { ChangeExample } from './example-report.ts';
import { count, counted, percent } from './phrase.ts';

/** Rows of a breakdown on the terminal; the JSON has all. */
const shownRows = 8;
const wideText = 100;

/** A comparison as people read it. Money is in USD. */
export function printCompare(report: CompareReport): string {
  const { auctions, bids, current, draft, method } = report;
  return [
    `${report.input.files.map(({ file }) => file).join(', ')}: ${counted(auctions, 'auction')} with ${counted(bids, 'bid')}.`,
    `Current: ${printTierSet(current)}. Draft: ${printTierSet(draft)}.`,
    '',
    ...printVerdict(report),
    '',
    printEffects(report),
    ...wrap(`Intervals hold 95 %. ${method.description}`),
    '',
    printChanges(report),
    ...printExamples(report),
    '',
    ...printBreakdown('buyer', report.buyers, auctions),
    ...printBreakdown('tier', report.tiers, auctions),
    ...printBreakdown('placement', report.placements, auctions),
    ...printSensitivity(report),
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

function printVerdict({ verdict }: CompareReport): string[] {
  return [
    verdict.summary,
    ...verdict.reasons.map((reason) => `  - ${reason}`),
    'The rule:',
    ...verdict.rule.map((line) => `  - ${line}`),
  ];
}

function printEffects({ gross_paid: gross, net_to_seller: net, totals }: CompareReport): string {
  const table = newTable(['', 'current', 'draft', 'difference', '95 % interval', '%', 'per 1,000 auctions']);
  for (const [name, effect] of [
    ['paid by buyers', gross],
    ['net to the seller', net],
  ] as const) {
    const decimals = decimalsFor(effect.current, effect.draft);
    table.push([
      name,
      money(effect.current, decimals),
      money(effect.draft, decimals),
      signed(money(effect.difference, decimals)),
      interval(effect.interval, decimals),
      percentOf(effect),
      effect.per_thousand_auctions === null ? '' : signed(money(effect.per_thousand_auctions, 4)),
    ]);
  }
  const [before, after] = [totals.current, totals.draft];
  table.push([
    'auctions sold',
    count(before.sold),
    count(after.sold),
    signed(count(after.sold - before.sold)),
    '',
    '',
    '',
  ]);
  return table.toString();
}

function printChanges({ changes, support }: CompareReport): string {
  const table = newTable(['what changes', 'auctions', 'share', 'net to the seller']);
  for (const { kind, auctions, share, difference } of changes) {
    const decimals = decimalsFor(difference.net_to_seller);
    table.push([changeWords[kind], count(auctions), percent(share), signed(money(difference.net_to_seller, decimals))]);
  }
  const revenue =
    support.touched_revenue_share === null ? '' : `, with ${percent(support.touched_revenue_share)} of the revenue`;
  return `${table.toString()}\nThe draft changes the winner or price of ${counted(support.touched_auctions, 'auction')}${revenue}.`;
}

/** One of each kind; the JSON has more, with what every tier said. */
function printExamples({ changes }: CompareReport): string[] {
  return changes.flatMap(({ kind, examples: [example] }) => {
    if (example === undefined) return [];
    const { file, place, current_winner: before, draft_winner: after } = example;
    return [`  ${changeWords[kind]}: ${file}, ${place}: ${printWinner(before)}; in the draft ${printWinner(after)}.`];
  });
}

function printWinner(winner: ChangeExample['draft_winner']): string {
  if (winner === null) return 'unsold';
  const { member_id: memberId, tier_id: tierId, clearing_price: price } = winner;
  const buyer = memberId === null ? 'an unknown buyer' : `buyer ${memberId}`;
  return `${buyer} at ${price} (${tierId === null ? 'untiered' : `tier ${tierId}`})`;
}

function printBreakdown(noun: string, { rows, comparisons }: CompareReport['buyers'], auctions: number): string[] {
  const shown = rows.filter(({ direction }) => direction !== 'same').slice(0, shownRows);
  if (shown.length === 0 || auctions === 0) return [];
  const table = newTable([noun, 'wins', '+/-', 'net to the seller', 'difference', '95 % interval', ''], ['left']);
  for (const row of shown) {
    const decimals = decimalsFor(row.current.net_to_seller, row.draft.net_to_seller);
    table.push([
      nameOf(row, noun),
      count(row.draft.wins),
      signed(count(row.difference.wins)),
      money(row.draft.net_to_seller, decimals),
      signed(money(row.difference.net_to_seller, decimals)),
      interval(row.interval, decimals),
      row.direction === 'unclear' ? '' : row.direction,
    ]);
  }
  const more = rows.filter(({ direction }) => direction !== 'same').length - shown.length;
  const rest = more > 0 ? `${more} more change. ` : '';
  return [
    table.toString(),
    `${rest}${counted(comparisons, 'interval')}, each for itself: one in twenty misses by chance.`,
    '',
  ];
}

function printSensitivity({ sensitivity }: CompareReport): string[] {
  const table = newTable(['elasticity of bids', 'net to the seller', '95 % interval', '%']);
  for (const { elasticity, difference, interval: bounds, per_cent: share } of sensitivity.rows) {
    const decimals = decimalsFor(difference);
    const change = share === null ? '' : signed(`${share.toFixed(2)} %`);
    table.push([signed(String(elasticity)), signed(money(difference, decimals)), interval(bounds, decimals), change]);
  }
  return [table.toString(), ...wrap(sensitivity.model), ''];
}

function printList(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${line}`), ''];
}

function nameOf({ kind, id, name }: Row, noun: string): string {
  if (kind === 'other') return `all other ${noun}s`;
  if (kind === 'unknown') return noun === 'tier' ? 'untiered' : `no known ${noun}`;
  return name === null ? `${id}` : `${id} ${name}`;
}

function printTierSet({ name, ym_profile_id: id, tiers, revision }: CompareReport['current']): string {
  return `${name} (ym-profile ${id}, ${tiers} tiers, revision ${revision})`;
}

function percentOf({ per_cent: value, per_cent_interval: bounds }: Effect): string {
  if (value === null) return '';
  const range = bounds === null ? '' : ` (${signed(bounds.low.toFixed(2))} to ${signed(bounds.high.toFixed(2))})`;
  return `${signed(value.toFixed(2))}${range}`;
}

function interval(bounds: { readonly low: string; readonly high: string } | null, decimals: number): string {
  return bounds === null ? '' : `${signed(money(bounds.low, decimals))} to ${signed(money(bounds.high, decimals))}`;
}

function newTable(head: string[], firstAligns: ('left' | 'right')[] = ['left']) {
  const colAligns = head.map((_, at) => firstAligns[at] ?? 'right');
  return new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
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

/** For display only: the report itself has the exact text. */
function money(units: string, decimals: number): string {
  return Number(units).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Cents where there are hundreds; small logs need the digits behind them. */
function decimalsFor(...amounts: readonly string[]): number {
  return amounts.some((units) => Math.abs(Number(units)) >= 100) ? 2 : 6;
}

function signed(text: string): string {
  return text.startsWith('-') || /^[0.,%\s]*$/.test(text) ? text : `+${text}`;
}
