import { mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { PlacedObject, RecordPlace } from './place.ts';

const [fileMode, folderMode] = [0o600, 0o700];

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A place that is a folder. */
export class FolderPlace implements RecordPlace {
  readonly path: string;
  readonly #isShared: boolean;

  /**
   * `isShared`: several hosts mount the folder, which is made now if it can be. Where it is missing later, it is not
   * mounted: every method then rejects, and nothing is written to the disk below.
   */
  constructor(path: string, isShared = false) {
    this.path = path;
    this.#isShared = isShared;
    if (!isShared) return;
    try {
      mkdirSync(path, { recursive: true, mode: folderMode });
    } catch {
      // Each method says why it cannot be used.
    }
  }

  async #requireMounted(): Promise<void> {
    if (this.#isShared) await stat(this.path);
  }

  async *list(prefix: string, after = ''): AsyncIterable<PlacedObject> {
    await this.#requireMounted();
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const keys = await this.#keysIn(folder);
    for (const key of keys) {
      if (!key.startsWith(prefix) || key <= after) continue;
      const found = await stat(join(this.path, key)).catch((error: unknown) => {
        // It was removed since.
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (found?.isFile() === true) yield { key, bytes: found.size };
    }
  }

  async read(key: string, start: number, end: number): Promise<Buffer | undefined> {
    await this.#requireMounted();
    let file: Awaited<ReturnType<typeof open>>;
    try {
      file = await open(join(this.path, key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    try {
      const length = Math.max(Math.min(end, (await file.stat()).size) - start, 0);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** Written under a temporary name, which no segment has, until all of it is on disk. */
  async put(key: string, content: Uint8Array): Promise<void> {
    await this.#requireMounted();
    const path = join(this.path, key);
    await mkdir(dirname(path), { recursive: true, mode: folderMode });
    await writeFileAtomic(path, Buffer.from(content.buffer, content.byteOffset, content.byteLength), {
      mode: fileMode,
    });
  }

  async remove(key: string): Promise<void> {
    await this.#requireMounted();
    await rm(join(this.path, key), { force: true });
  }

  /** The keys of all files below a folder, sorted. */
  async #keysIn(folder: string): Promise<string[]> {
    const names = await readdir(join(this.path, folder), { recursive: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.map((name) => folder + name.replaceAll('\\', '/')).toSorted((one, other) => (one < other ? -1 : 1));
  }
}
