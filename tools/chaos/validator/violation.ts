/** The laws that hold whatever happens. */
export const laws = {
  acknowledged: 'every acknowledged write is there, exactly once, and no refused one; imports are whole or not there',
  'change log':
    'replaying the changes gives the state; revisions have no holes; changes are in the order of the answers',
  replicas: 'every replica equals one that is started anew, 5 s after the traffic has ended at the latest',
  auctions: 'no auction fails, but those of a process that was killed; none sees half of an import',
  reads: 'no read is older than what was acknowledged before it was sent',
  answers: 'no request is answered wrong',
  simulations: 'every acknowledged simulation ends, once',
  published: 'a scheduled draft is published once and whole, also where something is killed at its moment',
} as const;
export type LawName = keyof typeof laws;

/** A law that was broken. */
export interface Violation {
  readonly law: LawName;
  readonly what: string;
}
