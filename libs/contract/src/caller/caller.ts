import type { ServiceError } from '../error/service-error.ts';

/** What a credential allows. */
export const scopes = ['read', 'write', 'auction', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The user that a request acts for. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: 'admin' | 'seller';
  /** The seller that the caller belongs to; null for administrators. */
  readonly memberId: number | null;
  readonly scopes: readonly Scope[];
}

/** What a door hands to every procedure. */
export interface Context {
  /** The caller, or why there is none. */
  readonly caller: Caller | ServiceError;
  readonly requestId: string;
  /** Names a create, so that sending it again does nothing again. */
  readonly idempotencyKey?: string | undefined;
  /** Tells the caller of something that was changed or ignored, without failing the call. */
  readonly warn: (message: string) => void;
}

/** What a handler is given: a caller that may do this. */
export interface Call extends Omit<Context, 'caller'> {
  readonly caller: Caller;
}
