import type { AppRouter, Context } from '@auction-tiers/contract';
import { callTRPCProcedure } from '@trpc/server';

/** Runs a procedure of the router, so that REST is checked, permitted and answered exactly as tRPC is. */
export function callProcedure<Output>(
  router: AppRouter,
  type: 'query' | 'mutation',
  path: string,
  input: unknown,
  context: Context,
): Promise<Output> {
  return callTRPCProcedure({
    router,
    path,
    type,
    ctx: context,
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
  }) as Promise<Output>;
}
