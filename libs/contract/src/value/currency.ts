import { z } from 'zod';

/** The codes of ISO 4217 that are in use, as the platform's own table has them. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A currency as three capital letters, ISO 4217; lower case is taken too. */
export const currency = () =>
  z
    .string()
    .meta({ pattern: '^[A-Za-z]{3}$', examples: ['EUR'] })
    .transform((code) => code.toUpperCase())
    .refine((code) => codes.has(code), {
      error: ({ input }) => `is ${JSON.stringify(input)}, allowed: a currency by its ISO 4217 code, such as USD or EUR`,
    });
