import { allOperations, type AppRouter, ServiceError } from '@auction-tiers/contract';
import type { RequestHandler } from 'express';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import { type Throttle, toUsageHeaders } from '../../throttle/throttle.ts';
import { answerTrpcError } from './trpc-error.ts';

export const subscriptionPaths: ReadonlySet<string> = new Set(
  allOperations.filter(({ type }) => type === 'subscription').map(({ procedure }) => `/${procedure}`),
);

interface Deps {
  readonly router: AppRouter;
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Pick<Throttle, 'take'>;
}

/**
 * Answers a subscription with 401 or 429, as every other call, where it has no caller or its caller has used up its limit. The
 * adapter would answer with 200 and a stream that holds the error: its client could not tell a wrong credential from one that
 * ended after the stream had begun, and each refusal would cost the service a stream.
 */
export const refuseFollower =
  ({ router, credentialIndex, throttle }: Deps): RequestHandler =>
  async (request, response, next) => {
    const { method, path, url, headers } = request;
    const isAlone = !/[?&]batch=/.test(url);
    if (method !== 'GET' || !subscriptionPaths.has(path) || !isAlone) return next();
    // Where this fails, the adapter authenticates again, and answers with the store's error.
    const caller = await credentialIndex.authenticate(headers.authorization).catch(() => undefined);
    if (caller === undefined) return next();
    const usage = await throttle.take(caller, 'read');
    if (usage !== null) response.setHeaders(toUsageHeaders(usage));
    const refusal = caller instanceof ServiceError ? caller : (usage?.refusal ?? null);
    if (refusal !== null)
      return answerTrpcError(router, refusal, response, { path: path.slice(1), type: 'subscription' });
    response.locals['isCounted'] = true;
    next();
  };
