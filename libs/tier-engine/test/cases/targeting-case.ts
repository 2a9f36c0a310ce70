import type { Impression, Targeting } from '@auction-tiers/tier-engine';

/** A targeting, an impression, and whether the one matches the other. */
export interface TargetingCase {
  readonly rule: string;
  readonly targeting: Targeting;
  readonly impression?: Impression;
  /** ISO 8601. */
  readonly time?: string;
  readonly matches: boolean;
}
