import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const mebibyte = 1024 * 1024;

/** A disk of its own, for tests of what happens when it is full. */
export interface SmallDisk {
  readonly dir: string;
  /** Leaves so many bytes. */
  readonly fill: (leftBytes: number) => void;
  /** Frees what `fill` has taken. */
  readonly free: () => void;
  readonly remove: () => void;
}

/** Mounts a disk of 200 MiB; undefined where this user may not mount one, which is then said. */
export function mountSmallDisk(): SmallDisk | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'auction-tiers-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', dir]).status === 0;
  const filler = join(dir, 'filler');
  const freeBytes = () => statfsSync(dir).bavail * statfsSync(dir).bsize;
  const disk: SmallDisk = {
    dir,
    fill(leftBytes) {
      const block = Buffer.alloc(mebibyte);
      while (freeBytes() > leftBytes) {
        const { length } = block.subarray(0, Math.min(mebibyte, freeBytes() - leftBytes));
        appendFileSync(filler, block.subarray(0, length));
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      if (isMounted) spawnSync('umount', ['--lazy', dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  if (isMounted) return disk;
  disk.remove();
  process.stderr.write('this user may not mount a disk: a full disk is NOT tested\n');
  return undefined;
}
