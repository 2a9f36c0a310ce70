import { z } from 'zod';
import { recordOf } from './record.ts';
import { allowed, quote } from '../error/issue.ts';

/** The codes of ISO 4217 that are in use, as the platform's own table has them. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A currency as three capital letters, ISO 4217; lower case is taken too. */
export const currency = () =>
  z
    .string()
    .meta({ pattern: '^[A-Za-z]{3}$', examples: ['EUR'] })
    .transform((code) => code.toUpperCase())
    .refine((code) => codes.has(code), allowed('a currency by its ISO 4217 code, such as USD or EUR'));

const rateText = /^\d+(\.\d+)?$/;
/** Longer rates are exact as well, but each conversion would take longer. */
const mostRateCharacters = 1000;

const rateIssue = ({ input }: { readonly input?: unknown }) =>
  `is ${quote(input)}, allowed: a rate over 0 as decimal text or a number, such as "0.92", of at most ${mostRateCharacters} characters`;
/** Currencies that one seller may have rates for. */
const mostRates = 200;

/** A number as decimal text, without an exponent: 3.8e-7 is `0.00000038`. */
function toDecimalText(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const places = fraction.length - Number(exponent);
  const all = whole + fraction;
  return places > 0 ? `0.${all.padStart(places, '0')}` : all.padEnd(all.length - places, '0');
}

const rate = () =>
  z
    .union([z.string().meta({ pattern: rateText.source }), z.number().meta({ exclusiveMinimum: 0 })], {
      error: rateIssue,
    })
    .transform((sent) => (typeof sent === 'number' ? toDecimalText(sent) : sent))
    .refine((text) => rateText.test(text) && /[1-9]/.test(text) && text.length <= mostRateCharacters, {
      error: rateIssue,
    });

const ratesOf = <One extends z.ZodType>(one: One) =>
  recordOf(currency(), one)
    .refine((rates) => Object.keys(rates).length <= mostRates, { error: `allowed: at most ${mostRates} currencies` })
    .meta({ examples: [{ USD: '0.92' }] });

/** By currency, how much of another currency one unit of it is worth: decimal text over 0. */
export const currencyRates = () => ratesOf(rate());

/** Rates as a seller changes them: null removes one. */
export const currencyRateChanges = () => ratesOf(rate().nullable());

/** Rates that are older are still used, and said to be old. */
export const freshRateDays = 7;
