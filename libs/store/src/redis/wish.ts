import type { Plain } from '@auction-tiers/contract';
import type { Actor, Idempotency, Secrets, StoredResource } from '../port.ts';

/** What a writer asks for. */
export interface Wish {
  readonly operation: 'create' | 'update' | 'delete';
  readonly resource: StoredResource;
  readonly memberId: number | null;
  /** Null: the write itself draws it, for a create of what is not its own owner, and on no cluster. */
  readonly id: number | null;
  /** Null for a delete. */
  readonly value: Plain | null;
  readonly secrets?: Secrets | undefined;
  /** The expected revision of an update, and of a delete if any; the limit of a create, if any. */
  readonly guard: number | null;
  readonly actor: Actor;
  /** Of a create. */
  readonly idempotency?: Idempotency | undefined;
  /** Whether the id is reserved for this create, and another one is reserved when it is taken. */
  readonly isReserved?: boolean;
}
