/** A place in the history of a partition. */
export interface Position {
  /** Names the database; drawn when it is made, and anew when it is restored or adopted. */
  readonly epoch: string;
  /** The last change up to there; 0: none. */
  readonly revision: number;
  /** Tells the change from a change of the same revision in another history; '' where it is not known. */
  readonly mark: string;
}

/** A position as a reader remembers it: the epoch and the mark may be unknown. */
export type RememberedPosition = Pick<Position, 'revision'> & Partial<Position>;

/** What a process remembers of its database, so that it knows it again: after a restart too. */
export interface StoreMemory {
  /** The newest known place of every partition; empty: there was a database, and nothing is known of it. */
  readonly positions: readonly Position[];
  /** Epochs that the database had before. */
  readonly pastEpochs: readonly string[];
  /** Names that the adapter gives its servers. */
  readonly servers: readonly string[];
  /** The highest id that was seen of each service. */
  readonly highestIds: Readonly<Record<string, number>>;
}

/** Whether a store has the database that it knows. */
export interface KnownHistory {
  /** Why the store is held, for operators; null: it is not. */
  readonly held: string | null;
  /** Raised when the store goes on with another history: what was loaded before may have changes that are lost. */
  readonly generation: number;
}
