import type { ServiceError } from '../error/service-error.ts';

/** What a credential allows. */
export const scopes = ['read', 'draft', 'write', 'auction', 'publish', 'manage', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes that operations need; handlers check `manage` and `admin` themselves, where they depend on the object. */
export type OperationScope = Exclude<Scope, 'manage' | 'admin'>;

/** The scopes that one scope carries: who may write may draft. */
export const withCarried = (granted: readonly Scope[]): readonly Scope[] =>
  granted.includes('write') && !granted.includes('draft') ? [...granted, 'draft'] : granted;

/** The rate limit that counts a request; operations with the scopes `draft` and `publish` count as writes. */
export const rateOf = (scope: OperationScope): 'read' | 'write' | 'auction' =>
  scope === 'publish' || scope === 'draft' ? 'write' : scope;

/** The user that a request acts for. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: 'admin' | 'seller';
  /** The seller that the caller belongs to; null for administrators. */
  readonly memberId: number | null;
  readonly scopes: readonly Scope[];
  /** Present where a program acts for the user by its own judgement, as a language model does. */
  readonly through?: 'assistant' | undefined;
}

/** Who makes a change, as the change log, the history and drafts name it: `assistant, for ann`. */
export const authorOf = ({ username, through }: Pick<Caller, 'username' | 'through'>): string =>
  through === undefined ? username : `${through}, for ${username}`;

/** Whether a caller may do what needs a scope. */
export const hasScope = ({ scopes: held }: Pick<Caller, 'scopes'>, scope: Scope): boolean => held.includes(scope);

/** The client of a request, as its connection shows it. */
export interface Client {
  /** The network address, under which failed logins are counted. */
  readonly address: () => string;
  /** Whether it has disconnected, so that no answer reaches it. */
  readonly isGone: () => boolean;
  /** Whether an untrusted proxy forwards for another client, so that the address is the proxy's. */
  readonly isForwarded: () => boolean;
}

/** What REST or tRPC knows about a request, and passes to every operation. */
export interface Context {
  /** The caller, or the error that says why there is none. */
  readonly caller: Caller | ServiceError;
  readonly requestId: string;
  /** The Authorization header, with which a logout ends its token. */
  readonly credential?: string | undefined;
  /** The idempotency key of a write: the same request sent again with the same key is done only once. */
  readonly idempotencyKey?: string | undefined;
  /** For a write: the author's note for the change log. */
  readonly note?: string | undefined;
  /** For a write: the reason for making it directly although the member publishes by drafts. */
  readonly breakGlass?: string | undefined;
  /** For a write of the demo's first start: its recorded time, milliseconds since 1970. Absent: now. */
  readonly timeMs?: number | undefined;
  /** Adds a warning to the answer: something was changed or ignored, and the request did not fail for it. */
  readonly warn: (message: string) => void;
  /** Whether the caller gets the warnings: answers of tRPC have none. */
  readonly showsWarnings?: boolean | undefined;
  /** Authenticates again once the input is read. Absent where the reader of the request does so itself. */
  readonly confirm?: (() => Promise<Caller | ServiceError>) | undefined;
  /** Absent for requests without a connection, such as those of the first start. */
  readonly client?: Client | undefined;
  /** For a subscription: aborted with a ServiceError once the caller's credential is no longer valid. */
  readonly refused?: AbortSignal | undefined;
}

/** The context of a handler: its caller has the scope that the operation needs. */
export interface CallContext extends Omit<Context, 'caller'> {
  readonly caller: Caller;
}
