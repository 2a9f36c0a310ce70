/** An object of a place. */
export interface PlacedObject {
  /** Its path in the place, with `/` between folders. */
  readonly key: string;
  readonly bytes: number;
}

/**
 * Where recorded auctions are kept: a folder of this host, a folder that all hosts mount, or an S3 bucket. Every method
 * rejects while the place is unavailable.
 */
export interface RecordPlace {
  /** The objects whose keys have the prefix, by key; `after`: only those after this key, which need not exist. */
  list(prefix: string, after?: string): AsyncIterable<PlacedObject>;
  /** Bytes of an object, fewer at its end; undefined if the object does not exist. */
  read(key: string, start: number, end: number): Promise<Buffer | undefined>;
  /** Stores an object atomically; rejects unless all of it is known to be stored. The same content may be stored again. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Removes an object, if it is there. */
  remove(key: string): Promise<void>;
}

/** The environment settings to reach an S3-compatible store. */
export interface S3Access {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION?: string | undefined;
  readonly S3_FORCE_PATH_STYLE?: boolean | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
}
