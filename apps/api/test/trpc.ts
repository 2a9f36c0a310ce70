import { createHash, randomBytes } from 'node:crypto';
import type { AppRouter, Scope } from '@auction-tiers/contract';
import { createTRPCClient, httpBatchLink, type TRPCClientError } from '@trpc/client';
import type { Instance } from './instance.ts';

/** A typed client of the tRPC door. */
export const createClient = (url: string, key: string | null) =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${url}/trpc`, headers: key === null ? {} : { authorization: key } })],
  });

export type Client = ReturnType<typeof createClient>;

/** Why a call of the typed client failed; a call that succeeds is the test's failure. */
export async function failureOf(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const given = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in given) return given.error as TRPCClientError<AppRouter>;
  throw new Error(`this call should have failed, and gave ${JSON.stringify(given.value)}`);
}

/** A new API key of a member with these scopes only. */
export async function createScopedKey(
  { opened }: Pick<Instance, 'opened'>,
  memberId: number,
  scopes: readonly Scope[],
): Promise<string> {
  const key = `atk_${randomBytes(32).toString('base64url')}`;
  await opened.store.credentials.putGrant(
    createHash('sha256').update(key).digest('hex'),
    {
      kind: 'key',
      userId: 1000 + memberId,
      username: `member-${memberId}-${scopes.join('-')}`,
      role: 'seller',
      memberId,
      scopes,
      createdMs: Date.now(),
      prefix: key.slice(0, 10),
    },
    null,
  );
  return key;
}
