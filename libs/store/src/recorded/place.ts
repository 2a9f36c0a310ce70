/** An object of a place. */
export interface PlacedObject {
  /** Its path in the place, with `/` between folders. */
  readonly key: string;
  readonly bytes: number;
}

/**
 * Where recorded auctions are kept: a folder of this host, one that all hosts mount, or an S3 bucket. Every method rejects
 * while the place is away.
 */
export interface RecordPlace {
  /** The objects whose key begins so, by key; `after`: only those behind this key, which need not exist. */
  list(prefix: string, after?: string): AsyncIterable<PlacedObject>;
  /** Bytes of an object, fewer where it ends before; undefined where there is no such object. */
  read(key: string, start: number, end: number): Promise<Buffer | undefined>;
  /** Stores an object whole or not at all. Equal content may be stored again. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Removes an object, if it is there. */
  remove(key: string): Promise<void>;
}

/** How an S3-compatible store is reached, as the environment names it. */
export interface S3Access {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION?: string | undefined;
  readonly S3_FORCE_PATH_STYLE?: boolean | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
}
