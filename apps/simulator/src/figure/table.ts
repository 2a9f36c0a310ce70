import Table from 'cli-table3';

/** Texts that stand to the left; figures stand to the right. */
export function newTable(head: readonly string[], firstAligns: readonly ('left' | 'right')[] = ['left']) {
  const colAligns = head.map((_, at) => firstAligns[at] ?? 'right');
  return new Table({ head: [...head], colAligns, style: { head: [], border: [], compact: true } });
}

/** Exact units of the currency as few digits as one reads: cents where there are hundreds, the digits behind them else. */
export type MoneyCell = (units: string) => string;

/** One for all amounts of a table, so that their digits stand below each other. For display only. */
export function moneyCellFor(amounts: readonly string[]): MoneyCell {
  const decimals = amounts.some((units) => Math.abs(Number(units)) >= 100) ? 2 : 6;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return (units) => withoutNeedlessSign(Number(units).toLocaleString('en-US', options));
}

/** A figure with its sign, and with its unit if it has one: `+1,234`, `-0.20 %`, `0`. */
export function signedCell(text: string): string {
  const sound = withoutNeedlessSign(text);
  return sound.startsWith('-') || isNought(sound) ? sound : `+${sound}`;
}

/** What rounds to nothing has no sign. */
function withoutNeedlessSign(text: string): string {
  return isNought(text) ? text.replace(/^-/, '') : text;
}

function isNought(text: string): boolean {
  return !/[1-9]/.test(text);
}
