import type { AppRouter, Scope } from '@auction-tiers/contract';
import { createTRPCClient, httpBatchLink, type TRPCClientError } from '@trpc/client';
import { createApiKey, createUser } from '../src/auth/account.ts';
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
  { opened: { store } }: Pick<Instance, 'opened'>,
  memberId: number,
  scopes: readonly Scope[],
): Promise<string> {
  const actor = { user: 'test', requestId: 'test' };
  const username = `member-${memberId}-${scopes.join('-')}`;
  await createUser(store, { username, role: 'seller', member_id: memberId, password: 'a long pass phrase' }, actor);
  const user = await store.credentials.findUser(username);
  if (user === null) throw new Error(`the user ${username} could not be made`);
  const { key, result } = createApiKey(store, { userId: user.id, name: 'Of a test', scopes }, actor);
  const made = await result;
  if (!made.ok) throw new Error(`the key of ${username} could not be made: ${made.refusal.kind}`);
  return key;
}
