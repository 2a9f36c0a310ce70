import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Where and with what figures came about. */
export interface Machine {
  /** Of the checkout; null when git does not know. */
  readonly commit: string | null;
  /** Whether files that git knows differ from the commit. */
  readonly isModified: boolean;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** What else the machine was doing: runnable processes over the last minute. */
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
