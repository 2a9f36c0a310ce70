import type { Operation } from '@trpc/client';

const auctions: ReadonlySet<string> = new Set(['auction.run', 'auction.explain', 'auction.runMany', 'auction.openrtb']);

/**
 * A create stores one object more each time it is carried out, and an import makes anew what has no id in its file, unless
 * their idempotency key tells that it was done before.
 */
export const takesKey = ({ path }: Pick<Operation, 'path'>): boolean => /\.(?:create|import)$/.test(path);

export const isRemove = ({ path }: Pick<Operation, 'path'>): boolean => path.endsWith('.remove');

/**
 * Whether carrying a call out twice leaves the same as carrying it out once. Of mutations only those that are known to
 * are repeated: a new one is not, until it is named here.
 */
export function isRepeatable(call: Pick<Operation, 'type' | 'path' | 'input'>): boolean {
  const { type, path, input } = call;
  if (type === 'query' || path === 'auth.login' || auctions.has(path)) return true;
  if (path.endsWith('.update')) return !dependsOnWhatIsStored(input);
  return takesKey(call) || isRemove(call);
}

/**
 * An append builds on what is stored, and others may have changed that since the first attempt; a password that proves who
 * changes it is no longer the current one once it is changed.
 */
function dependsOnWhatIsStored(input: unknown): boolean {
  const { append, changes } = (input ?? {}) as { readonly append?: unknown; readonly changes?: object };
  return append === true || (changes !== undefined && 'current_password' in changes);
}
