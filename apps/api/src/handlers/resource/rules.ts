import type { CallContext, Completion, Plain } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';

/** Fills in what a client may leave out (names, codes), and finds references to what does not exist. */
type Complete = (value: Plain, found: Completion) => Plain;

/** The rules of a resource beyond its definition. */
export interface Rules {
  readonly complete?: Complete;
  /** How many objects a member may have; undefined: any number. */
  readonly limit?: number;
  /** Whether a new object has the id that is sent; else the store draws one. */
  readonly isIdGiven?: boolean;
  /** An object that the caller may not see is answered as one that does not exist. */
  readonly isVisible?: (call: CallContext, row: Plain) => boolean;
  /** An object as it is answered, where that is less than what is stored. */
  readonly toShown?: (row: Plain) => Plain;
  /** Called once a change is made; may warn the caller of its consequences. */
  readonly tell?: (call: CallContext, change: Change) => Promise<void>;
  /** Throws for a caller that may not write. */
  readonly requireWriter?: (call: CallContext) => void;
  /** Whether the objects change by drafts only, if the member publishes by drafts. */
  readonly isPublished?: boolean;
  /**
   * Whether a write decides which tiers an auction meets: it needs the scope `publish`, and goes by a draft where the
   * member publishes by drafts. Null: the object is not there before, or after.
   */
  readonly decides?: (before: Plain | null, after: Plain | null) => boolean;
  /** Throws for a change that the caller may not make, although the object would be valid. */
  readonly permitChange?: (call: CallContext, before: Plain, after: Plain) => void;
}
