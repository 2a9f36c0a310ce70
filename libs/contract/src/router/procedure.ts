import { initTRPC } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { errorCatalogue } from '../error/catalogue.ts';
import { ServiceError, toServiceError } from '../error/service-error.ts';
import type { Caller, Context } from '../caller/caller.ts';
import type { Scope } from '../caller/caller.ts';

const t = initTRPC.context<Context>().create({
  /** tRPC's clients get the same identifiers and issues as REST's. */
  errorFormatter({ shape, error }) {
    const { kind, issues, message, retryAfterS } = toServiceError(error);
    const { errorId, errorCode, httpStatus, trpcCode } = errorCatalogue[kind];
    const { stack: _stack, ...data } = shape.data;
    return {
      ...shape,
      code: TRPC_ERROR_CODES_BY_KEY[trpcCode],
      message,
      data: {
        ...data,
        code: trpcCode,
        httpStatus,
        error_id: errorId,
        error_code: errorCode,
        issues,
        ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }),
      },
    };
  },
});

export const { router, mergeRouters, createCallerFactory } = t;

/** For anybody. */
export const open = t.procedure;

/** The caller, if there is one and its credential has the scope; else the error that says what is missing. */
export function requireScope(caller: Context['caller'], scope: Scope): Caller {
  if (caller instanceof ServiceError) throw caller;
  if (caller.scopes.includes(scope)) return caller;
  throw new ServiceError(
    'forbidden',
    `this needs the scope "${scope}"; the credential of ${caller.username} has: ${caller.scopes.join(', ') || 'none'}`,
  );
}

/** For callers whose credential has the scope. */
export const scoped = (scope: Scope) =>
  t.procedure.use(({ ctx, next }) => next({ ctx: { ...ctx, caller: requireScope(ctx.caller, scope) } }));
