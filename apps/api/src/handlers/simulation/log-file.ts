import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { invalid } from '@auction-tiers/contract';

/**
 * The file of a member's log, by its name: in the folder `logs/<member id>` of the data, and not by a link out of it.
 * Throws `invalid` where there is none.
 */
export async function findLogFile(dataDir: string, memberId: number, name: string): Promise<string> {
  const folder = await real(join(dataDir, 'logs', String(memberId)));
  const file = folder === undefined ? undefined : await real(join(folder, name));
  const isInside = folder !== undefined && file?.startsWith(folder + sep) === true;
  if (file !== undefined && isInside && (await stat(file)).isFile()) return file;
  const message = `is ${JSON.stringify(name)}, which is none of your logs; an operator puts them into the folder logs/${memberId} of the service's data`;
  throw invalid([{ path: 'log.name', message }]);
}

async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
