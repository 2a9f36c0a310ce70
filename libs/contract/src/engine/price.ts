import { formatFee, formatMoney, maxPriceMicros, parseFee, parseMoney, parsePrice } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import { quote } from '../error/issue.ts';

const decimal = () => z.union([z.string(), z.number()], { error: ({ input }) => decimalIssue(input) });

function decimalIssue(input: unknown): string {
  return input === undefined
    ? 'is required (a decimal number)'
    : `is ${quote(input)}, allowed: a decimal number or its text`;
}

/** A stored price: text with exactly six decimals. */
export const storedMoney = () =>
  z.string().regex(/^(0|[1-9]\d{0,5})\.\d{6}$/, {
    error: ({ input }) => `is ${quote(input)}, allowed: a price with six decimals such as 2.000000`,
  });

/** A tier's price, CPM, accepted as text or number; parsed to text with six decimals. */
export const moneyText = () =>
  decimal().transform((value, context) => {
    const parsed = parseMoney(value);
    if (parsed.ok) return formatMoney(parsed.micros);
    context.addIssue({ code: 'custom', message: parsed.problem, input: value });
    return z.NEVER;
  });

/** A fee in per cent, at most four decimals; parsed to the JSON number. */
export const percent = () =>
  decimal().transform((value, context) => {
    const parsed = parseFee(value);
    if (parsed.ok) return formatFee(parsed.feePpm);
    context.addIssue({ code: 'custom', message: parsed.problem, input: value });
    return z.NEVER;
  });

/** A fee in per cent; parsed to parts per million. */
export const feePpm = () =>
  decimal().transform((value, context) => {
    const parsed = parseFee(value);
    if (parsed.ok) return parsed.feePpm;
    context.addIssue({ code: 'custom', message: parsed.problem, input: value });
    return z.NEVER;
  });

/** An auction price, CPM; parsed to the nearest micro. */
export const priceMicros = () =>
  decimal().transform((value, context) => {
    const parsed = parsePrice(value);
    if (parsed.ok) return parsed.micros;
    context.addIssue({ code: 'custom', message: parsed.problem, input: value });
    return z.NEVER;
  });

const microsPerUnit = 1_000_000;
const ppmPerPercent = 10_000;

/** The micros of a price that is a number of at most 6 decimals: what `priceMicros` gives it. Else undefined. */
export function plainPriceMicros(value: unknown): number | undefined {
  const micros = plainUnits(value, microsPerUnit);
  return micros !== undefined && micros <= maxPriceMicros ? micros : undefined;
}

/** The parts per million of a fee that is a number of at most 4 decimals: what `feePpm` gives it. Else undefined. */
export function plainFeePpm(value: unknown): number | undefined {
  const ppm = plainUnits(value, ppmPerPercent);
  return ppm !== undefined && ppm < microsPerUnit ? ppm : undefined;
}

/** The parts per million of a stored fee. */
export function toFeePpm(percentage: number): number {
  const ppm = plainFeePpm(percentage);
  if (ppm === undefined) throw new RangeError(`${percentage} is no stored fee: per cent with at most 4 decimals`);
  return ppm;
}

/**
 * A whole number of units, if there is one whose nearest double is this number: then that is what its digits say, for no
 * two decimals of up to 15 digits share a double.
 */
function plainUnits(value: unknown, unitsPerOne: number): number | undefined {
  if (value === 0) return 0;
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  const units = Math.round(value * unitsPerOne);
  return units / unitsPerOne === value && units < 1e15 ? units : undefined;
}
