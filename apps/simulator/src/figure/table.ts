import Table from 'cli-table3';
import { isZero } from './text.ts';

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
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return (units) => withoutNeedlessSign(Number(units).toLocaleString('en-US', options));
}

/** A figure with its sign, and with its unit if it has one: `+1,234`, `-0.20 %`, `0`. */
export function signedCell(text: string): string {
  const sound = withoutNeedlessSign(text);
  return sound.startsWith('-') || isZero(sound) ? sound : `+${sound}`;
}

/** An amount that rounds to 0 has no sign. */
function withoutNeedlessSign(text: string): string {
  return isZero(text) ? text.replace(/^-/, '') : text;
}
