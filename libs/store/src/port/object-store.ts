import type { Plain, Resource, ServiceName } from '@auction-tiers/contract';
import type { Actor, Change, ChangesAfter, OwnedChanges, YmProfileSteps } from './change.ts';
import type { CredentialStore } from './credential-store.ts';
import type { KnownHistory, Position, RememberedPosition, StoreMemory } from './position.ts';
import type { Trouble } from './store-error.ts';

/** Any resource whose objects are stored. */
export type StoredResource = Pick<Resource, 'service' | 'fields' | 'references' | 'unique' | 'secrets' | 'owner'>;

/** A stored object and the revision of its last change. */
export interface StoredObject {
  readonly value: Plain;
  readonly revision: number;
  /** Why the object cannot be read, without showing any value; `value` then has only the readable attributes. */
  readonly problem?: string;
}

/** Why a write was refused. Nothing was stored. */
export type Refusal =
  /** No such object, or it is another member's. */
  | { readonly kind: 'not_found' }
  /** The object has changed since `expectedRevision`. */
  | { readonly kind: 'changed' }
  /** `create` with an id that is taken. */
  | { readonly kind: 'exists' }
  /** An attribute names an object that does not exist or belongs to another member. */
  | { readonly kind: 'dangling'; readonly field: string; readonly service: ServiceName; readonly id: number }
  /** Another object of the owner has this value; of a secret, `value` is empty. */
  | { readonly kind: 'duplicate'; readonly field: string; readonly value: string; readonly id: number }
  /** Other objects refer to this one: a service and how many. */
  | { readonly kind: 'in_use'; readonly service: ServiceName; readonly count: number }
  /** The member has as many objects of the service as it may have. */
  | { readonly kind: 'limit'; readonly limit: number }
  /** The idempotency key was used before, for another request. */
  | { readonly kind: 'reused_key' }
  /** The member is not in the state `whileMember`. */
  | { readonly kind: 'member_other' };

export type WriteResult =
  /**
   * `object`: the whole object after the write; null for a delete. `isRepeat`: this write was done before under the
   * same idempotency key; `change` is its change of that time, except that `before` is null.
   */
  | { readonly ok: true; readonly change: Change; readonly object: Plain | null; readonly isRepeat: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** Makes it safe to send a write again, for 24 hours. */
export interface Idempotency {
  /** Names the request. The caller makes it unique among all callers. */
  readonly key: string;
  /** Identifies the content of the request, so that another request under the same key is refused. */
  readonly fingerprint: string;
}

/** A state of a member's own object: an attribute and its text. A member without a stored value also matches. */
export interface MemberState {
  readonly field: string;
  readonly text: string;
}

/** The texts of a resource's secrets, by name. */
export type Secrets = Readonly<Record<string, string>>;

export interface CreateOptions {
  /** For resources whose ids the service does not choose; otherwise the id is drawn from the counter. */
  readonly id?: number;
  /** The most objects of this service that a member may have. */
  readonly limit?: number;
  /** Every secret of the resource. */
  readonly secrets?: Secrets;
  /** Checked before anything else. Not allowed with an `id` for a resource that is its own owner. */
  readonly idempotency?: Idempotency;
  /** Checked atomically with the write. Only for objects that belong to members. */
  readonly whileMember?: MemberState;
}

export interface UpdateOptions {
  /** Secrets that are absent stay unchanged. */
  readonly secrets?: Secrets;
  /** Checked before anything else. */
  readonly idempotency?: Idempotency;
  /** As in `CreateOptions`. */
  readonly whileMember?: MemberState;
}

export interface RemoveOptions {
  /** Removes the object only if this is its revision. */
  readonly expectedRevision?: number;
  /** Checked before anything else. */
  readonly idempotency?: Idempotency;
  /** As in `CreateOptions`. */
  readonly whileMember?: MemberState;
}

/** One write of a batch write. The store sets `created_on`, `last_modified` and the `member_id` of `value`. */
export type Write =
  /** The id of a `create` comes from `drawIds`. */
  | {
      readonly operation: 'create' | 'update';
      readonly resource: StoredResource;
      readonly id: number;
      readonly value: Plain;
    }
  | { readonly operation: 'delete'; readonly resource: StoredResource; readonly id: number };

export interface BatchOptions {
  /** The partition's revision that the caller has read; refused as `changed` if the member has a newer change. */
  readonly knownRevision: number;
  /** The most objects of a service for the member. A batch write that reduces their number is never refused for it. */
  readonly limits?: Readonly<Partial<Record<ServiceName, number>>>;
  /** `answer` is stored, and returned when the batch write is sent again. */
  readonly idempotency?: Idempotency & { readonly answer: string };
  /** Writes nothing; the result is the one that the batch write would have. */
  readonly isDryRun?: boolean;
  /** The hold that the batch write uses; the batch write ends it. */
  readonly hold?: Hold;
}

/** Makes other writes to a member's objects wait, for 5 seconds at most. */
export interface Hold {
  readonly name: string;
  /** Ends the hold early. */
  release(): Promise<void>;
}

export type BatchResult =
  /** The last revision of the batch write; the present revision for a dry run and for one without writes. */
  | { readonly ok: true; readonly revision: number; readonly mark: string }
  | { readonly ok: true; readonly revision: number; readonly mark: string; readonly earlierAnswer: string }
  /** `index`: of the refused write, from 0; null if the refusal concerns no single write. */
  | { readonly ok: false; readonly refusal: Refusal; readonly index: number | null };

/** Why the store cannot answer, or takes no writes. */
export interface StoreTrouble {
  readonly kind: Trouble;
  /** For the log: it may name machines. */
  readonly message: string;
}

/**
 * The port of the durable store. A write that was answered is durable, and every later read sees it.
 *
 * The store identifies its database by `Position`s. If the server comes back with another database or an older one, the
 * store is `held`: every call rejects with `StoreUnavailable`, nothing is read or written, until the known database is
 * back or an operator has adopted the present one. Only if a server takes over that lacks the last changes, as in a
 * failover, the store continues by itself, and readers get the gap `replaced`.
 */
export interface ObjectStore {
  /** Number of partitions. A member's objects are in partition `memberId mod partitions`, shared ones in partition 0. */
  readonly partitions: number;
  /**
   * Stores a new object. The store sets `id`, and `created_on` and `last_modified` where the resource has them.
   * `memberId` is null for resources of the whole installation.
   */
  create(
    resource: StoredResource,
    memberId: number | null,
    value: Plain,
    actor: Actor,
    options?: CreateOptions,
  ): Promise<WriteResult>;
  /** Replaces the object if its revision is still `expectedRevision`. The store sets `last_modified`. */
  update(
    resource: StoredResource,
    memberId: number | null,
    id: number,
    value: Plain,
    expectedRevision: number,
    actor: Actor,
    options?: UpdateOptions,
  ): Promise<WriteResult>;
  remove(
    resource: StoredResource,
    memberId: number | null,
    id: number,
    actor: Actor,
    options?: RemoveOptions,
  ): Promise<WriteResult>;
  /**
   * A batch write: many writes to a member's objects, atomically, all or none. References, unique values and limits are
   * checked against the state after all writes. Only for resources that belong to members, and for the create of the
   * member itself.
   */
  writeBatch(memberId: number, writes: readonly Write[], actor: Actor, options: BatchOptions): Promise<BatchResult>;
  /**
   * Makes other writes to a member's objects wait, so that a following batch write finds what is read from now on.
   * Waits for another caller's hold to end. Other writes are not refused: they wait inside the store.
   */
  holdWrites(memberId: number): Promise<Hold>;
  /** The result of an earlier batch write under this key; null when there was none. */
  earlierBatch(memberId: number, idempotency: Idempotency): Promise<BatchResult | null>;
  /** Fresh ids of a service, for the creates of a batch write. */
  drawIds(service: ServiceName, count: number): Promise<readonly number[]>;
  /**
   * The id for an object that owns itself and that a batch write creates under an idempotency key: the same id for each
   * attempt, so that a repeated write is found. `taken`: the id reserved before, which belongs to another object.
   */
  reserveId(service: ServiceName, idempotencyKey: string, taken?: number): Promise<number>;
  /**
   * The result of an earlier write under this key, as the write would answer it; null: there was none. For callers that
   * validate the request first: objects that it refers to may have been removed since. `id`: the object of an update or
   * a removal.
   */
  repeatOf(
    resource: StoredResource,
    memberId: number | null,
    idempotency: Idempotency,
    id?: number,
  ): Promise<WriteResult | null>;
  /** The object as last committed; null when there is none or it belongs to another member. */
  get(resource: StoredResource, memberId: number | null, id: number): Promise<StoredObject | null>;
  /** The secrets of an object, for the service's own use; null as for `get`. */
  secretsOf(resource: StoredResource, memberId: number | null, id: number): Promise<Secrets | null>;
  /** The position of the last committed change of a partition. */
  head(partition: number): Promise<Position>;
  /** The positions of all partitions' last committed changes, after a check that the database is the known one. */
  heads(): Promise<readonly Position[]>;
  /** Whether the database is the known one; `heads` brings it up to date. */
  readonly history: KnownHistory;
  /** What to pass to the next store that opens this database. */
  memory(): StoreMemory;
  /** Committed changes after a position, oldest first, at most `limit`. Each reader keeps its own position. */
  changesAfter(partition: number, position: RememberedPosition, limit: number): Promise<ChangesAfter>;
  /** A page of one member's change log (null: the installation's), newest first, and the total. */
  changeLog(
    memberId: number | null,
    start: number,
    count: number,
  ): Promise<{ readonly changes: readonly Change[]; readonly total: number }>;
  /** A member's changes with `after` < revision <= `through`, newest first: as many as some milliseconds allow. */
  changesOf(memberId: number, after: number, through: number): Promise<OwnedChanges>;
  /** A page of the steps of a ym-profile whose changes are kept; each with the last of its changes. */
  stepsOf(memberId: number, ymProfileId: number, start: number, count: number): Promise<YmProfileSteps>;
  /** Changes of a partition from revision `first` to `last`, oldest first, at most `limit`. */
  changesBetween(partition: number, first: number, last: number, limit: number): Promise<readonly Change[]>;
  /** The change with a revision of a partition; null: it is not kept. */
  changeAt(partition: number, revision: number): Promise<Change | null>;
  /** Removes changes older than a time, at most `most`, never the newest. `oldestMs`: time of the oldest kept. */
  trimChanges(
    partition: number,
    limits: { readonly beforeMs: number; readonly keptNewest: number; readonly most: number },
  ): Promise<{ readonly removed: number; readonly oldestMs: number | null }>;
  /**
   * Every object of a partition, and the position after which to read changes so that none is missed. `keep` may return
   * an equal object that the caller has already: copies of many objects take much memory.
   */
  load(
    partition: number,
    resources: readonly StoredResource[],
    keep?: (object: LoadedObject) => LoadedObject,
  ): Promise<Position & { readonly objects: readonly LoadedObject[] }>;
  /**
   * Calls back when a partition may have new changes, with their last revision if it is known. A notification may
   * arrive twice or be lost, so callers also poll; a subscription that has gone silent is detected within three
   * seconds. Returns a function that ends it.
   */
  onChangeNotification(listener: (partition: number, revision?: number) => void): Promise<() => Promise<void>>;
  /** Does work that only one process may do at a time; others wait. The lease of a dead process expires. */
  withLease<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Like `withLease`, without waiting: false if another process is doing the work; nothing was done here. */
  tryLease(name: string, work: () => Promise<void>): Promise<boolean>;
  /**
   * Records that a user has a draft open, for 30 seconds, and returns all users that do. The record is no object: it
   * has no revision, no change and no backup contains it.
   */
  noteOpen(memberId: number, draftId: number, user: string): Promise<readonly OpenBy[]>;
  /** Users, their keys and tokens. */
  readonly credentials: CredentialStore;
  /**
   * Why the store cannot answer or takes no writes now; null: it works. Asks the server for a write that changes
   * nothing. Never rejects.
   */
  findTrouble(): Promise<StoreTrouble | null>;
  close(): Promise<void>;
}

/** A user that has a draft open, and since when, milliseconds since 1970. */
export interface OpenBy {
  readonly user: string;
  readonly sinceMs: number;
}

export interface LoadedObject extends StoredObject {
  readonly service: ServiceName;
  readonly id: number;
}
