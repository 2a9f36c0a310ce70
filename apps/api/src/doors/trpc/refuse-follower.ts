import { allOperations, type AppRouter, ServiceError } from '@auction-tiers/contract';
import type { RequestHandler } from 'express';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import { answerTrpcError } from './trpc-error.ts';

export const subscriptionPaths: ReadonlySet<string> = new Set(
  allOperations.filter(({ type }) => type === 'subscription').map(({ procedure }) => `/${procedure}`),
);

/**
 * Answers a subscription without a caller with 401, as every other call. The adapter would answer with 200 and a stream
 * that holds the error, and its client could not tell a wrong credential from one that ended after the stream had begun.
 */
export const refuseFollower =
  (router: AppRouter, credentialIndex: CredentialIndex): RequestHandler =>
  async (request, response, next) => {
    const { method, path, url, headers } = request;
    const isAlone = !/[?&]batch=/.test(url);
    if (method !== 'GET' || !subscriptionPaths.has(path) || !isAlone) return next();
    // The adapter asks again, and says what there is to say while the store is away.
    const caller = await credentialIndex.authenticate(headers.authorization).catch(() => undefined);
    if (!(caller instanceof ServiceError)) return next();
    answerTrpcError(router, caller, response, { path: path.slice(1), type: 'subscription' });
  };
