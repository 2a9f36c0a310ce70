import { isDeepStrictEqual } from 'node:util';
import { type Caller, type PresumedCaller, ServiceError, Unavailable } from '@auction-tiers/contract';

/** A presumed caller, with what it is presumed to be. */
export interface Presumed extends PresumedCaller {
  readonly caller: Caller;
}

/** Takes in what a look-up of a presumed caller found. Throws unless it is the same caller. */
export function requireSame(presumed: Presumed, found: Caller | ServiceError): void {
  if (found instanceof ServiceError) throw found;
  if (!isDeepStrictEqual(found, presumed.caller)) {
    const message = 'your user or key was changed while the request was under way, and nothing was written; try again';
    throw new ServiceError('conflict', message);
  }
  presumed.isOpen = false;
}

/**
 * What a failed request is answered. That a presumed caller is none comes before all else that is wrong with its request:
 * it is told nothing else.
 */
export async function errorOf(presumed: Presumed | undefined, error: unknown): Promise<unknown> {
  // Where the store is away a look-up fails too, and the error of the store says whether something may have been written.
  if (presumed?.isOpen !== true || error instanceof Unavailable) return error;
  try {
    await presumed.confirm();
  } catch (refusal) {
    return refusal;
  }
  return error;
}
