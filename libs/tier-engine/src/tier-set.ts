import type { Crowds } from './crowds.ts';
import type { Decision } from './decision.ts';
import type { Entries } from './entry.ts';
import type { IdMap } from './id-map.ts';
import type { Tier } from './model.ts';
import type { Levels } from './level.ts';
import type { ProfileIndex } from './profile-index.ts';
import type { Draws } from './seed.ts';

/** Keeps the compiled part out of reach: this symbol does not leave the library. */
export const compiled: unique symbol = Symbol('compiled');

/** Everything one ym-profile needs to select, made by `compile`. Immutable; a change compiles a new one. */
export interface TierSet {
  readonly ymProfileId: number;
  readonly revision: string;
  /** In the order checked: priority descending, then id ascending. */
  readonly tiers: readonly Tier[];
  readonly [compiled]: CompiledTiers;
}

export interface CompiledTiers {
  /** By member id. */
  readonly firstEntry: IdMap;
  /** The level of each tier, `levelOf` reads it. */
  readonly levels: Levels;
  readonly entries: Entries;
  readonly crowds: Crowds;
  readonly profiles: ProfileIndex;
  /** Of the auction that is being decided: deciding is synchronous, so one of each is enough. */
  readonly draws: Draws;
  readonly decision: Decision;
}
