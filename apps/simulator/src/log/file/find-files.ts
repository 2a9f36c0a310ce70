import { existsSync, globSync, statSync } from 'node:fs';
import { wrongUsage } from '../../cli/failure.ts';

/** The files that a name or a pattern means, in order. Throws a `Failure` when there are none. */
export function findFiles(pattern: string): string[] {
  const found = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  const files = found.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  if (files.length === 0) throw wrongUsage(`--in: there is no file ${pattern}.`);
  return files;
}
