const minus = '\u2212';
const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number in few characters, for axes: `1.2K` */
export function compact(value: number): string {
  return compactFormat.format(value).replace('-', minus);
}

/** The unambiguous symbol before an amount: `$`, `€`, `CA$`; `CHF` with a non-breaking space. */
export function currencyMark(currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const mark = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  return /[A-Za-z]$/.test(mark) ? `${mark}\u00a0` : mark;
}

/** Writes amounts of a currency in few characters, for axes: `$1.2K`, `$0.50`, `$0.002` */
export function compactMoney(currency: string): (value: number) => string {
  const mark = currencyMark(currency);
  return (value) => {
    const size = Math.abs(value);
    const isCents = size < 100 && Number.isInteger(Number((size * 100).toPrecision(12))) && !Number.isInteger(size);
    return `${value < 0 ? minus : ''}${mark}${isCents ? size.toFixed(2) : compact(size)}`;
  };
}

/** A share from 0 to 1 in few characters, for an axis: `50 %` */
export function sharePercent(share: number): string {
  return `${compact(share * 100)}\u00a0%`;
}
