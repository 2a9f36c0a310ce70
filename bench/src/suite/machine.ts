import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine and the versions that figures were measured with. */
export interface Machine {
  /** Of the checkout; null outside a git repository. */
  readonly commit: string | null;
  /** Whether tracked files differ from the commit. */
  readonly isModified: boolean;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** Average number of runnable processes during the last minute. */
  readonly loadAverage: number;
}

export function describeMachine(): Machine {
  return {
    commit: git('rev-parse', 'HEAD') ?? null,
    isModified: (git('status', '--porcelain', '--untracked-files=no') ?? '') !== '',
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadAverage: Math.round(loadavg()[0]! * 100) / 100,
  };
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
