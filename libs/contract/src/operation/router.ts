import { initTRPC, tracked } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { errorCatalogue } from '../error/catalogue.ts';
import { ServiceError, toServiceError } from '../error/service-error.ts';
import type { CallContext, Caller, Context, LargeOperation, Scope } from '../caller/caller.ts';
import {
  takesTierSet,
  type Derived,
  type Handler,
  type InputReader,
  type Operation,
  type OperationType,
} from './operation.ts';
import { allOperations, type NamedOperation, type Services } from './list.ts';
import type { operations } from './operations.ts';

const t = initTRPC.context<Context>().create({
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

/** The caller, if there is one and its credential has the scope; else throws the error that says what is missing. */
export function requireScope(caller: Context['caller'], scope: Scope): Caller {
  if (caller instanceof ServiceError) throw caller;
  if (caller.scopes.includes(scope)) return caller;
  throw new ServiceError(
    'forbidden',
    `this needs the scope "${scope}"; the credential of ${caller.username} has: ${caller.scopes.join(', ') || 'none'}`,
  );
}

/** What the procedures of tRPC are built from: each checks the scope, then the input, then asks the handler. */
const scoped = (scope: NonNullable<Operation['scope']>) =>
  t.procedure.use(({ ctx, next }) => next({ ctx: { ...ctx, caller: requireScope(ctx.caller, scope) } }));

type Asked<In extends InputReader, Out> = (call: CallContext, input: In['_output']) => Promise<Out> | Out;
type Yielding<In extends InputReader, Out> = (
  call: CallContext,
  input: In['_output'],
  signal: AbortSignal,
) => AsyncIterable<Out>;

/** The output of a handler, as the door wants it for the text that tRPC makes. */
const toData = <Out>({ standIn }: CallContext, output: Promise<Out> | Out): Promise<Out> | Out => {
  if (standIn === undefined) return output;
  return output instanceof Promise ? output.then(standIn<Out>) : standIn(output);
};

const toQuery = <In extends InputReader, Out>({ input }: Operation<'query', In, Out>, handler: Asked<In, Out>) =>
  scoped('read')
    .input(input)
    .query(({ ctx, input: parsed }): Promise<Out> | Out => toData(ctx, handler(ctx, parsed as In['_output'])));

type Allowed = ReturnType<typeof scoped>;

/** Inputs that their door has read and parsed. */
const readByDoor = new WeakSet();

/** A procedure whose input is read by its door, where it can: tRPC reads and checks any input in one turn of the event loop. */
const ofLargeInput = (allowed: Allowed, operation: LargeOperation): Allowed =>
  allowed.use(async ({ ctx: { readInput }, next }) => {
    if (readInput === undefined) return next();
    const { input, end } = await readInput(operation);
    readByDoor.add(input);
    try {
      return await next({ getRawInput: () => Promise.resolve(input) });
    } finally {
      end();
    }
  });

/** Parses an input, unless its door has. */
const unlessRead = <In extends InputReader>(input: In): In =>
  ((value: object) => (readByDoor.has(value) ? value : input.parse(value))) as unknown as In;

const toMutation = <In extends InputReader, Out>(
  operation: Operation<'mutation', In, Out>,
  handler: Asked<In, Out>,
) => {
  const { input, scope } = operation;
  const allowed = scope === null ? (t.procedure as Allowed) : scoped(scope);
  const procedure = takesTierSet(operation)
    ? ofLargeInput(allowed, operation).input(unlessRead(input))
    : allowed.input(input);
  return procedure.mutation(({ ctx, input: parsed }): Promise<Out> | Out => {
    const confirming = ctx.confirm?.();
    const answer = () => toData(ctx, handler(ctx, parsed));
    return confirming === undefined ? answer() : confirming.then(answer);
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

/** The tRPC router of all operations: the one that typed clients call. */
export function createRouter(handlers: Handlers) {
  const build: Record<OperationType, (operation: never, handler: never) => unknown> = {
    query: toQuery,
    mutation: toMutation,
    subscription: toSubscription,
  };
  const services: Record<string, Record<string, unknown>> = {};
  for (const operation of allOperations) {
    const procedure = build[operation.type](operation as never, handlerOf(handlers, operation) as never);
    services[operation.service] = { ...services[operation.service], [operation.name]: procedure };
  }
  return t.router(services as Procedures);
}

export type AppRouter = ReturnType<typeof createRouter>;
