import type { Plain, Resource, ServiceName } from '@auction-tiers/contract';

/** Any resource whose objects are stored. */
export type StoredResource = Pick<Resource, 'service' | 'fields' | 'references' | 'unique' | 'secrets' | 'owner'>;

/** Who makes a change, for the change log. */
export interface Actor {
  readonly user: string;
  readonly requestId: string;
}

/** A stored object and the revision of its last change. */
export interface StoredObject {
  readonly value: Plain;
  readonly revision: number;
}

/** One committed change. Revisions of a partition are consecutive from 1. */
export interface Change {
  readonly partition: number;
  readonly revision: number;
  readonly service: ServiceName;
  readonly id: number;
  readonly operation: 'create' | 'update' | 'delete';
  /** The seller the object belongs to; null for the installation's own objects. */
  readonly memberId: number | null;
  readonly user: string;
  readonly requestId: string;
  /** Milliseconds since the epoch, by the store's clock. */
  readonly timeMs: number;
  readonly before: Plain | null;
  readonly after: Plain | null;
  /** The revision of the last change of the same step: until it is reached, only a part of the step is done. */
  readonly through: number;
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
  /** The member has as many objects as it may. */
  | { readonly kind: 'limit'; readonly limit: number }
  /** The idempotency key was used for a create that asked for something else. */
  | { readonly kind: 'reused_key' };

export type WriteResult =
  /** `isRepeat`: this create was made before under the same idempotency key, and `change` is what it came to then. */
  | { readonly ok: true; readonly change: Change; readonly isRepeat: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** Makes sending a create again safe, for 24 hours. */
export interface Idempotency {
  /** Names the request; already unique to its caller. */
  readonly key: string;
  /** What was asked, so that another request under the same key is noticed. */
  readonly fingerprint: string;
}

/** The texts of a resource's secrets, by name. */
export type Secrets = Readonly<Record<string, string>>;

export interface CreateOptions {
  /** Given by the writer where the resource's ids are not the service's to choose; else drawn from the counter. */
  readonly id?: number;
  /** Most objects of this service that a member may have. */
  readonly limit?: number;
  /** All that the resource has. */
  readonly secrets?: Secrets;
  /** Looked at before all else. Not beside a given `id` of a resource that is its own owner. */
  readonly idempotency?: Idempotency;
}

export interface UpdateOptions {
  /** Those not given stay as they are. */
  readonly secrets?: Secrets;
}

export interface RemoveOptions {
  /** Removes the object only if this is its revision. */
  readonly expectedRevision?: number;
}

/** One write of a step. The store sets `created_on` and `last_modified`, and the member of a `value`. */
export type Write =
  /** `create`: the id is one of `drawIds`. */
  | {
      readonly operation: 'create' | 'update';
      readonly resource: StoredResource;
      readonly id: number;
      readonly value: Plain;
    }
  | { readonly operation: 'delete'; readonly resource: StoredResource; readonly id: number };

export interface StepOptions {
  /** The revision of its partition up to which the writer knows the member's objects: `changed` if there is a newer one. */
  readonly knownRevision: number;
  /** Most objects that the member may have of a service. A step that makes them fewer is never over it. */
  readonly limits?: Readonly<Partial<Record<ServiceName, number>>>;
  /** `answer` is kept, and given to whoever sends the step again. */
  readonly idempotency?: Idempotency & { readonly answer: string };
  /** Nothing is written; the result is what it would be. */
  readonly isTrial?: boolean;
}

export type StepResult =
  /** The last revision of the step; of a trial, and of a step without writes, the present one. */
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: true; readonly revision: number; readonly earlierAnswer: string }
  /** `place`: of the write that was refused; null where it is none of them. */
  | { readonly ok: false; readonly refusal: Refusal; readonly place: number | null };

/** Everything the service asks of a durable store. A write that is answered is durable and seen by every later read. */
export interface ObjectStore {
  /** Number of partitions; a member's objects all live in partition memberId mod this; shared ones in partition 0. */
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
   * Carries out many writes to a member's objects in one step: all of them or none, seen by nobody in between. What they
   * refer to, take up and give up is judged by what is there in the end. Resources that belong to members only.
   */
  writeAll(memberId: number, writes: readonly Write[], actor: Actor, options: StepOptions): Promise<StepResult>;
  /** What a step under this key came to before; null when there was none. */
  earlierStep(memberId: number, idempotency: Idempotency): Promise<StepResult | null>;
  /** Fresh ids of a service, for a step that creates. */
  drawIds(service: ServiceName, count: number): Promise<readonly number[]>;
  /**
   * What a create under this key came to before, as `create` would answer it; null when there was none. For callers that
   * check what is asked: what it names may have gone since.
   */
  repeatOf(resource: StoredResource, memberId: number | null, idempotency: Idempotency): Promise<WriteResult | null>;
  /** The object as last committed, or null when there is none or it is another member's. */
  get(resource: StoredResource, memberId: number | null, id: number): Promise<StoredObject | null>;
  /** The last committed revision of a partition; 0 when nothing was ever written. */
  revision(partition: number): Promise<number>;
  /** Committed changes after a revision, oldest first, at most `limit`; `gap` when some are no longer kept. */
  changesAfter(
    partition: number,
    revision: number,
    limit: number,
  ): Promise<{ readonly changes: readonly Change[]; readonly gap: boolean }>;
  /** A page of one member's part of the change log (null: the installation's own), newest first, and the total. */
  changeLog(
    memberId: number | null,
    start: number,
    count: number,
  ): Promise<{ readonly changes: readonly Change[]; readonly total: number }>;
  /** Every object of a partition, with the revision at which following must start to miss nothing. */
  load(
    partition: number,
    resources: readonly StoredResource[],
  ): Promise<{ readonly revision: number; readonly objects: readonly LoadedObject[] }>;
  /**
   * Calls back when a partition may have new changes, and up to which revision where that is known; hints may repeat, and
   * one lost is made up by polling.
   */
  onHint(listener: (partition: number, revision?: number) => void): Promise<() => Promise<void>>;
  /** Who calls: users, their keys and tokens. */
  readonly credentials: CredentialStore;
  /** Whether the server answers now. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LoadedObject extends StoredObject {
  readonly service: ServiceName;
  readonly id: number;
}

export interface User {
  readonly id: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly role: 'admin' | 'seller';
  readonly memberId: number | null;
}

/** What is kept of a token, under the SHA-256 of it. */
export interface Token {
  readonly userId: number;
  readonly createdMs: number;
  /** Ties the token to the password it was got with: the caller compares it with the mark of the present one. */
  readonly passwordMark: string;
}

/** Finds who calls, and counts failed logins. Users and keys are objects: `create` makes them, `remove` ends them. */
export interface CredentialStore {
  findUser(username: string): Promise<User | null>;
  findUserById(id: number): Promise<User | null>;
  /** The key of which this is the SHA-256, and its user; null when either is gone. */
  findKey(
    sha256: string,
  ): Promise<{ readonly id: number; readonly scopes: readonly string[]; readonly user: User } | null>;
  putToken(sha256: string, token: Token, ttlMs: number): Promise<void>;
  /** The token, its user and the time it has left; null when the token or its user is gone. */
  findToken(sha256: string): Promise<{ readonly token: Token; readonly user: User; readonly ttlMs: number } | null>;
  /** Extends a token's life; false when it is gone. */
  touchToken(sha256: string, ttlMs: number): Promise<boolean>;
  removeToken(sha256: string): Promise<boolean>;
  /** Counts a failure under a name for a window; gives the failures in it and the time until it ends. */
  countFailure(name: string, windowMs: number): Promise<{ readonly failures: number; readonly remainingMs: number }>;
  failures(name: string): Promise<{ readonly failures: number; readonly remainingMs: number }>;
  clearFailures(name: string): Promise<void>;
}
