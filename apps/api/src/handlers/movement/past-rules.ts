import { ServiceError, toTierSetSource } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { formatRevision } from '../../mirror/stream-position.ts';
import { tierSetAt } from '../history/past-tier-set.ts';
import type { Deps } from '../request/deps.ts';
import { placeAfter, type ReadLog } from '../resource/change-log-search.ts';

/** Steps of a ym-profile that count as separate changes; the earlier changes in a period count as one. */
const mostSteps = 30;

export type Published = Pick<Change, 'timeMs' | 'user'>;

/** The rules that were live in a period, in the order of the publishes. */
export interface PastRules {
  readonly sources: readonly TierSetSource[];
  /** The revision number from which each was live. */
  readonly since: readonly number[];
  /** When each was published, and by whom, by its revision; the first of a period may be from before it. */
  readonly published: ReadonlyMap<string, Published>;
}

/** The rules of a ym-profile from one moment to another. Throws as `tierSetAt` does. */
export async function pastRules(
  deps: Pick<Deps, 'store' | 'follower' | 'mirror'>,
  owner: number,
  ymProfileId: number,
  fromMs: number,
  toMs: number,
): Promise<PastRules> {
  const partition = deps.follower.positions.partitionOf(owner);
  const readLog: ReadLog = async (start, count) => {
    const { steps, total } = await deps.store.stepsOf(owner, ymProfileId, start, count);
    return { changes: steps.map(({ change }) => change), total };
  };
  const index = await placeAfter(readLog, ({ timeMs }) => timeMs >= toMs);
  const { steps } = await deps.store.stepsOf(owner, ymProfileId, index, mostSteps * 2);
  const before = steps.filter(({ change }) => change.timeMs < toMs);
  const within = before.filter(({ change }) => change.timeMs >= fromMs).slice(0, mostSteps);
  const sources: TierSetSource[] = [];
  const since: number[] = [];
  const published = new Map<string, Published>();
  let known = '';
  const add = async (number: number, by: Published | null): Promise<void> => {
    const revision = formatRevision(partition, { revision: number });
    const found = await sourceAt(deps, owner, ymProfileId, revision);
    if (found === null) return;
    const { revision: _, ...content } = found;
    const text = JSON.stringify(content);
    // A step that changes only names decides like the previous one.
    if (text === known) return;
    known = text;
    sources.push({ ...found, revision });
    since.push(sources.length === 1 ? 0 : number);
    if (by !== null) published.set(revision, by);
  };
  const oldest = within.at(-1);
  if (oldest !== undefined && oldest.first > 1) await add(oldest.first - 1, null);
  for (const { revision, change } of within.toReversed()) await add(revision, change);
  if (sources.length > 0) return { sources, since, published };
  const newest = before[0]?.revision ?? deps.follower.positions.position(partition).revision;
  await add(newest, null);
  return { sources, since, published };
}

/** null: there was no such ym-profile yet. */
async function sourceAt(
  deps: Pick<Deps, 'store' | 'follower' | 'mirror'>,
  owner: number,
  ymProfileId: number,
  revision: string,
): Promise<TierSetSource | null> {
  try {
    return toTierSetSource(await tierSetAt(deps, owner, ymProfileId, revision));
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not_found') return null;
    throw error;
  }
}
