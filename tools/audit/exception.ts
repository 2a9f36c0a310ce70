import type { Exception } from './judge.ts';

/** Known weaknesses of what is installed, each with the reason why it does no harm here. */
export const exceptions: readonly Exception[] = [];
