import {
  type CallContext,
  type ChangeLogEntry,
  changeLogResource,
  type Condition,
  type Handlers,
  invalid,
  type ListInput,
  pageSize,
  parseFilter,
  type ServiceError,
} from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../../mirror/follower.ts';
import type { Deps } from '../request/deps.ts';
import { isAdmin, ownerOf } from '../request/condition.ts';
import { searchChangeLog } from './change-log-search.ts';

/** Changes read from the store at once while following. */
const followPage = 200;

/** All changes with their user, newest first. A member sees its own; an administrator those of the member it names. */
export function changeLogHandlers({ store, follower }: Deps): Handlers['changeLog'] {
  return {
    async list(call, { member_id, start_element = 0, num_elements, filter = {}, ...rest }) {
      const owner = ownerOfLog(call, member_id);
      const conditions = conditionsOf(filter, rest);
      const size = pageSize(num_elements, call.warn);
      const page = { start: start_element, size };
      const { changes, total } =
        conditions.length === 0
          ? await store.changeLog(owner, page.start, page.size)
          : await searchChangeLog(
              (start, count) => store.changeLog(owner, start, count),
              (change) => isWanted(toEntry(change), conditions),
              { ...page, ...timesOf(filter) },
            );
      return { count: total, start_element, num_elements: size, items: changes.map(toEntry) };
    },
    async *follow(call, { lastEventId: after }, signal) {
      const owner = ownerOfLog(call, undefined);
      const partition = follower.partitionOf(owner);
      let { revision } = startOf(after ?? undefined, partition) ?? { revision: await store.revision(partition) };
      const over = AbortSignal.any([signal, follower.stopping]);
      while (!over.aborted) {
        const { changes, gap } = await store.changesAfter(partition, revision, followPage);
        if (gap) throw noLongerKept(formatRevision(partition, revision));
        for (const change of changes) {
          revision = change.revision;
          if (change.memberId === owner) yield toEntry(change);
        }
        if (changes.length === 0) await follower.reached(partition, revision + 1, over);
      }
    },
  };
}

/** An administrator that names no member gets the changes of the installation: users, keys, the directory of buyers. */
const ownerOfLog = (call: CallContext, asked: number | undefined): number | null =>
  isAdmin(call) && asked === undefined ? null : ownerOf(call, changeLogResource, asked);

const parameters = ['start_element', 'num_elements', 'fields', 'member_id'];

/** The conditions of a filter. The log has an order of its own, and its entries have no id. */
function conditionsOf(filter: Filter, others: Pick<ListInput, 'ids' | 'sort' | 'search'>): readonly Condition[] {
  const parsed = parseFilter(changeLogResource.fields, filter, parameters);
  const names = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const message = 'is not known here: the change log is read in its own order, newest first';
  const issues = names.map((name) => ({ path: name === 'ids' ? 'id' : name, message }));
  if (parsed.ok && issues.length === 0) return parsed.conditions;
  throw invalid([...issues, ...(parsed.ok ? [] : parsed.issues)]);
}

type Filter = NonNullable<ListInput['filter']>;

const isWanted = (entry: ChangeLogEntry, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => condition(entry));

/** The times that a filter allows, so that not the whole log need be read. */
function timesOf({ created_on: on, min_created_on: min = on, max_created_on: max = on }: Filter) {
  return { minMs: toMs(min) ?? Number.NEGATIVE_INFINITY, maxMs: toMs(max) ?? Number.POSITIVE_INFINITY };
}

/** Undefined for a text that is not a time; the conditions alone then decide. */
function toMs(sent: Filter[string] | undefined): number | undefined {
  const text = String(sent);
  const ms = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? '' : 'T00:00:00'}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

function startOf(after: string | undefined, partition: number): { revision: number } | undefined {
  if (after === undefined) return undefined;
  const parsed = parseRevision(after);
  if (parsed?.partition === partition) return parsed;
  const message = `is ${JSON.stringify(after)}, allowed: the revision of an entry of your change log`;
  throw invalid([{ path: 'lastEventId', message }]);
}

function noLongerKept(revision: string): ServiceError {
  const message = `is ${JSON.stringify(revision)}, and not every entry after it is kept; read the list, then follow again`;
  return invalid([{ path: 'lastEventId', message }]);
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
