import { join } from 'node:path';
import { fromHash, type Hash, type Plain, type ServiceName, storedResources, toHash } from '@auction-tiers/contract';
import type { Position, StoredResource } from '@auction-tiers/store';
import type { KnownCredential } from '../auth/credential-index.ts';
import type { ObjectList } from '../mirror/version.ts';
import { breathe } from '../loop/breathe.ts';
import { forEachLine, readHeader, readSealed, UnreadableFile, writeSealed } from './sealed-file.ts';

/** Characters of text that are made at once. */
const chunkLength = 64 * 1024;

/** Raised when another version can no longer read the files. */
const formatVersion = 1;

/** A partition at one moment. */
export interface SnapshotPartition {
  readonly position: Position;
  readonly objects: readonly ObjectList[];
}

/** Everything that a process needs to serve while Redis is away. */
export interface Snapshot {
  /** When the objects were written, milliseconds since 1970. */
  readonly savedMs: number;
  readonly partitions: readonly SnapshotPartition[];
  readonly credentials: readonly KnownCredential[];
}

interface Header {
  readonly kind: 'objects' | 'credentials';
  readonly version: number;
  /** The address of the Redis that the data are from, without a password. */
  readonly redis: string;
  readonly savedMs: number;
  readonly positions?: readonly Position[];
}

const resources = new Map<ServiceName, StoredResource>(storedResources.map((resource) => [resource.service, resource]));

/** The two files of a snapshot, which are written separately: a revoked key must be gone sooner than a tier. */
export class SnapshotFiles {
  readonly #objects: string;
  readonly #credentials: string;
  readonly #redis: string;

  /** `redis`: the address, without a password. */
  constructor(dataDir: string, redis: string) {
    this.#objects = join(dataDir, 'snapshot', 'objects');
    this.#credentials = join(dataDir, 'snapshot', 'credentials');
    this.#redis = redis;
  }

  /**
   * Writes the objects; `capture` reads each partition when its turn comes. `positions`: the positions at the
   * beginning, by which other processes see that they need not write the same again.
   */
  async writeObjects(positions: readonly Position[], capture: (partition: number) => SnapshotPartition): Promise<void> {
    const lines = function* (): Iterable<Line> {
      for (const partition of positions.keys()) {
        const { position, objects } = capture(partition);
        yield ['position', position];
        for (const { service, values } of objects) {
          yield ['service', service];
          const resource = resourceOf(service);
          for (const value of values) yield toHash(resource, value);
        }
      }
    };
    await writeSealed(this.#objects, { ...this.#header('objects'), positions }, toText(lines()));
  }

  async writeCredentials(credentials: Iterable<KnownCredential>): Promise<void> {
    await writeSealed(this.#credentials, this.#header('credentials'), toText(credentials));
  }

  /** The positions that the written objects have reached or passed; undefined where this version can read no file. */
  async writtenPositions(): Promise<readonly Position[] | undefined> {
    try {
      return this.#check(this.#objects, await readHeader(this.#objects), 'objects').positions;
    } catch (error) {
      if (error instanceof UnreadableFile) return undefined;
      throw error;
    }
  }

  /** Reads the snapshot; undefined where there is none. Throws `UnreadableFile`, which says which file, and why. */
  async read(): Promise<Snapshot | undefined> {
    const [objects, credentials] = [await readSealed(this.#objects), await readSealed(this.#credentials)];
    if (objects === undefined) return undefined;
    const { savedMs } = this.#check(this.#objects, objects.header, 'objects');
    if (credentials !== undefined) this.#check(this.#credentials, credentials.header, 'credentials');
    const known: KnownCredential[] = [];
    if (credentials !== undefined) forEachLine(credentials.text, (line) => known.push(JSON.parse(line)));
    return { savedMs, partitions: toPartitions(this.#objects, objects.text), credentials: known };
  }

  #header(kind: Header['kind']): Header {
    return { kind, version: formatVersion, redis: this.#redis, savedMs: Date.now() };
  }

  #check(file: string, found: unknown, kind: Header['kind']): Header {
    const header = found as Partial<Header> | null | undefined;
    if (header?.kind !== kind || typeof header.savedMs !== 'number') {
      throw new UnreadableFile(`${file} is not a snapshot of ${kind}`);
    }
    if (header.version !== formatVersion) {
      throw new UnreadableFile(
        `${file} has version ${String(header.version)}; this version of the service reads version ${formatVersion}`,
      );
    }
    if (header.redis !== this.#redis) {
      throw new UnreadableFile(`${file} is of the Redis at ${String(header.redis)}, not of the one at ${this.#redis}`);
    }
    return header as Header;
  }
}

/** The heading of a partition, or of objects of one service in it; or an object, as its hash. */
type Line = readonly ['position', Position] | readonly ['service', ServiceName] | Hash;

const isHash = (line: Line): line is Hash => !Array.isArray(line);

function toPartitions(file: string, text: Buffer): SnapshotPartition[] {
  const partitions: { position: Position; objects: { service: ServiceName; values: Plain[] }[] }[] = [];
  forEachLine(text, (json) => {
    const line = JSON.parse(json) as Line;
    const objects = partitions.at(-1)?.objects ?? [];
    const list = objects.at(-1);
    if (isHash(line)) {
      if (list === undefined) throw new UnreadableFile(`${file} has an object before the first heading`);
      list.values.push(fromHash(resourceOf(list.service), line));
    } else if (line[0] === 'position') {
      partitions.push({ position: line[1], objects: [] });
    } else {
      if (!resources.has(line[1])) {
        throw new UnreadableFile(`${file} has objects of ${line[1]}, which this version of the service does not know`);
      }
      objects.push({ service: line[1], values: [] });
    }
  });
  return partitions;
}

function resourceOf(service: ServiceName) {
  const resource = resources.get(service);
  if (resource === undefined) throw new TypeError(`${service} is not stored`);
  return resource;
}

/** Lines of JSON in chunks of text, which the file takes one by one while the event loop turns. */
async function* toText(lines: Iterable<object>): AsyncIterable<string> {
  let text = '';
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
    await breathe();
  }
  yield text;
}
