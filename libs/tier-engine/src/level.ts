import type { Tier } from './model.ts';

/** Where a bid stands against bids of other tiers: the priority of its tier; a higher one comes first. */
export type Level = number;

/** Untiered bids rank below every tier; excluded ones take no part. */
export const untieredLevel: Level = 0;
export const excludedLevel: Level = -1;

/** The levels of the tiers of a set, after that of no tier, whose index is -1. */
export type Levels = Int8Array;

export function createLevels(tiers: readonly Tier[]): Levels {
  const levels = new Int8Array(1 + tiers.length);
  levels[0] = untieredLevel;
  for (let at = 0; at < tiers.length; at++) {
    const { memberAction, priority } = tiers[at]!;
    levels[1 + at] = memberAction === 'exclude' ? excludedLevel : priority;
  }
  return levels;
}

export function levelOf(levels: Levels, tierIndex: number): Level {
  return levels[1 + tierIndex]!;
}
