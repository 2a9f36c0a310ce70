import { formatFee, formatMoney, parseFee, parseMoney, parsePrice } from '@auction-tiers/tier-engine';
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
