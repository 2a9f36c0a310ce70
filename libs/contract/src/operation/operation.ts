import type { z } from 'zod';
import type { CallContext, Context, OperationScope } from '../caller/caller.ts';
import type { CsvColumn } from '../report/report-csv.ts';
import type { Fields } from '../resource/field.ts';
import type { ServiceWords } from '../resource/resource.ts';

/** What reads an input: a zod schema, or anything else with `parse`, which throws a ZodError or a ServiceError. */
export interface InputReader<Sent = unknown, Parsed = unknown> {
  readonly _input: Sent;
  readonly _output: Parsed;
  parse(value: unknown): Parsed | Promise<Parsed>;
}

/** A type as a value: what an operation answers is checked by the compiler only. */
export interface Type<T> {
  readonly _type?: T;
}
export const type = <T>(): Type<T> => ({});

/** For operations that take no input; whatever is sent is ignored. */
export const noInput: InputReader<void, void> = { parse: () => {} } as unknown as InputReader<void, void>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type OperationType = 'query' | 'mutation' | 'subscription';

/** The parameters of a query string by name, not yet read. */
export type Query = Readonly<Record<string, string>>;

/**
 * How a query parameter is parsed. `id`: one id, required. `own_id`: one id; a seller may leave it out for its own
 * member. `member`: a member that the caller may act for, checked before the body is read. `member_check`: like
 * `member`, but only checked, not passed on. `seats`: `name:id` pairs. `required`: a text that must be sent. `gzip`: 1
 * where the body is packed, for clients that cannot send the header; not passed on.
 */
export type QueryKind =
  | 'id'
  | 'own_id'
  | 'whole'
  | 'flag'
  | 'text'
  | 'required'
  | 'seats'
  | 'gzip'
  | 'member'
  | 'member_check';

/** The size limit of a body, by its content; `maxBodyBytes` has the bytes. */
export type BodySize = 'login' | 'object' | 'auction' | 'auctionBatch' | 'openRtb' | 'tierSet';

interface BodyRule {
  /** The part of the parsed body that is the input, such as the value under its key. */
  readonly content: (body: unknown) => unknown;
  readonly size: BodySize;
  /** The attribute of the input that the content becomes; absent: the content is the input, merged with the query. */
  readonly as?: string;
  /** Which one takes precedence if the body and the query have the same attribute; default: the body. */
  readonly precedence?: 'query';
  /** Whether a request may have no body, which counts as an empty one. */
  readonly isOptional?: boolean;
}

/**
 * The content of an answer. `page`: rows and their count. `one`: an object that was read. `written`: an object that was
 * written, and its id. `removed`: the id of a removed object. `value`: the handler's result, under its key. `parts`:
 * the attributes of the handler's result; those in `debug` are answered in `dbg_info`.
 */
export interface AnswerForm {
  readonly form: 'page' | 'one' | 'written' | 'removed' | 'value' | 'parts';
  /** The key of the data; null where there is none. */
  readonly term: string | null;
  readonly debug?: readonly string[];
  /** Whether it holds money of one member: `dbg_info` names its currency. */
  readonly hasMoney?: boolean;
}

/** The resource whose objects are the rows of an answer. */
export interface Rows {
  readonly service: string;
  readonly plural: string;
  readonly words?: ServiceWords;
  readonly fields: Fields;
  readonly owner: 'member' | 'shared' | 'self';
  readonly hasMoney: boolean;
  readonly Output: z.ZodType;
  readonly Create: z.ZodType;
  readonly Update: z.ZodType;
}

/** How an operation is asked for over REST. */
export interface RestRoute {
  readonly method: Method;
  readonly path: string;
  /** Of operations that share method and path: whether a query asks for this one. */
  readonly when?: (query: Query) => boolean;
  readonly query?: Readonly<Record<string, QueryKind>>;
  /** Of answers with rows: `fields` in the query keeps some of their attributes. */
  readonly rows?: Rows;
  readonly body?: BodyRule;
  /** Headers that the operation reads: `If-Match` becomes the input's `if_match`, `Idempotency-Key` goes to `Context`. */
  readonly headers?: readonly ('if-match' | 'idempotency-key')[];
  /**
   * `read`: the handler returns the object with its entity tag, and a caller that already has it gets 304. `written`: the
   * tag of the written object. `named`: the attribute `etag` of the answer.
   */
  readonly etag?: 'read' | 'written' | 'named';
  readonly answer: AnswerForm;
  /** The rows are answered as CSV where the client prefers it: its columns, by the parsed input and the answer. */
  readonly csvColumns?: (input: never, output: never) => readonly CsvColumn[];
}

/** The documentation of an operation. If several share a method and a path, the first one documents all. */
export interface OperationWords {
  /** Its name in the OpenAPI document. */
  readonly id: string;
  /** Its group there; default: the first part of its path. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  /** The parameters of a request that a fresh demo answers. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Statuses beside those that any request may get. */
  readonly errors?: readonly number[];
}

/** One thing that a client can ask for. */
export interface Operation<
  Kind extends OperationType = OperationType,
  In extends InputReader = InputReader,
  Out = unknown,
> {
  readonly type: Kind;
  /** The scope that the credential needs, which also selects the rate limit; null: no credential and no limit. */
  readonly scope: OperationScope | null;
  readonly input: In;
  readonly output: Type<Out>;
  /** Absent: an operation that every resource has; its words are made from the resource's. */
  readonly words?: OperationWords;
  /** Answered from memory, even if the store is unavailable. */
  readonly isFromMemory?: boolean;
  /** Absent where the operation is served over tRPC only. */
  readonly rest?: RestRoute;
  /** For a subscription: the id of an item, after which a client resumes. */
  readonly eventId?: (item: Out) => string;
}

/** An operation whose answer is made by calling the handlers of others, without a handler of its own. */
export interface Derived<Handlers> {
  readonly derive: (handlers: Handlers, call: CallContext, input: never) => unknown;
}

type Spec<In extends InputReader, Out> = Pick<Operation<OperationType, In, Out>, 'input' | 'output'> &
  Partial<Pick<Operation<OperationType, In, Out>, 'rest' | 'words' | 'isFromMemory'>>;

/** Reads: a query with the scope `read`. */
export const read = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'query', In, Out> => ({
  type: 'query',
  scope: 'read',
  ...spec,
});

/** Writes: a mutation with the scope `write`. */
export const write = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'mutation', In, Out> => ({
  type: 'mutation',
  scope: 'write',
  ...spec,
});

/** Changes what is not live, and starts work on it: a mutation with the scope `draft`, which `write` carries. */
export const drafting = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'mutation', In, Out> => ({
  type: 'mutation',
  scope: 'draft',
  ...spec,
});

/** Reports that a caller is present: a mutation that stores nothing, with the scope `read`. */
export const presence = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'mutation', In, Out> => ({
  type: 'mutation',
  scope: 'read',
  ...spec,
});

/** Changes which tiers are live: a mutation with the scope `publish`. */
export const publishing = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'mutation', In, Out> => ({
  type: 'mutation',
  scope: 'publish',
  ...spec,
});

/** Whether an operation writes stored objects, or starts work that does: its requests may carry a note. */
export const isWrite = ({ type: kind, scope }: Pick<Operation, 'type' | 'scope'>): boolean =>
  kind === 'mutation' && (scope === 'draft' || scope === 'write' || scope === 'publish');

/** Whether the input of an operation may be a whole tier set: such a body may be large. */
export const takesTierSet = ({ rest }: Pick<Operation, 'rest'>): boolean => rest?.body?.size === 'tierSet';

/** Runs auctions, in memory: a mutation with the scope `auction`. */
export const auction = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'mutation', In, Out> => ({
  type: 'mutation',
  scope: 'auction',
  isFromMemory: true,
  ...spec,
});

/** Needs no credential. */
export const open = <In extends InputReader, Out>(spec: Spec<In, Out>): Operation<'mutation', In, Out> & Open => ({
  type: 'mutation',
  ...spec,
  scope: null,
});

/** The type of such an operation: its handler gets a context that may lack a caller. */
export interface Open {
  readonly scope: null;
}

/** Goes on yielding until its signal is aborted: a subscription with the scope `read`. */
export const follow = <In extends InputReader, Out>(
  spec: Pick<Operation<'subscription', In, Out>, 'input' | 'output'> & { readonly eventId: (item: Out) => string },
): Operation<'subscription', In, Out> => ({ type: 'subscription', scope: 'read', ...spec });

type Route = Omit<RestRoute, 'method' | 'path'>;
const route =
  (method: Method) =>
  (path: `/${string}`, rest: Route): RestRoute => ({ method, path, ...rest });
export const [get, post, put, del] = [route('GET'), route('POST'), route('PUT'), route('DELETE')] as const;

export const page = (term: string, debug: readonly string[] = []): AnswerForm => ({
  form: 'page',
  term,
  debug: ['next_element', ...debug],
});
export const one = (term: string): AnswerForm => ({ form: 'one', term });
export const written = (term: string): AnswerForm => ({ form: 'written', term });
export const value = (term: string): AnswerForm => ({ form: 'value', term });
export const removed: AnswerForm = { form: 'removed', term: null };
/** An answer that holds money of one member. */
export const inMoney = (form: AnswerForm, hasMoney = true): AnswerForm => (hasMoney ? { ...form, hasMoney } : form);

/** What answers an operation, given the context of a permitted caller and a parsed input. */
export type Handler<Op> =
  Op extends Operation<infer Kind, infer In, infer Out>
    ? Kind extends 'subscription'
      ? (call: CallContext, input: In['_output'], signal: AbortSignal) => AsyncIterable<Out>
      : (call: Op extends Open ? Context : CallContext, input: In['_output']) => Promise<Out> | Out
    : never;
