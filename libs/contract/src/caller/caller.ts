import type { ServiceError } from '../error/service-error.ts';

/** What a credential allows. */
export const scopes = ['read', 'write', 'auction', 'publish', 'manage', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes that operations need; `manage` and `admin` are asked for by handlers, where it depends on the object. */
export type OperationScope = Exclude<Scope, 'manage' | 'admin'>;

/** The rate limit that requests count against; what needs the scope `publish` is a write. */
export const rateOf = (scope: OperationScope): 'read' | 'write' | 'auction' => (scope === 'publish' ? 'write' : scope);

/** The user that a request acts for. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: 'admin' | 'seller';
  /** The seller that the caller belongs to; null for administrators. */
  readonly memberId: number | null;
  readonly scopes: readonly Scope[];
}

/** Whether a caller may do what needs a scope. */
export const hasScope = ({ scopes: held }: Pick<Caller, 'scopes'>, scope: Scope): boolean => held.includes(scope);

/** The client of a request, as its connection shows it. */
export interface Client {
  /** The network address: failed logins are counted under it. */
  readonly address: () => string;
  /** Whether it has disconnected, so that no answer reaches it. */
  readonly isGone: () => boolean;
  /** Whether a proxy that is not trusted names another client, so that the address is the proxy's. */
  readonly isForwarded: () => boolean;
}

/** What a door knows of a request, and hands to every operation. */
export interface Context {
  /** The caller, or the error that says why there is none. */
  readonly caller: Caller | ServiceError;
  readonly requestId: string;
  /** The header that names the credential, for what ends it. */
  readonly credential?: string | undefined;
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
  /** Gives the caller as it is once the input is read, as `caller`. Left out by doors that ask themselves. */
  readonly confirm?: (() => Promise<Caller | ServiceError>) | undefined;
  /** Left out where a request came over no connection, as those of the first start. */
  readonly client?: Client | undefined;
  /** Of a subscription: aborted with a ServiceError once the caller's credential is not valid any more. */
  readonly refused?: AbortSignal | undefined;
}

/** What a handler is given: the context of a request whose caller has the scope that the operation needs. */
export interface CallContext extends Omit<Context, 'caller'> {
  readonly caller: Caller;
}
