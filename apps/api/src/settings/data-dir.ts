import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates DATA_DIR where it is missing. Returns what is wrong with the folder, as a problem of settings, or null.
 * Creates one folder after the other: under `/proc`, Node's recursive `mkdir` never ends.
 */
export function ensureDataDir(given: string): string | null {
  const path = resolve(given);
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
    accessSync(path, constants.W_OK);
    if (!statSync(path).isDirectory()) throw new Error('it is a file');
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `DATA_DIR is ${JSON.stringify(given)}, allowed: a folder that can be written to (${why})`;
  }
}
