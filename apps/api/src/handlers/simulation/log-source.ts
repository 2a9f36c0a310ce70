import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { invalid, type SimulationLog, type SimulationOrder } from '@auction-tiers/contract';
import { ownFolder } from '@auction-tiers/recorded';
import type { Deps } from '../request/deps.ts';

/** Where a worker finds the auctions of a log. Throws `invalid` where there are none. */
export async function sourceOf(
  { simulations: { dataDir }, recorded }: Pick<Deps, 'simulations' | 'recorded'>,
  owner: number,
  ymProfileId: number,
  log: SimulationLog,
): Promise<Pick<SimulationOrder, 'path' | 'segments'>> {
  if (log.kind === 'file') return { path: await findLogFile(dataDir, owner, log.name), segments: [] };
  if (log.kind === 'synthetic') return { path: null, segments: [] };
  const period = { fromMs: Date.parse(log.from), beforeMs: Date.parse(log.to) };
  const segments: { readonly path: string; readonly bytes: number }[] = [];
  for await (const { key, bytes } of recorded.segments(owner, ymProfileId, period)) {
    // In a shared place only the key: a worker on another host may mount the place elsewhere.
    if (bytes > 0) segments.push({ path: recorded.isShared ? key : resolve(ownFolder(dataDir), key), bytes });
  }
  if (segments.length > 0) return { path: null, segments };
  const whose = recorded.isShared ? 'there is' : 'this host has';
  const message = `names hours from ${log.from} to ${log.to}, of which ${whose} no recorded auction; GET /recorded lists what there is`;
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

async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
