import { z } from 'zod';
import { allowed } from '../error/issue.ts';

/** The codes of ISO 4217 that are in use, as the platform's own table has them. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A currency as three capital letters, ISO 4217; lower case is taken too. */
export const currency = () =>
  z
    .string()
    .meta({ pattern: '^[A-Za-z]{3}$', examples: ['EUR'] })
    .transform((code) => code.toUpperCase())
    .refine((code) => codes.has(code), allowed('a currency by its ISO 4217 code, such as USD or EUR'));

const rateText = /^\d{1,9}(\.\d{1,9})?$/;

const rateIssue = ({ input }: { readonly input?: unknown }) =>
  `is ${JSON.stringify(input)}, allowed: a rate as text, over 0 and with at most 9 decimals, such as "0.92"`;
/** Currencies that one seller may have rates for. */
const mostRates = 200;

/** By currency, how much of another currency one unit of it is worth: decimal text over 0 with at most 9 decimals. */
export const currencyRates = () => ratesOf(rate());

/** Rates as a seller changes them: null removes one. */
export const currencyRateChanges = () => ratesOf(rate().nullable());

const rate = () =>
  z
    .string()
    .regex(rateText, { error: rateIssue })
    .refine((text) => Number(text) > 0, { error: rateIssue });

const ratesOf = <One extends z.ZodType>(one: One) =>
  z
    .record(currency(), one)
    .refine((rates) => Object.keys(rates).length <= mostRates, { error: `allowed: at most ${mostRates} currencies` })
    .meta({ examples: [{ USD: '0.92' }] });
