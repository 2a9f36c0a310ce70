import { z } from 'zod';
import { quote } from '../error/issue.ts';

/** The closed lists of values that the engine and the wire share. */
export { days, deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';

/**
 * Decimal text of a whole number. Leading zeros are refused: text that has them is likely a code of fixed length, such as
 * a postal code, and not a number.
 */
const plainDigits = /^(?:0|[1-9]\d{0,15})$/;

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && plainDigits.test(value) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}

/** What `schema` takes, also with the decimal text of a number (`"7"`) in its place; parsed to the number. */
export const orDigits = <Schema extends z.ZodType<number | null>>(
  schema: Schema,
): z.ZodPreprocess<Schema, z.input<Schema>> => z.preprocess<unknown, Schema, z.input<Schema>>(numberOf, schema);

/** Of text that is none of a whole number; what is wrong with numbers is said as everywhere. */
const textIssue = ({ input }: { readonly input?: unknown }): string | undefined =>
  typeof input === 'string'
    ? `is ${quote(input)}, allowed: a whole number, as text its digits only, without leading zeros`
    : undefined;

/** A whole number between these bounds, which a double holds exactly. */
const bounded = (min: number, max?: number) => {
  const whole = z.int({ error: textIssue }).min(min);
  return max === undefined ? whole : whole.max(max);
};

/** A whole number between these bounds, or its decimal text. */
export const wholeNumber = (min: number, max?: number) => orDigits(bounded(min, max));

/** Identifiers are positive integers. */
export const Id = wholeNumber(1);

/** An identifier that must be given, and may be null. */
export const NullableId = orDigits(bounded(1).nullable());

/** Text exactly as it was sent. */
export const exactText = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed(), { error: 'has an unpaired surrogate, allowed: Unicode characters only' });

/** Text without the white space around it. White space alone counts as empty. */
export const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .meta({ minLength: min, maxLength: max, ...(min > 0 ? { pattern: '\\S' } : {}) })
    .pipe(exactText(min, max));

/** Characters that a password may have. */
export const passwordLength = { min: 12, max: 1024 };
/** Issues of a password never repeat it. */
const passwordError = ({ input }: { readonly input?: unknown }) =>
  input === undefined
    ? 'is required (string)'
    : `is not of the allowed form: a text of ${passwordLength.min} to ${passwordLength.max} characters`;

/** A new password. */
export const Password = z
  .string({ error: passwordError })
  .min(passwordLength.min, { error: passwordError })
  .max(passwordLength.max, { error: passwordError });
