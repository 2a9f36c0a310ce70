import { z } from 'zod';

/** The closed lists of values that the engine and the wire share. */
export { days, deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';

/** Identifiers are positive integers that a double holds exactly. */
export const Id = z.int().min(1);

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

const passwordLength = { min: 12, max: 1024 };
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
