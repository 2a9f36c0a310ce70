import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Decision } from '@auction-tiers/tier-engine';
import type { Logger } from 'pino';
import type { PlaceSettings } from '@auction-tiers/recorded';
import { AuctionLines, type Recordable } from './auction-line.ts';
import { LineBuffer } from './line-buffer.ts';
import type { SealTimes, Unsealed } from './sealer.ts';
import type { Written } from './segment-writer.ts';
import { pause } from '../loop/repetition.ts';

/** How often lines are written. */
const flushMs = 1000;
/** Lines wait in at most this many buffers, which are all the memory that they take. */
const [bufferBytes, mostBuffers] = [4 * 1024 * 1024, 4];
/** Lines that are not written within this time at the end are dropped. */
const closeMs = 3000;
/** Recording counts as working again once nothing was dropped for this long. */
const quietMs = 60_000;

export interface RecordThreadData {
  readonly dataDir: string;
  /** Null: recorded auctions stay on this host. */
  readonly sealing: Sealing | null;
}
/** Where and when recorded auctions are sealed. */
export interface Sealing extends SealTimes {
  readonly place: PlaceSettings;
}
/** Lines to write, or the request to seal everything. */
export type ToRecordThread = { readonly memory: ArrayBuffer; readonly byteCount: number } | { readonly isEnd: true };
export type FromRecordThread =
  | (Written & { readonly memory: ArrayBuffer })
  | { readonly unsealed: Unsealed; readonly isAsked: boolean };

export interface RecorderOptions {
  readonly dataDir: string;
  readonly sealing?: Sealing | null;
  /** Share of auctions that is recorded for members that set none, from 0 to 1. */
  readonly share: number;
  /** The largest share that a member may set. */
  readonly mostShare: number;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly nowMs?: () => number;
  readonly startThread?: (data: RecordThreadData) => Worker;
  /** How long `close` waits for the disk. */
  readonly closeMs?: number;
}

const startRecordThread = (workerData: RecordThreadData): Worker =>
  new Worker(new URL(`./record-thread${extname(import.meta.url)}`, import.meta.url), { workerData });

/**
 * Records a share of the auctions in files, without delaying an auction: a line is copied into memory that is allocated
 * already, and a thread compresses and writes it. Where the disk does not keep up, lines are dropped and counted.
 */
export class Recorder {
  /** Auctions that should have been recorded and were not. */
  dropped = 0;
  /** Bytes on this host's disk that are not in the shared place yet; undefined without one, or if not known. */
  unsealedBytes: number | undefined;
  /** Why recorded auctions cannot be sealed now; null: they can. */
  unsealedBecause: string | null = null;
  /** When an auction that should have been recorded was last dropped; 0: never. */
  droppedMs = 0;
  readonly #options: RecorderOptions;
  readonly #nowMs: () => number;
  readonly #lines = new AuctionLines();
  /** Buffers that are free. */
  readonly #free: ArrayBuffer[] = [];
  #bufferCount = 0;
  #buffer: LineBuffer | undefined;
  #thread: Worker | undefined;
  /** Number of lines in each buffer that the thread has, in the order sent. */
  #sent: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isTold = false;
  #onIdle: () => void = () => {};
  #onSealed: () => void = () => {};

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    // Starts now to seal what an earlier process has left, even if nothing more is recorded.
    if (options.sealing) this.#thread = this.#start();
  }

  /** The share of a member's auctions to record, from 0 to 1. `own`: the share that the member has set; null: none. */
  shareOf(own: number | null): number {
    const { share, mostShare } = this.#options;
    return own === null ? share : Math.min(own, mostShare);
  }

  /** Records an auction. `answer`: the answer's bytes, where they are written already. Never throws. */
  record(auction: Recordable, decision: Decision, answer?: Uint8Array): void {
    try {
      const line = this.#lines.toLine(auction, decision, answer);
      const { memberId, tierSet, share } = auction;
      const owner = { memberId, ymProfileId: tierSet.ymProfileId, timeMs: this.#nowMs(), share };
      if (this.#current()?.add(owner, line) === true) return;
      this.#send();
      if (this.#current()?.add(owner, line) === true) return;
      this.#drop(1, 'the disk does not keep up');
    } catch (error) {
      this.#drop(1, error instanceof Error ? error.message : String(error));
    }
  }

  /** The buffer to write into; undefined while all are with the thread. */
  #current(): LineBuffer | undefined {
    if (this.#buffer !== undefined) return this.#buffer;
    let memory = this.#free.pop();
    if (memory === undefined) {
      if (this.#bufferCount === mostBuffers) return undefined;
      this.#bufferCount++;
      memory = new ArrayBuffer(bufferBytes);
    }
    this.#timer ??= setInterval(() => this.flush(), flushMs).unref();
    return (this.#buffer = new LineBuffer(memory));
  }

  /**
   * Sends the thread the lines since the last flush. Of a thread that is late the last buffer is filled first: buffers
   * that it has with a few lines each would otherwise be all the memory.
   */
  flush(): void {
    if (this.#sent.length < mostBuffers - 1) this.#send();
  }

  #send(): void {
    const buffer = this.#buffer;
    if (buffer === undefined || buffer.lines === 0) return;
    this.#buffer = undefined;
    this.#sent.push(buffer.lines);
    const { memory, byteCount } = buffer;
    (this.#thread ??= this.#start()).postMessage({ memory, byteCount } satisfies ToRecordThread, [memory]);
  }

  #start(): Worker {
    const { dataDir, sealing = null, startThread = startRecordThread } = this.#options;
    const thread = startThread({ dataDir, sealing });
    thread.unref();
    thread.on('message', (message: FromRecordThread) => {
      if ('unsealed' in message) {
        this.#tellUnsealed(message.unsealed);
        if (message.isAsked) this.#onSealed();
        return;
      }
      const { memory, dropped, problem } = message;
      this.#sent.shift();
      this.#free.push(memory);
      if (problem === null) this.#tellWritten();
      else this.#drop(dropped, problem);
      if (this.#sent.length === 0) this.#onIdle();
    });
    thread.on('error', (error) => {
      const lost = this.#sent.reduce((sum, lines) => sum + lines, 0);
      this.#bufferCount -= this.#sent.length;
      this.#sent = [];
      this.#thread = undefined;
      this.#drop(lost, error instanceof Error ? error.message : String(error));
      this.#onIdle();
      this.#onSealed();
    });
    return thread;
  }

  #drop(lines: number, reason: string): void {
    this.dropped += lines;
    if (lines > 0) this.droppedMs = this.#nowMs();
    if (this.#isTold || lines === 0) return;
    this.#isTold = true;
    this.#options.log.warn({ reason }, 'auctions are not recorded; auctions go on, and what is left out is counted');
  }

  #tellWritten(): void {
    if (!this.#isTold || this.#nowMs() < this.droppedMs + quietMs) return;
    this.#isTold = false;
    this.#options.log.info({ dropped: this.dropped }, 'auctions are recorded again');
  }

  #tellUnsealed({ bytes, problem }: Unsealed): void {
    this.unsealedBytes = bytes;
    const isTold = (this.unsealedBecause !== null) === (problem !== null);
    this.unsealedBecause = problem;
    if (isTold) return;
    if (problem === null) this.#options.log.info('recorded auctions are sealed again');
    else
      this.#options.log.warn({ problem }, 'recorded auctions cannot be sealed; they stay on this disk, and go later');
  }

  /** Seals what was recorded; resolves once that is done or has failed. */
  async seal(): Promise<void> {
    await this.settle();
    if (this.#thread === undefined || !this.#options.sealing) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = this.#onSealed;
    this.#onSealed = () => {
      earlier();
      this.#onSealed = () => {};
      resolve();
    };
    this.#thread.postMessage({ isEnd: true } satisfies ToRecordThread, []);
    await promise;
  }

  /** Flushes, and resolves once the thread is done with everything that it was sent. */
  async settle(): Promise<void> {
    this.#send();
    if (this.#sent.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const earlier = this.#onIdle;
    this.#onIdle = () => {
      earlier();
      this.#onIdle = () => {};
      resolve();
    };
    await promise;
  }

  /** Writes and seals the recorded auctions, as far as the disk and the shared place take them in time. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const over = new AbortController();
    const limit = pause(this.#options.closeMs ?? closeMs, over.signal);
    await Promise.race([this.seal(), limit]);
    over.abort();
    const left = this.#sent.reduce((sum, lines) => sum + lines, 0);
    if (left === 0) await this.#thread?.terminate();
    // A thread that waits for the disk cannot be ended before the disk answers.
    else this.#drop(left, 'the disk did not take them before the end');
  }
}
