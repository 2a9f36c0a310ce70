import {
  type ChangeLogEntry,
  type ChangeLogHandlers,
  changeLogResource,
  invalid,
  type ListInput,
  pageSize,
} from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../mirror/revision.ts';
import type { Deps } from './deps.ts';
import { ownerOf } from './owner.ts';

/** Changes read from the store at once while following. */
const followPage = 200;

/** Who changed what, newest first. A member sees its own changes; an administrator names a member. */
export function changeLogHandlers({ store, follower }: Deps): ChangeLogHandlers {
  return {
    async list(call, { member_id, start_element = 0, num_elements, ...rest }) {
      const owner = ownerOf(call, changeLogResource, member_id);
      refuseOthers(rest);
      const size = pageSize(num_elements, call.warn);
      const { changes, total } = await store.changeLog(owner, start_element, size);
      return { count: total, start_element, num_elements: size, items: changes.map(toEntry) };
    },
    async *follow(call, after, signal) {
      const owner = ownerOf(call, changeLogResource, undefined);
      const partition = follower.partitionOf(owner);
      let { revision } = startOf(after, partition) ?? { revision: await store.revision(partition) };
      while (!signal.aborted) {
        const { changes } = await store.changesAfter(partition, revision, followPage);
        for (const change of changes) {
          revision = change.revision;
          if (change.memberId === owner) yield toEntry(change);
        }
        if (changes.length === 0) await follower.reached(partition, revision + 1, signal);
      }
    },
  };
}

/** The log is read in its own order, page by page. */
function refuseOthers({ filter = {}, ids, sort, search }: Omit<ListInput, 'start_element' | 'num_elements'>): void {
  const others = Object.entries({ ids, sort, search, ...filter }).filter(([, value]) => value !== undefined);
  const message = 'is not a known parameter here; known: start_element, num_elements, member_id';
  if (others.length > 0) throw invalid(others.map(([name]) => ({ path: name === 'ids' ? 'id' : name, message })));
}

function startOf(after: string | undefined, partition: number): { revision: number } | undefined {
  if (after === undefined) return undefined;
  const parsed = parseRevision(after);
  if (parsed?.partition === partition) return parsed;
  const message = `is ${JSON.stringify(after)}, allowed: the revision of an entry of your change log`;
  throw invalid([{ path: 'lastEventId', message }]);
}

function toEntry(change: Change): ChangeLogEntry {
  return {
    revision: formatRevision(change.partition, change.revision),
    service: change.service,
    resource_id: change.id,
    operation: change.operation,
    member_id: change.memberId,
    user: change.user,
    request_id: change.requestId,
    created_on: new Date(change.timeMs).toISOString().slice(0, 19).replace('T', ' '),
    before: change.before,
    after: change.after,
  };
}
