import type { Plain, ServiceName } from '@auction-tiers/contract';

/** The kind and the author's notes of one write or batch write, as its changes record them. */
export interface Step {
  readonly kind: 'write' | 'import' | 'publish' | 'restore' | 'undo';
  /** The author's note. */
  readonly note: string | null;
  /** The draft that was published. */
  readonly draftId: number | null;
  /** The author's reason for writing directly although the member publishes by drafts. */
  readonly breakGlass: string | null;
}

/** One write or batch write, reduced to a ym-profile, its tiers and the profiles that they use. */
export interface YmProfileStep {
  /** The revision of the last change of the step. */
  readonly revision: number;
  /** The revisions of its first and last change that touched the ym-profile. */
  readonly first: number;
  readonly last: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** Steps of a ym-profile, newest first. */
export interface YmProfileSteps {
  readonly steps: readonly (YmProfileStep & { readonly change: Change })[];
  readonly total: number;
}

/** The author of a change, for the change log. */
export interface Actor {
  readonly user: string;
  readonly requestId: string;
  /** Left out: a single write is a plain `write`, a batch write an `import`. */
  readonly step?: Step | undefined;
  /**
   * The recorded time of the change, milliseconds since 1970; never before the newest change of its partition and never
   * in the future, whatever is requested. Absent: now. Only the demo's first start sets it.
   */
  readonly timeMs?: number | undefined;
}

/** One committed change. Revisions of a partition are consecutive from 1. */
export interface Change extends Step {
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
  /** The object before the change; for an update only the attributes that changed. Null for a create. */
  readonly before: Plain | null;
  /** The object after the change, in the form of `before`; null for a delete. */
  readonly after: Plain | null;
  /**
   * Why the change cannot be read: this version does not know the service (`before` and `after` are null), or `after`
   * has only the readable attributes.
   */
  readonly problem?: string;
  /** Why `before` has only the readable attributes. */
  readonly beforeProblem?: string;
  /** The last revision of the same batch write. A reader that has not reached it has only a part of the write. */
  readonly through: number;
  /** As in `Position`; the changes of a batch write share it. */
  readonly mark: string;
}

/** The changes after a position, or why they cannot be returned, so that the reader must load again. */
export interface ChangesAfter {
  readonly epoch: string;
  readonly changes: readonly Change[];
  /** `trimmed`: some changes are no longer stored. `replaced`: the reader's position is not in the store's history. */
  readonly gap: 'trimmed' | 'replaced' | null;
}

/** Changes of one member, newest first. */
export interface OwnedChanges {
  readonly changes: readonly Change[];
  /** Whether these are all requested changes: there are no older ones. */
  readonly isComplete: boolean;
  /** The revision of the oldest stored change of the partition; null: there is none. */
  readonly oldest: number | null;
  /** The epoch of the history that the changes belong to. */
  readonly epoch: string;
  /** The last revision of the partition. */
  readonly revision: number;
}
