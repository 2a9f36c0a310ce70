import {
  type CallContext,
  type ChangeLogEntry,
  changeLogResource,
  type Condition,
  experimentSecrets,
  type Handlers,
  invalid,
  type ListInput,
  pageSize,
  parseFilter,
  type Plain,
  type ServiceError,
} from '@auction-tiers/contract';
import type { Change, ChangesAfter, ObjectStore, RememberedPosition } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../../mirror/stream-position.ts';
import type { Deps } from '../request/deps.ts';
import type { UserChange } from '../../mirror/user-changes.ts';
import { isAdmin, isManager, ownerOf } from '../request/condition.ts';
import { breathe } from '../../loop/breathe.ts';
import { PageRoom, shortPage } from '../request/page.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { mergedLog } from './merged-log.ts';
import { placeAfter, type ReadLog, readPage, searchWholeLog } from './change-log-search.ts';

/** Changes read from the store at once while following. */
const followPage = 50;

/**
 * All changes with their user, newest first. A member sees its own; an administrator those of the member it names. The
 * list has the changes of the member's users and their keys too: all for a manager, for another user those of itself.
 */
export function changeLogHandlers(deps: Deps, subscriptions: Subscriptions): Handlers['changeLog'] {
  const { store, follower, userChanges } = deps;
  const readAfter = shareReads(store);
  const toEntry = (change: Change) => toChangeLogEntry(change, follower.positions.position(change.partition).epoch);

  /** The log of a member is kept beside that of the installation, which its users and keys belong to. */
  async function readLogOf(call: CallContext, owner: number | null): Promise<ReadLog> {
    const own: ReadLog = (start, count) => store.changeLog(owner, start, count);
    if (owner === null) return own;
    const seesAll = isAdmin(call) || isManager(call);
    const isSeen = ({ userId, memberId }: UserChange) =>
      memberId === owner && (seesAll || userId === call.caller.userId);
    return mergedLog(
      own,
      (await userChanges.all()).filter(isSeen).map(({ change }) => change),
    );
  }

  async function startOf(after: string | undefined, owner: number | null): Promise<RememberedPosition | undefined> {
    if (after === undefined) return undefined;
    const parsed = parseRevision(after);
    if (parsed?.partition === follower.positions.partitionOf(owner)) return parsed;
    if (parsed?.partition === follower.positions.partitionOf(null)) return startAfterUser(after, parsed, owner);
    const message = `is ${JSON.stringify(after)}, allowed: the revision of an entry of your change log`;
    throw invalid([{ path: 'lastEventId', message }]);
  }

  /** The place in a member's own log at the time of a change of one of its users: what has that very time comes too. */
  async function startAfterUser(
    after: string,
    { revision, epoch, mark }: RememberedPosition,
    owner: number | null,
  ): Promise<RememberedPosition | undefined> {
    const change = await store.changeAt(follower.positions.partitionOf(null), revision);
    if (change === null) throw noLongerKept(after, 'trimmed');
    if (mark !== undefined && mark !== change.mark) throw noLongerKept(after, 'replaced');
    const own: ReadLog = (start, count) => store.changeLog(owner, start, count);
    const place = await placeAfter(own, ({ timeMs }) => timeMs >= change.timeMs);
    const [next] = place === 0 ? [] : (await own(place - 1, 1)).changes;
    return next && { revision: next.revision - 1, ...(epoch === undefined ? {} : { epoch }) };
  }

  return {
    async list(call, { member_id, start_element = 0, num_elements, filter = {}, ...rest }) {
      const owner = ownerOfLog(call, member_id);
      const conditions = conditionsOf(filter, rest);
      const size = pageSize(num_elements, call.warn);
      const room = new PageRoom();
      const page = { start: start_element, size, fits: (change: Change) => room.take(toEntry(change)) };
      const readLog = await readLogOf(call, owner);
      const { changes, total } =
        conditions.length === 0
          ? await readPage(readLog, page)
          : await searchWholeLog(readLog, (change) => isWanted(toEntry(change), conditions), {
              ...page,
              ...timesOf(filter),
              bounds: ['min_created_on', 'max_created_on'],
            });
      const answer = { count: total, start_element, num_elements: size, items: changes.map(toEntry) };
      return room.isFull ? shortPage(answer, call.warn) : answer;
    },
    async *follow(call, { lastEventId: after, member_id }, signal) {
      const owner = ownerOfLog(call, member_id);
      const partition = follower.positions.partitionOf(owner);
      const start = await startOf(after ?? undefined, owner);
      const close = subscriptions.open(call.caller);
      try {
        let place: RememberedPosition = start ?? (await store.head(partition));
        const over = AbortSignal.any([signal, follower.stopping]);
        while (!over.aborted) {
          const { epoch, changes, gap } = await readAfter(partition, place);
          if (gap !== null) throw noLongerKept(formatRevision(partition, place), gap);
          for (const change of changes) {
            place = { epoch, revision: change.revision, mark: change.mark };
            if (change.memberId === owner) yield toChangeLogEntry(change, epoch);
          }
          if (changes.length > 0) continue;
          await follower.positions.reached(partition, place.revision + 1, over);
          await breathe();
        }
      } finally {
        close();
      }
    },
  };
}

/** Reads the changes after a position. Subscriptions at the same position, as all up-to-date ones, share a read. */
function shareReads(store: Pick<ObjectStore, 'changesAfter'>) {
  const reads = new Map<string, Promise<ChangesAfter>>();
  return (partition: number, place: RememberedPosition): Promise<ChangesAfter> => {
    const asked = formatRevision(partition, place);
    const running = reads.get(asked);
    if (running !== undefined) return running;
    const read = store.changesAfter(partition, place, followPage).finally(() => reads.delete(asked));
    reads.set(asked, read);
    return read;
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

function noLongerKept(revision: string, gap: 'trimmed' | 'replaced'): ServiceError {
  const why =
    gap === 'trimmed'
      ? 'not every entry after it is kept'
      : 'the change log does not contain it any more: the database was restored, or has lost its last changes';
  const message = `is ${JSON.stringify(revision)}, and ${why}; read the list, then follow again`;
  return invalid([{ path: 'lastEventId', message }]);
}

function toChangeLogEntry(change: Change, epoch: string): ChangeLogEntry {
  return {
    revision: formatRevision(change.partition, { ...change, epoch }),
    service: change.service,
    resource_id: change.id,
    operation: change.operation,
    member_id: change.memberId,
    user: change.user,
    request_id: change.requestId,
    kind: change.kind,
    note: change.note,
    draft_id: change.draftId,
    break_glass: change.breakGlass,
    created_on: new Date(change.timeMs).toISOString().slice(0, 19).replace('T', ' '),
    before: shownOf(change.service, change.before),
    after: shownOf(change.service, change.after),
  };
}

const unshown: Readonly<Record<string, readonly string[]>> = { experiment: experimentSecrets, channel: ['told'] };

/** What an answer may show of an object. */
function shownOf(service: string, image: Plain | null): Plain | null {
  const hidden = unshown[service];
  if (hidden === undefined || image === null) return image;
  return Object.fromEntries(Object.entries(image).filter(([name]) => !hidden.includes(name)));
}
