import type { Tier } from './model.ts';

/** Where a bid stands against bids of other tiers: the priority of its tier; a higher one comes first. */
export type Level = number;

/** Untiered bids rank below every tier; excluded ones take no part. */
export const untieredLevel: Level = 0;
export const excludedLevel: Level = -1;

/** The levels of the tiers of a set, after that of no tier, whose index is -1. */
export type Levels = Int8Array;

export function createLevels(tierCount: number): Levels {
  const levels = new Int8Array(1 + tierCount);
  levels[0] = untieredLevel;
  return levels;
}

export function writeLevel(levels: Levels, tierIndex: number, { memberAction, priority }: Tier): void {
  levels[1 + tierIndex] = memberAction === 'exclude' ? excludedLevel : priority;
}

export function levelOf(levels: Levels, tierIndex: number): Level {
  return levels[1 + tierIndex]!;
}
