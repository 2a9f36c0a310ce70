import type { ServerResponse } from 'node:http';
import { type AppRouter, errorCatalogue, toServiceError } from '@auction-tiers/contract';
import { getTRPCErrorShape, type TRPCProcedureType } from '@trpc/server';
import { toErrorHeaders } from '../http/exchange.ts';

/** What was called, where that is known. */
interface Called {
  readonly path?: string;
  readonly type?: TRPCProcedureType;
}

/** Answers a request to tRPC with an error before its adapter sees it, in the form that the adapter gives errors. */
export function answerTrpcError(
  router: AppRouter,
  thrown: unknown,
  response: ServerResponse,
  { path, type = 'unknown' as TRPCProcedureType }: Called = {},
): void {
  const error = toServiceError(thrown);
  const {
    _def: { _config: config },
  } = router;
  const shape = getTRPCErrorShape({ config, error, path, type, input: undefined, ctx: undefined });
  const { httpStatus } = errorCatalogue[error.kind];
  const body = Buffer.from(JSON.stringify({ error: shape }));
  // A short answer whose length is known is not compressed.
  const headers = { 'content-type': 'application/json', 'content-length': body.length, ...toErrorHeaders(error) };
  response.writeHead(httpStatus, headers);
  response.end(body);
}
