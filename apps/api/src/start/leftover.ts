import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** Another process that shares the folder may still be writing a younger file. Writing takes seconds. */
const leastAgeMs = 10 * 60 * 1000;

/** Temporary files, renamed once they are complete. */
const asideFile = /^installation\.json\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes temporary files that killed processes have left in the data folder. Never rejects. */
export async function removeLeftovers(dataDir: string, log: Logger): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  for (const file of names.filter((name) => asideFile.test(name)).map((name) => join(dataDir, name))) {
    try {
      if (Date.now() - (await stat(file)).mtimeMs < leastAgeMs) continue;
      await rm(file, { force: true });
      log.info({ file }, 'a file that was left unfinished was removed');
    } catch (error) {
      log.debug({ error, file }, 'a file that was left unfinished could not be removed');
    }
  }
}
