import type { MovementReport } from '@auction-tiers/contract';
import { newTable } from '../figure/table.ts';
import { count, twoDecimals } from '../figure/text.ts';

const listed = 5;
const kindWords: Readonly<Record<MovementReport['parts'][number]['kind'], string>> = {
  rules: 'our rules',
  traffic: 'traffic',
  mix: 'mix of impressions',
  participation: 'participation of buyers',
  prices: 'prices of buyers',
  terms: 'floors and terms',
  unexplained: 'too few recorded to tell',
};
const money = (text: string) => twoDecimals(Number(text));

/** What moved net, for a terminal. */
export function printMovement({
  against,
  from,
  difference,
  currency,
  parts,
  sentences,
  auctions,
}: MovementReport): string {
  const table = newTable(['part', `net, ${currency}`, '95 %']);
  for (const { kind, net, interval, of } of parts) {
    table.push([
      kindWords[kind],
      money(net),
      interval === null ? '' : `${money(interval.low)} to ${money(interval.high)}`,
    ]);
    for (const cause of of.slice(0, listed)) table.push([`  ${cause.name}`, money(cause.net), '']);
  }
  table.push(['difference', money(difference), '']);
  const told = `Told by ${count(auctions.against)} and ${count(auctions.from)} auctions; net ${money(against)} before, ${money(from)} after.`;
  return `${[sentences.map(({ text }) => text).join('\n'), '', table.toString(), told].join('\n')}\n`;
}
