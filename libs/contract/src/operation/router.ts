import { initTRPC, tracked } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { errorCatalogue } from '../error/catalogue.ts';
import { ServiceError, toServiceError } from '../error/service-error.ts';
import { type CallContext, type Caller, type Context, hasScope, type Scope } from '../caller/caller.ts';
import { type Derived, type Handler, type InputReader, type Operation, type OperationType } from './operation.ts';
import { allOperations, type NamedOperation, type Services } from './list.ts';
import type { operations } from './operations.ts';

const t = initTRPC.context<Context>().create({
  // Proxies close connections that are idle for a minute. A client that receives nothing for 40 s reopens its stream,
  // because it cannot detect a connection that was dropped silently.
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  /** Clients of tRPC get the same identifiers and issues as those of REST. */
  errorFormatter({ shape, error }) {
    const { kind, issues, message, retryAfterS, details } = toServiceError(error);
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
        ...details,
        ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }),
      },
    };
  },
});

export const { createCallerFactory } = t;

/** The caller, if there is one; else throws the error that says why there is none. */
export function requireCaller(caller: Context['caller']): Caller {
  if (caller instanceof ServiceError) throw caller;
  return caller;
}

/** The caller, if there is one and its credential has the scope; else throws the error that says what is missing. */
export function requireScope(asked: Context['caller'], scope: Scope): Caller {
  const caller = requireCaller(asked);
  if (hasScope(caller, scope)) return caller;
  throw new ServiceError(
    'forbidden',
    `this needs the scope "${scope}"; the credential of ${caller.username} has: ${caller.scopes.join(', ') || 'none'}`,
  );
}

/** The base of the tRPC procedures: each checks the scope, then the input, then calls the handler. */
const scoped = (scope: NonNullable<Operation['scope']>) =>
  t.procedure.use(({ ctx, next }) => next({ ctx: { ...ctx, caller: requireScope(ctx.caller, scope) } }));

type Asked<In extends InputReader, Out> = (call: CallContext, input: In['_output']) => Promise<Out> | Out;
type Yielding<In extends InputReader, Out> = (
  call: CallContext,
  input: In['_output'],
  signal: AbortSignal,
) => AsyncIterable<Out>;

const toQuery = <In extends InputReader, Out>({ input }: Operation<'query', In, Out>, handler: Asked<In, Out>) =>
  scoped('read')
    .input(input)
    .query(({ ctx, input: parsed }): Promise<Out> | Out => handler(ctx, parsed as In['_output']));

const toMutation = <In extends InputReader, Out>(
  { input, scope }: Operation<'mutation', In, Out>,
  handler: Asked<In, Out>,
) => {
  const allowed = scope === null ? (t.procedure as ReturnType<typeof scoped>) : scoped(scope);
  return allowed.input(input).mutation(async ({ ctx, input: parsed }): Promise<Out> => {
    if (ctx.confirm === undefined || scope === null) return handler(ctx, parsed);
    return handler({ ...ctx, caller: requireScope(await ctx.confirm(), scope) }, parsed);
  });
};

const toSubscription = <In extends InputReader, Out>(
  { input, eventId = () => '' }: Operation<'subscription', In, Out>,
  handler: Yielding<In, Out>,
) =>
  scoped('read')
    .input(input)
    .subscription(async function* ({ ctx, input: parsed, signal }) {
      const { refused } = ctx;
      const over = AbortSignal.any([signal, refused].filter((one) => one !== undefined));
      for await (const item of handler(ctx, parsed, over)) {
        refused?.throwIfAborted();
        yield tracked(eventId(item), item);
      }
      refused?.throwIfAborted();
    });

type Procedure<Op> =
  Op extends Operation<infer Kind, infer In, infer Out>
    ? {
        query: ReturnType<typeof toQuery<In, Out>>;
        mutation: ReturnType<typeof toMutation<In, Out>>;
        subscription: ReturnType<typeof toSubscription<In, Out>>;
      }[Kind]
    : never;

type Table = typeof operations;
type Procedures = { [S in Services]: { [Name in keyof Table[S]]: Procedure<Table[S][Name]> } };

/** A handler for every operation that does not derive its answer from others; a missing one does not compile. */
export type Handlers = {
  readonly [S in Services]: {
    readonly [Name in keyof Table[S] as Table[S][Name] extends Derived<never> ? never : Name]: Handler<Table[S][Name]>;
  };
};

/** A handler of any operation; a subscription is given the signal that ends it. */
export type AnyHandler = (call: Context, input: unknown, signal?: AbortSignal) => unknown;

/** The function that answers an operation: its handler, or the one that derives its answer from other handlers. */
export function handlerOf(handlers: Handlers, operation: NamedOperation): AnyHandler {
  const own = handlers[operation.service] as unknown as Readonly<Record<string, AnyHandler>>;
  const { derive } = operation as Partial<Derived<typeof own>>;
  if (derive !== undefined) return (call, input) => derive(own, call as CallContext, input as never);
  return (call, input, signal) => own[operation.name]?.(call, input, signal);
}

/** The tRPC router, which typed clients call. `served`: the operations, possibly with other input parsers. */
export function createRouter(handlers: Handlers, served: readonly NamedOperation[] = allOperations) {
  const build: Record<OperationType, (operation: never, handler: never) => unknown> = {
    query: toQuery,
    mutation: toMutation,
    subscription: toSubscription,
  };
  const services: Record<string, Record<string, unknown>> = {};
  for (const operation of served) {
    const procedure = build[operation.type](operation as never, handlerOf(handlers, operation) as never);
    services[operation.service] = { ...services[operation.service], [operation.name]: procedure };
  }
  return t.router(services as Procedures);
}

export type AppRouter = ReturnType<typeof createRouter>;
