import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes the folder of the service's data where it is missing. Gives what is wrong with it, as a problem of settings; null:
 * nothing. One folder after the other: in `/proc` Node tries without end to make them all at once.
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
