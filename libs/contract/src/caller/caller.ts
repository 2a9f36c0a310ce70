import type { ServiceError } from '../error/service-error.ts';

/** What a credential allows. */
export const scopes = ['read', 'write', 'auction', 'publish', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The rate limit that requests count against; what needs the scope `publish` is a write. */
export const rateOf = (scope: Exclude<Scope, 'admin'>): 'read' | 'write' | 'auction' =>
  scope === 'publish' ? 'write' : scope;

/** The user that a request acts for. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: 'admin' | 'seller';
  /** The seller that the caller belongs to; null for administrators. */
  readonly memberId: number | null;
  readonly scopes: readonly Scope[];
}

/** The client of a request, as its connection shows it. */
export interface Client {
  /** The network address: failed logins are counted under it. */
  readonly address: () => string;
  /** Whether it has disconnected, so that no answer reaches it. */
  readonly isGone: () => boolean;
  /**
   * Calls back when the operation has ended and its answer is written, or never will be: until then its objects are in
   * memory. Undefined where the door does not know.
   */
  readonly onAnswered?: (act: () => void) => void;
}

/**
 * A caller that is taken to be what it was a moment ago, so that a create need not ask first. The store checks it as it
 * writes: whether users and keys are still at this place in their history.
 */
export interface PresumedCaller {
  readonly place: { readonly epoch: string; readonly revision: number; readonly mark: string };
  /** Until the store has checked it, or it was looked up. */
  isOpen: boolean;
  /** Looks the caller up. Rejects with a ServiceError where it is none any more, or another one. */
  confirm(): Promise<void>;
}

/** What a door needs to know of an operation with a large input. */
export interface LargeOperation {
  readonly input: { readonly parse: (value: unknown) => unknown };
  readonly parseInSteps?: (value: unknown) => Iterator<undefined, unknown, undefined>;
}

/** An input that a door has read, as the operation takes it. */
export interface ReadInput {
  readonly input: object;
  readonly end: () => void;
}

/** What a door knows of a request, and hands to every operation. */
export interface Context {
  /** The caller, or the error that says why there is none. */
  readonly caller: Caller | ServiceError;
  readonly requestId: string;
  /** Names a create, so that the same request sent again creates nothing more. */
  readonly idempotencyKey?: string | undefined;
  /** Of a write: what its author wrote about it, for the change log. */
  readonly note?: string | undefined;
  /** Of a write: why it is made directly where the member publishes by drafts. */
  readonly breakGlass?: string | undefined;
  /** Of a write of the demo's first start: when it counts as made, milliseconds since 1970. Left out: now. */
  readonly timeMs?: number | undefined;
  /** Adds a warning to the answer: something was changed or ignored, and the request did not fail for it. */
  readonly warn: (message: string) => void;
  /**
   * Asks whether the caller is still one, once the input is read. Undefined: it is. Else a promise, which rejects with a
   * ServiceError where it is not. Left out by doors that ask themselves.
   */
  readonly confirm?: (() => Promise<void> | undefined) | undefined;
  /** Of a create whose caller was not looked up: the handler has the store check it. */
  readonly presumed?: PresumedCaller | undefined;
  /** Left out where a request came over no connection, as those of the first start. */
  readonly client?: Client | undefined;
  /**
   * Of a read of stored objects that its door has begun to prepare. `done` resolves once memory holds everything that was
   * committed for this owner (null: the installation) before the request came.
   */
  readonly fresh?: { readonly owner: number | null; readonly done: Promise<void> } | undefined;
  /**
   * Of a door that reads and parses a large input itself, in steps, once the caller may send it. `end` is called when the
   * operation has ended. Throws a ServiceError.
   */
  readonly readInput?: ((operation: LargeOperation) => Promise<ReadInput>) | undefined;
  /** Of a door that makes one text of all outputs: gives what stands in it for one, which for a long one is a mark. */
  readonly standIn?: (<Out>(output: Out) => Out) | undefined;
  /** Of a subscription: aborted with a ServiceError once the caller's credential is not valid any more. */
  readonly refused?: AbortSignal | undefined;
}

/** What a handler is given: the context of a request whose caller has the scope that the operation needs. */
export interface CallContext extends Omit<Context, 'caller'> {
  readonly caller: Caller;
}
