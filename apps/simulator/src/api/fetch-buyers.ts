import { exitCode, Failure, messageOf } from '../cli/failure.ts';

/** Where an API serves, and the key to ask it with. */
export interface DirectoryTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
}

const timeoutMs = 30_000;

/** What is read of the answer; all of it may be missing. */
interface BuyersAnswer {
  readonly response?: { readonly 'platform-members'?: unknown; readonly error?: unknown };
}

/**
 * The buyers of a running API, by name in lower case: the `memberOfName` of a seat book. A name that several buyers have
 * is none of theirs. Throws a `Failure` when the API does not give them.
 */
export async function fetchBuyers({ url, apiKey }: DirectoryTarget): Promise<ReadonlyMap<string, number>> {
  const refuse = (problem: string, cause?: unknown) =>
    new Failure(exitCode.found, `The buyers of ${url} cannot be read: ${problem}.`, cause);
  let status: number;
  let body: BuyersAnswer | null;
  try {
    const response = await fetch(`${url}/platform-member?fields=id,name`, {
      headers: { authorization: `Bearer ${apiKey}` },
      // A redirect could lead the key away from the address that was allowed.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    body = (await response.json()) as BuyersAnswer | null;
  } catch (error) {
    const { cause }: { cause?: unknown } = error instanceof Error ? error : {};
    throw refuse(cause === undefined ? messageOf(error) : `${messageOf(error)} (${messageOf(cause)})`, error);
  }
  const { 'platform-members': members, error } = body?.response ?? {};
  if (!Array.isArray(members)) throw refuse(`HTTP ${status}${typeof error === 'string' ? `, ${error}` : ''}`);
  return byName(members);
}

function byName(members: readonly { readonly id?: unknown; readonly name?: unknown }[]): Map<string, number> {
  const found = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const { id, name } of members) {
    if (typeof id !== 'number' || typeof name !== 'string') continue;
    const lowerName = name.toLowerCase();
    if (found.has(lowerName)) ambiguous.add(lowerName);
    found.set(lowerName, id);
  }
  for (const name of ambiguous) found.delete(name);
  return found;
}
