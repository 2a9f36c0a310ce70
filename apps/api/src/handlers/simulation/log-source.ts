import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { invalid, type SimulationLog, type SimulationOrder } from '@auction-tiers/contract';
import { findSegments, recordedFolder } from '@auction-tiers/store/recorded';

/** Where a worker finds the auctions of a log. Throws `invalid` where there are none. */
export async function sourceOf(
  dataDir: string,
  owner: number,
  ymProfileId: number,
  log: SimulationLog,
): Promise<Pick<SimulationOrder, 'path' | 'segments'>> {
  if (log.kind === 'file') return { path: await findLogFile(dataDir, owner, log.name), segments: [] };
  if (log.kind === 'synthetic') return { path: null, segments: [] };
  return { path: null, segments: await findRecorded(recordedFolder(dataDir, owner, ymProfileId), log) };
}

async function findRecorded(
  folder: string,
  { from, to }: Extract<SimulationLog, { readonly kind: 'recorded' }>,
): Promise<SimulationOrder['segments']> {
  const segments = await findSegments(resolve(folder), Date.parse(from), Date.parse(to));
  const sized: { readonly path: string; readonly bytes: number }[] = [];
  for (const { path } of segments) {
    // One that has been removed since is no longer there for a worker either.
    const bytes = (await sizeOf(path)) ?? 0;
    if (bytes > 0) sized.push({ path, bytes });
  }
  if (sized.length > 0) return sized;
  const message = `names hours from ${from} to ${to}, of which this host has no recorded auction; GET /recorded lists what there is`;
  throw invalid([{ path: 'log.from', message }]);
}

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

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
