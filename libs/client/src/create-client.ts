import type { AppRouter } from '@auction-tiers/contract';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { Fetch } from './answer.ts';
import { authLink } from './auth-link.ts';
import { batchFallbackLink } from './batch-fallback.ts';
import { createKeyCredential, createLoginCredential } from './credential.ts';
import { followLink } from './follow-link.ts';
import { idempotencyKeyLink } from './idempotency-key.ts';
import { retryLink } from './retry-link.ts';
import { createRetryPolicy, type RetryOptions } from './retry-policy.ts';
import { createTransport } from './transport.ts';

/** Every operation of the service, typed: `client.tier.list.query(...)`. */
export type Client = TRPCClient<AppRouter>;

interface CommonOptions {
  /** Where the service is: `http://127.0.0.1:3000`. Its tRPC is at `/trpc` under it. */
  readonly url: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one. */
  readonly fetch?: Fetch;
  readonly retry?: Partial<RetryOptions>;
}

interface KeyOptions {
  /** An API key, or a token that the caller keeps. */
  readonly apiKey: string;
}

interface LoginOptions {
  readonly username: string;
  readonly password: string;
}

export type ClientOptions = CommonOptions & (KeyOptions | LoginOptions);

/**
 * A client of one service and one caller. It opens nothing before it is used and needs no closing. Throws a TypeError for
 * headers and keys that HTTP does not allow.
 */
export function createClient(options: ClientOptions): Client {
  const { url, headers = {}, fetch = globalFetch, retry = {} } = options;
  const policy = createRetryPolicy(retry);
  const retries = retryLink(policy);
  const transport = createTransport({
    url: `${url.replace(/\/+$/, '')}/trpc`,
    headers: Object.fromEntries(new Headers(headers)),
    fetch,
  });
  const logIn = async ({ username, password }: LoginOptions) => {
    const { auth } = createTRPCClient<AppRouter>({ links: [retries, transport] });
    const { token } = await auth.login.mutate({ username, password });
    return token;
  };
  const credential =
    'apiKey' in options ? createKeyCredential(options.apiKey) : createLoginCredential(() => logIn(options));
  return createTRPCClient<AppRouter>({
    links: [
      idempotencyKeyLink,
      authLink(credential),
      followLink(credential, policy),
      batchFallbackLink,
      retries,
      transport,
    ],
  });
}

/** Looked up at each call, so that one that is replaced later counts. */
const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init);
