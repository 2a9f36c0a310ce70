import {
  formatFee,
  formatMoney,
  maxPriceMicros,
  parseBid,
  parseFee,
  parseFloor,
  parseMoney,
} from '@auction-tiers/tier-engine';
import type { MoneyResult } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import { quote } from '../error/issue.ts';

/** The JSON Schema of a decimal. The service accepts more: also exact text such as "2e0". */
interface Form {
  /** Of the text. */
  readonly pattern: string;
  /** Of the number. */
  readonly bounds: z.core.JSONSchema.BaseSchema;
  readonly description?: string;
  /** The id under which the document has this schema once. */
  readonly id?: string;
  readonly examples: (string | number)[];
}

const priceBounds = { minimum: 0, maximum: maxPriceMicros / 1_000_000 };
const moneyForm: Form = {
  id: 'MoneyInput',
  pattern: '^(0|[1-9]\\d{0,5})(\\.\\d{1,6})?$',
  bounds: priceBounds,
  description: 'CPM, from 0 to 999999.999999, at most 6 decimals',
  examples: ['2.000000'],
};
const priceForm: Form = { pattern: '^(0|[1-9]\\d{0,5})(\\.\\d+)?$', bounds: priceBounds, examples: [2.5] };
const feeForm: Form = {
  pattern: '^(0|[1-9]\\d?)(\\.\\d{1,4})?$',
  bounds: { minimum: 0, exclusiveMaximum: 100 },
  examples: [15],
};

type Parsed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** A decimal, as text or as a number, that `parse` reads. */
const decimal = <Value>({ pattern, bounds, ...more }: Form, parse: (value: string | number) => Parsed<Value>) =>
  z
    .union([z.string().meta({ pattern }), z.number().meta(bounds)], { error: ({ input }) => decimalIssue(input) })
    .meta(more)
    .transform((value, context) => {
      const parsed = parse(value);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.problem, input: value });
      return z.NEVER;
    });

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

/** A tier's price, CPM, at most 6 decimals; parsed to text with exactly six. */
export const MoneyText = decimal(moneyForm, (value) => {
  const parsed = parseMoney(value);
  return parsed.ok ? { ok: true, value: formatMoney(parsed.micros) } : parsed;
});

/** The most digits of an amount before its point: a day's net in the currency of least worth has fewer. */
const amountDigits = 12;
const amountText = new RegExp(`^(0|[1-9]\\d{0,${amountDigits - 1}})(\\.\\d{1,6})?$`);
const amountForm: Form = {
  id: 'AmountInput',
  pattern: amountText.source,
  bounds: { minimum: 0, exclusiveMaximum: 10 ** amountDigits },
  description: `Money, below ${10 ** amountDigits}, at most 6 decimals`,
  examples: ['20.000000'],
};

/** An amount of money, which is no price and has a higher bound; parsed to text with exactly six decimals. */
export const AmountText = decimal(amountForm, (value): Parsed<string> => {
  const text = String(value);
  if (!amountText.test(text))
    return {
      ok: false,
      problem: `${quote(value)} is no amount; allowed is 0 to 999999999999.999999, at most 6 decimals.`,
    };
  const [whole = '', fraction = ''] = text.split('.');
  return { ok: true, value: `${whole}.${fraction.padEnd(6, '0')}` };
});

/** A stored amount: text with exactly six decimals. */
export const storedAmount = () =>
  z.string().regex(new RegExp(`^(0|[1-9]\\d{0,${amountDigits - 1}})\\.\\d{6}$`), {
    error: ({ input }) => `is ${quote(input)}, allowed: an amount with six decimals such as 20.000000`,
  });

/** The highest amount: as `max_loss` no limit. */
export const highestAmount = `${'9'.repeat(amountDigits)}.999999`;

/** A stored fee in per cent. */
export const storedPercent = () =>
  z
    .number()
    .min(0)
    .lt(100)
    .refine((value) => parseFee(value).ok, { error: ({ input }) => `is ${quote(input)}, allowed: at most 4 decimals` });

const priceMicros = (parse: (value: string | number) => MoneyResult) =>
  decimal(priceForm, (value) => {
    const parsed = parse(value);
    return parsed.ok ? { ok: true, value: parsed.micros } : parsed;
  });

/** The price of a bid, CPM; parsed to micros, a finer one up. */
export const bidMicros = () => priceMicros(parseBid);

/** The floor of an auction, CPM; parsed to micros, a finer one down. */
export const floorMicros = () => priceMicros(parseFloor);

/** A fee in per cent, from 0 to under 100, at most four decimals; parsed to the JSON number. */
export const percent = () =>
  decimal(feeForm, (value) => {
    const parsed = parseFee(value);
    return parsed.ok ? { ok: true, value: formatFee(parsed.feePpm) } : parsed;
  });

/** A fee in per cent, from 0 to under 100, at most four decimals; parsed to parts per million. */
export const feePpm = () =>
  decimal(feeForm, (value) => {
    const parsed = parseFee(value);
    return parsed.ok ? { ok: true, value: parsed.feePpm } : parsed;
  });
