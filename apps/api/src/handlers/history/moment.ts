import { invalid, ServiceError } from '@auction-tiers/contract';
import type { Position } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../../mirror/stream-position.ts';
import type { Deps } from '../request/deps.ts';

/** A moment in the history of a partition, at the end of a step. */
export interface Moment extends Position {
  readonly partition: number;
}

/**
 * The moment that a revision names: the end of the step that made it. Throws `invalid` for a text that is no revision,
 * `not_found` for one that the owner never had, and `gone` for one whose later changes are not all kept, or that is of
 * another history.
 */
export async function requireMoment(
  { store, follower }: Pick<Deps, 'store' | 'follower'>,
  owner: number,
  text: string,
  path = 'revision',
): Promise<Moment> {
  const asked = parseRevision(text);
  const partition = follower.positions.partitionOf(owner);
  const shown = JSON.stringify(text);
  if (asked === undefined) {
    throw invalid([{ path, message: `is ${shown}, allowed: a revision such as ${partition}-120, as answers show it` }]);
  }
  const now = follower.positions.position(partition);
  if (asked.partition !== partition) {
    throw neverExisted(path, `${shown}, which is none of member ${owner}: its revisions begin with ${partition}-`);
  }
  if (asked.revision > now.revision) {
    throw neverExisted(path, `${shown}, which does not exist: the newest is ${formatRevision(partition, now)}`);
  }
  const { oldest } = await store.changesOf(owner, now.revision, now.revision);
  const change = asked.revision === 0 ? null : await store.changeAt(partition, asked.revision);
  // The present moment needs no change. The moment before the oldest kept change needs only changes that are kept.
  const isKept = asked.revision === now.revision || (oldest !== null && asked.revision >= oldest - 1);
  if (!isKept) throw noLongerKept(path, shown, await oldestText(store, now, partition, oldest));
  const mark = change?.mark ?? (asked.revision === now.revision ? now.mark : '');
  const isOther =
    asked.mark === undefined || mark === ''
      ? asked.epoch !== undefined && asked.epoch !== now.epoch
      : asked.mark !== mark;
  if (isOther) throw ofAnotherHistory(path, shown, await oldestText(store, now, partition, oldest));
  const revision = change?.through ?? asked.revision;
  return { partition, revision, mark, epoch: now.epoch };
}

async function oldestText(
  store: Deps['store'],
  now: Position,
  partition: number,
  oldest: number | null,
): Promise<string> {
  const kept = oldest === null ? null : await store.changeAt(partition, oldest);
  return formatRevision(partition, kept === null ? now : { ...kept, epoch: now.epoch });
}

const neverExisted = (path: string, is: string) =>
  new ServiceError('not_found', `${path} is ${is}`, { issues: [{ path, message: `is ${is}` }] });

/** The error for a moment whose later changes are not all kept any more; `oldest`: the oldest revision that is. */
export function noLongerKept(path: string, shown: string, oldest: string): ServiceError {
  const message = `is ${shown}, and the changes since are not all kept; the oldest revision that is kept is ${oldest}`;
  return new ServiceError('gone', `${path} ${message}`, { issues: [{ path, message }] });
}

function ofAnotherHistory(path: string, shown: string, oldest: string): ServiceError {
  const message = `is ${shown}, which is of another history: the database was restored or replaced since, or has lost its last changes; the oldest revision that is kept is ${oldest}`;
  return new ServiceError('gone', `${path} ${message}`, { issues: [{ path, message }] });
}
