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
 * All changes with their user, newest first. A member sees its own; an administrator those of the member it names. Those of
 * the member's users and their keys are among them: all for a manager, for another user those of itself.
 */
export function changeLogHandlers(deps: Deps, subscriptions: Subscriptions): Handlers['changeLog'] {
  const { store, follower, userChanges } = deps;
  const readAfter = shareReads(store);
  const toEntry = (change: Change) => toChangeLogEntry(change, follower.positions.position(change.partition).epoch);

  /** The log of a member is kept beside that of the installation, which its users and keys belong to. */
  async function readLogOf(call: CallContext, owner: number | null): Promise<ReadLog> {
    const own: ReadLog = (start, count) => store.changeLog(owner, start, count);
    if (owner === null) return own;
    const ofUsers = (await userChanges.all()).filter(seenBy(call, owner));
    return mergedLog(
      own,
      ofUsers.map(({ change }) => change),
    );
  }

  /** Whether a change of a partition that the log is read from is one of the log. */
  async function isOfLog(call: CallContext, owner: number | null, change: Change): Promise<boolean> {
    if (change.memberId === owner) return true;
    if (change.service !== 'user' && change.service !== 'api-key') return false;
    const isSeen = seenBy(call, owner);
    return (await userChanges.all()).some((one) => one.change.revision === change.revision && isSeen(one));
  }

  /**
   * The position after which a follower reads each partition that the log is kept in. `after` names a change of one of
   * them; the others begin at the time of that change, so that what has that very time may come twice.
   */
  async function startOf(after: string | undefined, owner: number | null): Promise<Map<number, RememberedPosition>> {
    const owners = new Map([null, owner].map((one) => [follower.positions.partitionOf(one), one]));
    // Asked for at once: what is written after the subscription has begun comes, in whichever partition.
    const heads = [...owners.keys()].map(async (partition) => [partition, await store.head(partition)] as const);
    const places = new Map<number, RememberedPosition>(await Promise.all(heads));
    if (after === undefined) return places;
    const parsed = parseRevision(after);
    if (parsed === undefined || !owners.has(parsed.partition)) {
      const message = `is ${JSON.stringify(after)}, allowed: the revision of an entry of your change log`;
      throw invalid([{ path: 'lastEventId', message }]);
    }
    places.set(parsed.partition, parsed);
    owners.delete(parsed.partition);
    const change = parsed.revision === 0 ? null : await store.changeAt(parsed.partition, parsed.revision);
    // A change that is not kept ends the follower at its first read.
    if (change === null && parsed.revision > 0) return places;
    for (const [partition, one] of owners) {
      const readLog: ReadLog = (start, count) => store.changeLog(one, start, count);
      const index = await placeAfter(readLog, ({ timeMs }) => change === null || timeMs >= change.timeMs);
      const [next] = index === 0 ? [] : (await readLog(index - 1, 1)).changes;
      if (next !== undefined) places.set(partition, { revision: next.revision - 1 });
    }
    return places;
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
      const places = await startOf(after ?? undefined, owner);
      const close = subscriptions.open(call.caller);
      try {
        const over = AbortSignal.any([signal, follower.stopping]);
        while (!over.aborted) {
          let isUpToDate = true;
          for (const [partition, place] of places) {
            const { epoch, changes, gap } = await readAfter(partition, place);
            if (gap !== null) throw noLongerKept(formatRevision(partition, place), gap);
            for (const change of changes) {
              places.set(partition, { epoch, revision: change.revision, mark: change.mark });
              if (await isOfLog(call, owner, change)) yield toChangeLogEntry(change, epoch);
            }
            if (changes.length > 0) isUpToDate = false;
          }
          if (!isUpToDate) continue;
          await follower.positions.passed(places, over);
          await breathe();
        }
      } finally {
        close();
      }
    },
  };
}

/** Which changes of users and keys a caller sees in the log of a member. */
const seenBy =
  (call: CallContext, owner: number | null) =>
  ({ userId, memberId }: UserChange): boolean =>
    memberId === owner && (isAdmin(call) || isManager(call) || userId === call.caller.userId);

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
