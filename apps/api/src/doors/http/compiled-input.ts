import { allOperations, type NamedOperation, ServiceError, takesTierSet } from '@auction-tiers/contract';
import { z } from 'zod';
import { breathe } from '../../loop/breathe.ts';
import { ConcurrencyLimit } from '../../loop/concurrency-limit.ts';
import { Thread } from '../../loop/thread.ts';

/** The errors of an input with more values than this are found in a thread: that takes more than some 20 ms. */
const mostValuesAtOnce = 20_000;
const mostLargeAtOnce = 8;

/** An input, as JSON, that the schema of an operation refuses. */
export interface RefusedInput {
  readonly procedure: string;
  readonly json: string;
}

/** What is wrong with an input. */
export type Refusal = Readonly<Pick<ServiceError, 'message' | 'issues'>>;

const thread = new Thread<RefusedInput, Refusal | null>('./refused-input-thread', import.meta.url);
const limit = new ConcurrencyLimit(mostLargeAtOnce, 'large inputs that have errors');

/**
 * Every operation, with the parser that the service uses. An input that may be a tier set is read by a compiled schema:
 * 10,000 tiers take 25 ms instead of 100. That schema only tells that an input is wrong; the schema itself finds what
 * is wrong, for a large input in a thread.
 */
export const servedOperations: readonly NamedOperation[] = allOperations.map((operation) =>
  takesTierSet(operation) ? { ...operation, input: compiledReader(operation) } : operation,
);

function compiledReader({ input: schema, procedure }: NamedOperation): NamedOperation['input'] {
  // `z.compile` would run the schema itself on a wrong input, and so block the event loop.
  const read = z.core.compileFn(schema as unknown as z.ZodType);
  const parse = async (input: unknown): Promise<unknown> => {
    await breathe();
    const output = read(input);
    await breathe();
    if (output !== z.INVALID) return output;
    if (countValues(input) > mostValuesAtOnce) {
      const refusal = await limit.run(() => thread.ask({ procedure, json: JSON.stringify(input) }));
      if (refusal !== null) throw new ServiceError('invalid', refusal.message, { issues: refusal.issues });
    }
    return schema.parse(input);
  };
  return { parse } as unknown as NamedOperation['input'];
}

/** Counts the values in an input, itself included, and stops once they are more than `mostValuesAtOnce`. */
function countValues(input: unknown): number {
  const values = [input];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) {
      values.push(inner);
      if (values.length > mostValuesAtOnce) return values.length;
    }
  }
  return values.length;
}
