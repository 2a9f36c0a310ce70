/** A position in the history of a partition. */
export interface Position {
  /** Identifies the database; drawn when the database is made, and again when it is restored or adopted. */
  readonly epoch: string;
  /** The last change up to there; 0: none. */
  readonly revision: number;
  /** Distinguishes the change from one with the same revision in another history; '': unknown. */
  readonly mark: string;
}

/** A position that a reader remembers: the epoch and the mark may be unknown. */
export type RememberedPosition = Pick<Position, 'revision'> & Partial<Position>;

/** What a process remembers of its database, to recognise it, also after a restart. */
export interface StoreMemory {
  /** The newest known position of every partition; empty: there was a database, but nothing is known of it. */
  readonly positions: readonly Position[];
  /** Epochs that the database had before. */
  readonly pastEpochs: readonly string[];
  /** Names that the adapter gives its servers. */
  readonly servers: readonly string[];
  /** The highest id that was seen of each service. */
  readonly highestIds: Readonly<Record<string, number>>;
}

/** Whether a store's database is the one that it knows. */
export interface KnownHistory {
  /** Why the store is held, for operators; null: it is not held. */
  readonly held: string | null;
  /** Raised when the store continues with another history: changes that were loaded before may be lost. */
  readonly generation: number;
}
