import { type Issue, issuesOf } from '@auction-tiers/contract';
import type { z } from 'zod';

/** What a schema says is wrong with a value; nothing for a right one. */
export function problemsOf(schema: z.ZodType, value: unknown): Issue[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : issuesOf(parsed.error);
}

/** The places of these problems, in the order of the text. */
export function pathsOf(schema: z.ZodType, value: unknown): string[] {
  return problemsOf(schema, value)
    .map(({ path }) => path)
    .toSorted();
}
