import { moneyCellFor, newTable, signedCell } from './cell.ts';
import { count, percent } from './figure-text.ts';
import type { ReplayReport, Row, TierRow } from '../schema/replay-report.ts';

/** What each tier did. */
export function printTiers({ tiers, untiered }: ReplayReport): string {
  const table = newTable(['priority', 'tier', 'bids', 'won', 'net, USD', 'difference', 'excluded'], ['right', 'left']);
  const money = moneyCellFor([...tiers, untiered].flatMap((row) => [row.net_to_seller, row.difference.net_to_seller]));
  const figures = (row: Row) => [
    count(row.bids),
    count(row.won),
    money(row.net_to_seller),
    signedCell(money(row.difference.net_to_seller)),
    count(row.excluded),
  ];
  for (const tier of tiers) table.push([tier.priority, nameOf(tier), ...figures(tier)]);
  table.push(['', 'no tier', ...figures(untiered)]);
  return table.toString();
}

/** How far bids come with each tier, as part of all bids. */
export function printFunnel({ tiers, bids }: ReplayReport): string[] {
  const known = tiers.flatMap((tier) => (tier.funnel === null ? [] : [{ name: nameOf(tier), funnel: tier.funnel }]));
  if (known.length === 0 || bids === 0) return [];
  const table = newTable(['of all bids', 'listed', 'priced in', 'targeted', 'in the tier', 'won']);
  const part = (some: number) => percent(some / bids);
  for (const { name, funnel } of known) {
    const { listed, priced_in: pricedIn, targeted, categorised, won } = funnel;
    table.push([name, ...[listed, pricedIn, targeted, categorised, won].map(part)]);
  }
  return ['', table.toString()];
}

function nameOf({ id, name }: TierRow): string {
  return name === null ? `${id}` : `${id} ${name}`;
}
