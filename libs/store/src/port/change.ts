import type { Plain, ServiceName } from '@auction-tiers/contract';

/** What one write or batch write was, as its changes say. */
export interface Step {
  readonly kind: 'write' | 'import' | 'publish' | 'restore';
  /** What its author wrote about it. */
  readonly note: string | null;
  /** The draft that it published. */
  readonly draftId: number | null;
  /** Why its author wrote directly where the member publishes by drafts. */
  readonly breakGlass: string | null;
}

/** One write or batch write, as far as it touched a ym-profile, its tiers or the profiles that they need. */
export interface YmProfileStep {
  /** The revision of the last change of the step. */
  readonly revision: number;
  /** The revisions of the first and the last of its changes that touched the ym-profile. */
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
   * When the change counts as made, milliseconds since 1970; never before the newest change of its partition and never in
   * the future, whatever is asked for. Left out: now. Only the demo's first start gives one.
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
  /** The object; of an update only the attributes that changed. Null for a create. */
  readonly before: Plain | null;
  /** The object after the change, in the form of `before`; null for a delete. */
  readonly after: Plain | null;
  /**
   * Why the change cannot be read: the service is unknown to this version (`before` and `after` are null), or `after` has
   * only the attributes that can be read.
   */
  readonly problem?: string;
  /** Why `before` has only the attributes that can be read. */
  readonly beforeProblem?: string;
  /** The revision of the last change of the same batch write. A reader that has not reached it has only a part of it. */
  readonly through: number;
  /** As in `Position`; the changes of a batch write share it. */
  readonly mark: string;
}

/** Changes after a place, or why they cannot be given and the reader must load again. */
export interface ChangesAfter {
  readonly epoch: string;
  readonly changes: readonly Change[];
  /** `trimmed`: some are no longer stored. `replaced`: the reader's place is in another history than the store's. */
  readonly gap: 'trimmed' | 'replaced' | null;
}

/** Changes of one member, newest first. */
export interface OwnedChanges {
  readonly changes: readonly Change[];
  /** Whether these are all changes of the member that were asked for: there are no older ones. */
  readonly isComplete: boolean;
  /** The revision of the oldest change of the partition that is kept; null: none is. */
  readonly oldest: number | null;
  /** The history that they are of. */
  readonly epoch: string;
  /** The last revision of the partition. */
  readonly revision: number;
}
