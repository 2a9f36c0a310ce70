import type { Logger } from 'pino';
import type { CredentialIndex } from '../auth/credential-index.ts';
import type { Follower } from '../mirror/follower.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { SnapshotFiles } from './snapshot.ts';

/** How often the writer checks whether something has changed. */
const checkMs = 500;
/** Least time between two writes of one file, */
const everyMs = 10_000;
/** and of the credentials after one was revoked, so that a process that starts from the file soon refuses it. */
const revokedMs = 2000;

interface Parts {
  readonly files: SnapshotFiles;
  readonly mirror: Mirror;
  readonly follower: Follower;
  readonly credentialIndex: CredentialIndex;
  readonly log: Logger;
}

/** What was written last, and when. */
interface Written {
  readonly state: string;
  readonly revocations: number;
  readonly atMs: number;
}

const never: Written = { state: '', revocations: 0, atMs: Number.NEGATIVE_INFINITY };

/** Keeps the snapshot on disk equal to the memory of this process, a few seconds behind. */
export class SnapshotWriter {
  readonly #parts: Parts;
  #objects = never;
  #credentials = never;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStarted = false;
  #isClosed = false;
  #hasFailed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Writes changes until `close`. Returns at once. */
  start(): void {
    if (this.#isClosed) return;
    this.#isStarted = true;
    this.#writing = this.#writeAndGoOn();
  }

  async #writeAndGoOn(): Promise<void> {
    await this.#writeQuietly(false);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), checkMs).unref();
  }

  /** Writes the last changes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    if (this.#isStarted) await this.#writeQuietly(true);
  }

  async #writeQuietly(isLast: boolean): Promise<void> {
    try {
      await this.#writeCredentials(isLast);
      await this.#writeObjects(isLast);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#parts.log.error({ error }, 'the snapshot could not be written; trying again');
      this.#hasFailed = true;
    }
  }

  async #writeCredentials(isLast: boolean): Promise<void> {
    const { credentialIndex, files } = this.#parts;
    // Until Redis has answered, this process knows no more than the file that it started from.
    if (!credentialIndex.isRead) return;
    const { version, revocations } = credentialIndex;
    const waitMs = revocations === this.#credentials.revocations ? everyMs : revokedMs;
    const state = String(version);
    if (!isDue(this.#credentials, state, isLast ? 0 : waitMs)) return;
    this.#credentials = { ...this.#credentials, atMs: nowMs() };
    await files.writeCredentials(credentialIndex.all());
    this.#credentials = { ...this.#credentials, state, revocations };
  }

  async #writeObjects(isLast: boolean): Promise<void> {
    const { files, follower, mirror, log } = this.#parts;
    if (!follower.isLoaded) return;
    const positions = follower.positions.positions();
    const state = JSON.stringify(positions);
    if (!isDue(this.#objects, state, isLast ? 0 : everyMs)) return;
    this.#objects = { ...this.#objects, atMs: nowMs() };
    // Another process that shares the folder may have written the same. The file found at the start may be damaged.
    const written = this.#objects.state === never.state ? undefined : await files.writtenPositions();
    if (JSON.stringify(written) !== state) {
      await files.writeObjects(positions, (partition) => ({
        position: follower.positions.position(partition),
        objects: mirror.capture((owner) => follower.positions.partitionOf(owner) === partition),
      }));
      log.debug({ positions }, 'the snapshot was written');
    }
    this.#objects = { ...this.#objects, state };
  }
}

const nowMs = () => performance.now();

const isDue = (written: Written, state: string, waitMs: number): boolean =>
  written.state !== state && nowMs() >= written.atMs + waitMs;
