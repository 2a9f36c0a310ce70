import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The kernel counts in hundredths of a second, whatever its own clock does. */
const msPerTick = 10;
/** The place of the stolen time in the first line of `/proc/stat`: proc(5). */
const stolenColumn = 8;

/**
 * The time since the start of the machine in which its processors had work, and the host let another machine run in their
 * place: milliseconds, of all processors together. Undefined where the system does not tell, as outside of Linux.
 */
export function readStolenMs(file = '/proc/stat'): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
  const ticks = Number(/^cpu .*$/m.exec(text)?.[0].split(/ +/)[stolenColumn]);
  return Number.isNaN(ticks) ? undefined : ticks * msPerTick;
}

/** Starts to count. Gives a function that tells which part of all processors was stolen since, 0 to 1; 0 where unknown. */
export function startStolen(file?: string): () => number {
  const startedMs = performance.now();
  const before = readStolenMs(file);
  return () => {
    const stolenMs = (readStolenMs(file) ?? 0) - (before ?? 0);
    return stolenMs / ((performance.now() - startedMs) * availableParallelism());
  };
}
