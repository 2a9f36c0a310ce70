/** What the service does, in parts that fail separately: each is ready or not, and has a path under /readyz. */
export const dutyWords = {
  auctions: 'Auctions, markets and countries, which need no Redis',
  reads: 'Reads of stored objects',
  writes: 'Writes of stored objects',
} as const;

export type Duty = keyof typeof dutyWords;

export const duties = Object.keys(dutyWords) as readonly Duty[];
