import Table from 'cli-table3';

/** Texts that stand to the left; figures stand to the right. */
export function newTable(head: readonly string[], firstAligns: readonly ('left' | 'right')[] = ['left']) {
  const colAligns = head.map((_, at) => firstAligns[at] ?? 'right');
  return new Table({ head: [...head], colAligns, style: { head: [], border: [], compact: true } });
}

export function countCell(value: number): string {
  return value.toLocaleString('en-US');
}

export function percentCell(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** Exact units of the currency as few digits as one reads: cents where there are hundreds, the digits behind them else. */
export type MoneyCell = (units: string) => string;

/** One for all amounts of a table, so that their digits stand below each other. For display only. */
export function moneyCellFor(amounts: readonly string[]): MoneyCell {
  const decimals = amounts.some((units) => Math.abs(Number(units)) >= 100) ? 2 : 6;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return (units) =>
    Number(units)
      .toLocaleString('en-US', options)
      .replace(/^-(?=[0.,]*$)/, '');
}

export function signedCell(text: string): string {
  return text.startsWith('-') || /^[0.,%\s]*$/.test(text) ? text : `+${text}`;
}
