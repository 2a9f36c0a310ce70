/** The marks that depend on where a figure stands. */
export interface Marks {
  /** A true minus, as wide as the plus; a hyphen where figures are copied: on a terminal and in files. */
  readonly minus?: '−' | '-';
  /** What stands between a figure and its unit; a space that does not break in a document. */
  readonly space?: ' ' | '\u00a0';
}

/** Figures as text in one locale. A figure that is shown as zero has no sign, and none shows a zero that it is not. */
export interface Figures {
  /** A number with from `least` to `most` decimals: `1,234.50`. */
  readonly decimal: (value: number, least?: number, most?: number) => string;
  /** A whole number with every digit: `17,412`. */
  readonly count: (value: number) => string;
  /** A count for a narrow place: every digit below 10,000, else `17.4K`; in one form with others `among` which it stands. */
  readonly countShort: (value: number, among?: readonly number[]) => string;
  /** A number to so many significant digits, without an exponent: `0.0123`, `4.56`, `12,300`. */
  readonly significant: (value: number, digits?: number) => string;
  /** A number for the axis of a chart, to three significant digits: `1.2K`. */
  readonly short: (value: number) => string;
  /** A count and its noun: `1 tier`, `12 tiers`. */
  readonly counted: (value: number, noun: string, plural?: string) => string;
  /** How long something has lasted: `6 hours`, from two days on `24 days`. */
  readonly lasted: (hours: number) => string;
  /** A share from 0 to 1: `36.2 %`. */
  readonly percent: (share: number, least?: number, most?: number) => string;
  /** A share from 0 to 1 for the axis of a chart: `50 %`. */
  readonly shortPercent: (share: number) => string;
  /** A part of a whole: only nothing is shown as `0.00 %` and only all as `100.00 %`, else `<0.01 %`, `>99.99 %`. */
  readonly part: (share: number) => string;
  /** An amount of money as earned, without its currency: two decimals, or four where two would show only zeros. */
  readonly money: (amount: number) => string;
  /** An amount of money with its sign and two decimals: `+1.20`, `−0.35`. */
  readonly gain: (amount: number) => string;
  /** An amount of a currency for the axis of a chart: `$1.2K`, `$0.50`, `$0.002`. */
  readonly shortMoney: (currency: string) => (amount: number, among?: readonly number[]) => string;
  /** The unambiguous mark before an amount of a currency: `$`, `€`, `CA$`; `CHF` with a space that does not break. */
  readonly mark: (currency: string) => string;
  /** A CPM price, exact to the micro: `2.35`, `2.352942`. */
  readonly price: (price: number) => string;
  /**
   * The gross price that a condition asks for, in micros. It is rounded up, so that a bid of exactly what is shown meets
   * the condition: to two decimals, or to more where rounding up would add over 1 %, or pass `mostMicros`, the highest
   * price that can be bid.
   */
  readonly priceNeeded: (micros: number, mostMicros?: number) => string;
}

const microsPerUnit = 1_000_000;
const priceDecimals = 6;
/** Rounding up may add this part of a price. */
const mostAdded = 0.01;
const shortFrom = 10_000;
/** Significant digits on an axis. */
const shortDigits = 3;
/** Amounts below this show cents on an axis, where they have some. */
const centsBelow = 100;
/** The least share that two decimals show. */
const leastPart = 0.0001;

/** Writes figures in a locale, such as `en-US`. Keep the result: it holds the formats. */
export function figuresIn(locale: string, { minus = '−', space = ' ' }: Marks = {}): Figures {
  const formats = new Map<string, (value: number) => string>();
  /** With the sign set here: `Intl` writes another minus in some locales, and a sign before a rounded zero. */
  const signedBy = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, { ...options, signDisplay: 'never' });
    const zero = format.format(0);
    return (value: number) => {
      const text = format.format(value);
      return value < 0 && text !== zero ? `${minus}${text}` : text;
    };
  };
  const formatOf = (least: number, most: number) => {
    const key = `${least},${most}`;
    const known = formats.get(key) ?? signedBy({ minimumFractionDigits: least, maximumFractionDigits: most });
    formats.set(key, known);
    return known;
  };
  const compact = signedBy({ notation: 'compact', maximumFractionDigits: 1 });
  const short = signedBy({ notation: 'compact', maximumSignificantDigits: shortDigits });
  const decimal = (value: number, least = 0, most = least) => formatOf(least, most)(value);
  const count = (value: number) => decimal(Math.round(value));
  const mark = (currency: string) => {
    const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
    const found = parts.find(({ type }) => type === 'currency')?.value ?? currency;
    return /[A-Za-z]$/.test(found) ? `${found}\u00a0` : found;
  };
  const hasCents = (size: number) =>
    size < centsBelow && decimal(size, 2, 12) === decimal(size, 2) && !Number.isInteger(size);
  const counted = (value: number, noun: string, plural = `${noun}s`) =>
    `${count(value)}${space}${value === 1 ? noun : plural}`;
  return {
    decimal,
    count,
    significant(value, digits = shortDigits) {
      const key = `${digits}`;
      const known = formats.get(key) ?? signedBy({ maximumSignificantDigits: digits });
      formats.set(key, known);
      return known(value);
    },
    short,
    countShort: (value, among = []) =>
      [value, ...among].every((one) => Math.abs(one) < shortFrom) ? count(value) : compact(value),
    counted,
    lasted: (hours) => (hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')),
    percent: (share, least = 1, most = least) => `${decimal(100 * share, least, most)}${space}%`,
    shortPercent: (share) => `${short(100 * share)}${space}%`,
    part(share) {
      if (share > 0 && share < leastPart) return `<0.01${space}%`;
      if (share < 1 && share > 1 - leastPart) return `>99.99${space}%`;
      return `${decimal(100 * share, 2)}${space}%`;
    },
    money(amount) {
      const text = decimal(amount, 2);
      return amount === 0 || text !== decimal(0, 2) || decimal(amount, 4) === decimal(0, 4) ? text : decimal(amount, 4);
    },
    gain: (amount) => signed(amount, (one) => decimal(one, 2)),
    shortMoney(currency) {
      const before = mark(currency);
      return (amount, among = []) => {
        const size = Math.abs(amount);
        // Where one value of an axis has cents, all have.
        const isExact = hasCents(size) || (size > 0 && among.some((one) => hasCents(Math.abs(one))));
        return `${amount < 0 ? minus : ''}${before}${isExact ? decimal(size, 2) : short(size)}`;
      };
    },
    mark,
    price: (price) => decimal(price, 2, priceDecimals),
    priceNeeded(micros, mostMicros = Infinity) {
      for (let decimals = 2; decimals < priceDecimals; decimals += 1) {
        const step = 10 ** (priceDecimals - decimals);
        const rounded = Math.ceil(micros / step) * step;
        if (rounded - micros <= mostAdded * micros && rounded <= mostMicros) {
          return decimal(rounded / microsPerUnit, decimals);
        }
      }
      return decimal(micros / microsPerUnit, priceDecimals);
    },
  };
}

/** What a locale writes between thousands and before decimals: `,` and `.` in `en-US`, `.` and `,` in `de`. */
export function separatorsIn(locale: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.8);
  const textOf = (wanted: 'group' | 'decimal') => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { group: textOf('group'), decimal: textOf('decimal') };
}

/** Figures of the sentences of the service, which are English everywhere. */
export const english = figuresIn('en-US');

/** A figure with its sign: `+1.20`, `−0.35`; without one where it is shown as zero. */
export function signed(value: number, show: (value: number) => string): string {
  const text = show(value);
  return value > 0 && text !== show(0) ? `+${text}` : text;
}

/** The ends of a range, with their signs: `−0.12 to +0.50`. */
export const range = (low: number, high: number, show: (value: number) => string): string =>
  `${signed(low, show)} to ${signed(high, show)}`;
