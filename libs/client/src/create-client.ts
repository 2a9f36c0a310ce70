import type { AppRouter } from '@auction-tiers/contract';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { Fetch } from './answer.ts';
import { abortLink, type Link } from './call-link.ts';
import { authLink, createKeyCredential, createLoginCredential, createSessionCredential } from './auth.ts';
import { batchFallbackLink, createTransport } from './transport.ts';
import { followLink } from './follow.ts';
import { noteLink } from './note.ts';
import { idempotencyKeyLink } from './repeatable.ts';
import { createRetryPolicy, retryLink, type RetryOptions } from './retry.ts';

/** Every operation of the service, typed: `client.tier.list.query(...)`. */
export type Client = TRPCClient<AppRouter>;

interface CommonOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. Requests go to `/trpc` under it. */
  readonly url: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch;
  readonly retry?: Partial<RetryOptions>;
}

interface KeyOptions {
  /** An API key, or a token. */
  readonly apiKey: string;
}

interface LoginOptions {
  readonly username: string;
  readonly password: string;
}

interface SessionOptions {
  /** Called when the service refuses the cookie of the page's session; resolves when the user has signed in again. */
  readonly renewSession: () => Promise<void>;
}

export type ClientOptions = CommonOptions & (KeyOptions | LoginOptions | SessionOptions);

/**
 * A client of one service for one caller. It opens no connection before the first call and need not be closed. Throws a
 * TypeError for headers and keys that HTTP does not allow.
 */
export const createClient = (options: ClientOptions): Client =>
  createTRPCClient<AppRouter>({ links: createLinks(options) });

/** The links of `createClient`, for a tRPC client that is created elsewhere, such as in a page. */
export function createLinks(options: ClientOptions): Link[] {
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
    'apiKey' in options
      ? createKeyCredential(options.apiKey)
      : 'renewSession' in options
        ? createSessionCredential(options.renewSession)
        : createLoginCredential(() => logIn(options));
  return [
    abortLink,
    noteLink,
    idempotencyKeyLink,
    authLink(credential),
    followLink(credential, policy),
    batchFallbackLink,
    retries,
    transport,
  ];
}

/** Looked up at each call, so that a later replacement of the global `fetch` is used. */
const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init);
