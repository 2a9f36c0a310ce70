import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mebibytes = 48;
const blockBytes = 4096;

/** A small file system of its own, that can be filled. Only root can mount one. */
export class SmallDisk {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    const { status, stderr } = mount(folder);
    if (status !== 0) throw new Error(`a file system could not be mounted: ${stderr}`);
  }

  /** Fills it to the last byte. */
  fill(): void {
    const file = openSync(this.#ballast, 'w');
    const block = Buffer.alloc(blockBytes, 1);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Takes back what `fill` took. */
  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.folder]);
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }
}

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { encoding: 'utf8' });

/** Why none can be mounted here; null: one can. */
export function diskObstacle(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-disk-'));
  try {
    const { status, stderr, error } = mount(folder);
    if (status === 0) spawnSync('umount', [folder]);
    return status === 0 ? null : `no file system can be mounted here (${error?.message ?? stderr.trim()}); root can`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
