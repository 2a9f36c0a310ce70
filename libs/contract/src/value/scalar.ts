import { toInventoryId } from './name.ts';
import { z } from 'zod';
import { quote } from '../error/issue.ts';

/** The closed lists of values that the engine and the wire share. */
export { days, deviceTypes, mediaTypes, positions, supplyTypes } from '@auction-tiers/tier-engine';

/**
 * Decimal text of a whole number. Leading zeros are refused: such a text is likely a code of fixed length, such as a
 * postal code, and not a number.
 */
const plainDigits = /^(?:0|[1-9]\d{0,15})$/;

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && plainDigits.test(value) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}

/** Accepts what `schema` accepts, and a number's decimal text (`"7"`); parsed to the number. */
export const orDigits = <Schema extends z.ZodType<number | null>>(
  schema: Schema,
): z.ZodPreprocess<Schema, z.input<Schema>> => z.preprocess<unknown, Schema, z.input<Schema>>(numberOf, schema);

/** The message for text that is not a whole number; other values get the usual message. */
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
export const Id = wholeNumber(1).meta({ id: 'Id' });

/** An identifier that must be given, and may be null. */
export const NullableId = orDigits(
  z
    .int({ error: (issue) => (issue.input === undefined ? 'is required (number or null)' : textIssue(issue)) })
    .min(1)
    .nullable(),
);

/** Text exactly as it was sent. */
export const exactText = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed(), { error: 'has an unpaired surrogate, allowed: Unicode characters only' });

/** The most UTF-16 units of a text that names inventory. */
export const longestInventoryId = 255;

/** The name of a publisher, site, placement or segment: a number, or a text that is compared as written. */
export const InventoryId = z
  .preprocess<unknown, z.ZodUnion<[z.ZodInt, z.ZodString]>, number | string>(
    (value) => (typeof value === 'string' ? toInventoryId(value) : value),
    z.union([z.int().min(1), exactText(1, longestInventoryId)], {
      error: ({ input }) =>
        input === undefined
          ? 'is required (number or string)'
          : `is ${quote(input)}, allowed: a whole number from 1, or a text of 1 to ${longestInventoryId} characters`,
    }),
  )
  .meta({ id: 'InventoryId', description: 'Number or text; a target `/a/*` is the path `/a` and all below it' });

/** Scripts whose letters a joiner (U+200D) or a non-joiner (U+200C) between them shapes, so that it is seen. */
const shaped = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** A joiner where it is seen: between letters of such scripts, or in an emoji that is made of several. */
const seenJoiner = `(?<=[${shaped}])[\\u200C\\u200D](?=[${shaped}])|(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})`;

/**
 * An invisible character: a control character, or one that has no width or only changes the direction of text. With
 * such characters two different names look alike. Visible format characters, such as the Arabic number sign, are
 * allowed; so are a variation selector after an emoji or in a keycap, and joiners where they are seen, which Persian,
 * Hindi and many other languages need.
 */
const unseen = new RegExp(
  `(?![\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]|(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]|\\uFE0F\\u20E3|${seenJoiner})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
  'u',
);

/** Like `unseen`, but tabs and line ends are allowed. */
const unseenInLines = new RegExp(`(?![\\t\\n\\r\\u2028\\u2029])${unseen.source}`, 'u');

/** Text whose surrounding white space is removed, and that has no character of the `refused` pattern. */
const trimmed = (min: number, max: number, refused: RegExp) => {
  const issueOf = ({ input }: { readonly input?: unknown }) => {
    const sent = String(input);
    const { index = 0 } = refused.exec(sent) ?? {};
    const codePoint = sent.codePointAt(index)?.toString(16).toUpperCase().padStart(4, '0');
    const position = Array.from(sent.slice(0, index)).length + 1;
    return `has U+${codePoint} as character ${position}, allowed: characters that have a width and do not change the direction of text`;
  };
  return z
    .string()
    .trim()
    .meta({ minLength: min, maxLength: max, ...(min > 0 ? { pattern: '\\S' } : {}) })
    .pipe(exactText(min, max).refine((name) => !refused.test(name), { error: issueOf }));
};

/** Text of one line, such as a name, without the white space around it. White space alone counts as empty. */
export const text = (min: number, max: number) => trimmed(min, max, unseen);

/** Like `text`, but with tabs and several lines, such as a description. */
export const prose = (min: number, max: number) => trimmed(min, max, unseenInLines);

/** The author's note about a change. */
export const ChangeNote = text(1, 200);

/** The least and the most characters of a password. */
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
