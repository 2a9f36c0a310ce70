import Table from 'cli-table3';
import { figures, isZero } from './text.ts';

/** A table for a terminal. The first columns are aligned as `firstAligns` says, all others to the right. */
export function newTable(head: readonly string[], firstAligns: readonly ('left' | 'right')[] = ['left']) {
  const colAligns = head.map((_, at) => firstAligns[at] ?? 'right');
  return new Table({ head: [...head], colAligns, style: { head: [], border: [], compact: true } });
}

/** Formats an exact amount for display; its currency stands in the heading. */
export type MoneyCell = (units: string) => string;

/**
 * One format for all amounts of a table, so that their digits are aligned: 2 decimals where one of them is 100 or more,
 * else 6.
 */
export function moneyCellFor(amounts: readonly string[]): MoneyCell {
  const decimals = amounts.some((units) => Math.abs(Number(units)) >= 100) ? 2 : 6;
  return (units) => figures.decimal(Number(units), decimals);
}

/** A formatted figure with its sign, and with its unit if it has one: `+1,234`, `-0.20 %`; one that is zero has none. */
export function signedCell(text: string): string {
  if (isZero(text)) return text.replace(/^-/, '');
  return text.startsWith('-') ? text : `+${text}`;
}
