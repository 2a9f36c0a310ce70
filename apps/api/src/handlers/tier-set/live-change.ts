import type { DraftContent } from '@auction-tiers/contract';

/** Live tiers that a write makes. */
export interface LiveChange {
  readonly owner: number;
  readonly ymProfileId: number;
  /** What was live before; undefined: not known. */
  readonly before?: DraftContent | undefined;
  /** The tiers and profiles that the write creates have ids here, in a dry run such as no object has. */
  readonly after: DraftContent;
  /** The draft whose publish it is. */
  readonly draftId?: number;
}

/**
 * Warnings for the author of a change of live tiers: what becomes of drafts that are scheduled. Handed to the handlers
 * that make such changes, because drafts are built on them.
 */
export type Beside = (change: LiveChange) => Promise<readonly string[]>;
