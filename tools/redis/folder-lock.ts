import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;
/** A Redis that is just being stopped, by a restart say, is gone within this time. */
const patienceMs = 2000;

/**
 * Takes the folder for this process, until `release` or the process's end, whatever ends it.
 *
 * SQLite is here only for its lock on a file: the operating system holds it and frees it with the process, so that
 * nothing stale is left by a crash and no process id is ever mistaken for another's. The file stays empty.
 *
 * @returns undefined when another process holds the folder, and has not let go of it within 2 seconds
 */
export function lockFolder(folder: string): { release(): void } | undefined {
  const file = new DatabaseSync(join(folder, 'lock'));
  try {
    file.exec(`PRAGMA busy_timeout = ${patienceMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}
