import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import {
  ownFolder,
  readFrames,
  readSegmentName,
  type RecordPlace,
  type SegmentName,
  sealedName,
  segmentPrefix,
} from '@auction-tiers/recorded';
import type { SegmentWriter } from './segment-writer.ts';

/** Recorded auctions that are on the disk only. */
export interface Unsealed {
  readonly bytes: number;
  /** Why it could not be sealed; null: nothing failed. */
  readonly problem: string | null;
}

/** Another process's file that was not written to for this much longer than it may stay open: the process has ended. */
const graceMs = 60_000;

/** When recorded auctions are sealed. */
export interface SealTimes {
  /** The longest that lines stay on the disk only. */
  readonly sealMs: number;
  /** Whether no other process of this host records. */
  readonly isAlone: boolean;
}

interface Found {
  readonly memberId: string;
  readonly ymProfileId: string;
  readonly name: string;
  readonly said: SegmentName;
}

/**
 * Moves what a host has recorded into the shared place. A part that is complete first gets its sealed name on the disk,
 * so that it is stored under one name however often that is tried; then it is stored, and then deleted here. Waits for
 * the disk, so it runs in the writer's thread. A process moves its own parts, and those of processes that have ended.
 */
export class Sealer {
  readonly #dataDir: string;
  readonly #place: RecordPlace;
  readonly #writer: SegmentWriter;
  readonly #sealMs: number;
  /** Files written before this time are of processes that have ended. */
  readonly #beganMs: number;
  #running: Promise<Unsealed> | undefined;

  constructor(dataDir: string, place: RecordPlace, writer: SegmentWriter, { sealMs, isAlone }: SealTimes) {
    this.#dataDir = dataDir;
    this.#place = place;
    this.#writer = writer;
    this.#sealMs = sealMs;
    this.#beganMs = isAlone ? Date.now() : 0;
  }

  /** Seals the parts that are due; `isAll`: everything that this process has written. Never rejects. */
  async seal(isAll = false): Promise<Unsealed> {
    while (this.#running !== undefined) await this.#running;
    this.#running = this.#sealDue(isAll);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  async #sealDue(isAll: boolean): Promise<Unsealed> {
    const nowMs = Date.now();
    this.#writer.endParts(isAll ? nowMs : nowMs - this.#sealMs);
    let bytes = 0;
    let problem: string | null = null;
    for (const found of this.#findAll()) {
      const { said } = found;
      const file = statSync(this.#pathOf(found), { throwIfNoEntry: false });
      // Retention has removed it meanwhile.
      if (file === undefined) continue;
      const { size, mtimeMs: changedMs } = file;
      const isOwn = said.writer === this.#writer.writer;
      const isDue = isOwn
        ? said.seal !== null || !this.#writer.isOpen(found.memberId, found.ymProfileId, said)
        : changedMs < Math.max(this.#beganMs, nowMs - this.#sealMs - graceMs);
      if (!isDue || problem !== null) {
        bytes += size;
        if (isOwn && isDue) this.#keep(found, nowMs);
        continue;
      }
      try {
        await this.#move(found, isOwn ? nowMs : changedMs);
      } catch (error) {
        // The place is away: each of the other parts would wait as long for it.
        problem = error instanceof Error ? error.message : String(error);
        bytes += size;
      }
    }
    return { bytes, problem };
  }

  /** `untilMs`: the part has the lines of its process up to this time. */
  async #move({ memberId, ymProfileId, name, said }: Found, untilMs: number): Promise<void> {
    const prefix = segmentPrefix(Number(memberId), Number(ymProfileId));
    const folder = join(ownFolder(this.#dataDir), prefix);
    const content = readFileSync(join(folder, name));
    let { seal } = said;
    let sealed = name;
    if (seal === null) {
      const { frames, byteCount } = readFrames(content, 0);
      const last = frames.at(-1);
      // Its process was killed before the first frame was complete.
      if (last === undefined) return rmSync(join(folder, name));
      seal = { lines: last.linesSoFar, share: last.share, bytes: byteCount, untilMs };
      sealed = sealedName(said, seal);
      renameSync(join(folder, name), join(folder, sealed));
    }
    await this.#place.put(prefix + sealed, content.subarray(0, seal.bytes));
    rmSync(join(folder, sealed), { force: true });
  }

  /** Touches the file: other processes then see that this one is running and will move it. */
  #keep(found: Found, nowMs: number): void {
    try {
      utimesSync(this.#pathOf(found), nowMs / 1000, nowMs / 1000);
    } catch {
      // Retention has removed it.
    }
  }

  #pathOf({ memberId, ymProfileId, name }: Found): string {
    return join(ownFolder(this.#dataDir), memberId, ymProfileId, name);
  }

  #findAll(): Found[] {
    const logs = ownFolder(this.#dataDir);
    return idsIn(logs).flatMap((memberId) =>
      idsIn(join(logs, memberId)).flatMap((ymProfileId) =>
        namesIn(join(logs, memberId, ymProfileId)).flatMap((name) => {
          const said = readSegmentName(name);
          return said === undefined ? [] : [{ memberId, ymProfileId, name, said }];
        }),
      ),
    );
  }
}

const idPattern = /^[1-9]\d*$/;
const idsIn = (folder: string): string[] => namesIn(folder).filter((name) => idPattern.test(name));

/** The names in a folder, sorted; none where it cannot be read, which the writer and the sweep report. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
