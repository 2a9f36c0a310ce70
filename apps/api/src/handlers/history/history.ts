import {
  type CallContext,
  type ChangedObjects,
  changeWords,
  type HistoryInput,
  type HistoryPage,
  type HistoryStep,
  invalid,
  mostStepsRead,
  pageSize,
  type Plain,
  type ServiceName,
  type Member,
  type StoredExperiment,
} from '@auction-tiers/contract';
import type { Change, YmProfileStep } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../../mirror/stream-position.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { sellerOf } from '../request/condition.ts';
import { placeBefore, readPage, type ReadLog, searchChangeLog } from '../resource/change-log-search.ts';

/** Changes of a step that are put into words. */
const mostWords = 20;
/** Bounds of a search. Reading more steps at once would block Redis for longer than some milliseconds. */
const limits = { readSize: 100, maxSearched: mostStepsRead };

/** The steps that touched a ym-profile, its tiers or the profiles that they need, newest first. */
export async function readHistory(deps: Deps, call: CallContext, input: HistoryInput): Promise<HistoryPage> {
  const { store, follower, mirror } = deps;
  const owner = sellerOf(call, input.member_id);
  const { id, start_element: start = 0, num_elements, user } = input;
  await follower.fresh(owner);
  // An administrator may name a member that does not exist, for which nothing must be stored.
  if (mirror.row('member', owner, owner) === undefined) throw notFound('ym-profile', id);
  const steps = new Map<number, YmProfileStep>();
  const readLog: ReadLog = async (from, count) => {
    const page = await store.stepsOf(owner, id, from, count);
    const changes = page.steps.map(({ change, ...step }) => {
      steps.set(step.revision, step);
      return { ...change, revision: step.revision };
    });
    return { changes, total: page.total };
  };
  const size = pageSize(num_elements, call.warn);
  const page = { start, size, fits: () => true };
  const [minMs, maxMs] = [startOf(input.start_date), endOf(input.end_date)];
  const isWanted = (change: Change) =>
    (user === undefined || change.user === user) && change.timeMs >= minMs && change.timeMs < maxMs;
  const isFiltered = user !== undefined || input.start_date !== undefined || input.end_date !== undefined;
  const partition = follower.positions.partitionOf(owner);
  const before = input.before === undefined ? undefined : revisionOf(input.before, partition);
  const { changes, total, next } = isFiltered
    ? await searchChangeLog(readLog, isWanted, { ...page, minMs, maxMs, before }, limits)
    : await pageBefore(readLog, page, before);
  if (
    total === 0 &&
    mirror.row('ym-profile', owner, id) === undefined &&
    (await store.stepsOf(owner, id, 0, 0)).total === 0
  ) {
    throw notFound('ym-profile', id);
  }
  const nameOf: NameOf = (service, one) => {
    const row: Plain | undefined = mirror.row(service, owner, one);
    return (row?.['name'] ?? null) as string | null;
  };
  const items = await Promise.all(
    changes.map(async (change) => {
      const step = steps.get(change.revision)!;
      const words = step.first === step.last ? [{ ...change }] : await changesOf(deps, step, change.partition);
      return toItem(change, step, words, follower.positions.position(change.partition).epoch, nameOf);
    }),
  );
  return {
    count: total,
    start_element: start,
    num_elements: size,
    items,
    next_before: next === null ? null : formatRevision(partition, { revision: next }),
  };
}

/** A page without a filter, which needs no search. */
async function pageBefore(readLog: ReadLog, page: Parameters<typeof readPage>[1], before: number | undefined) {
  const first = await placeBefore(readLog, before);
  const { changes, total } = await readPage(readLog, { ...page, start: first + page.start, before });
  return { changes, total: total - first, next: null };
}

function revisionOf(text: string, partition: number): number {
  const parsed = parseRevision(text);
  if (parsed?.partition === partition) return parsed.revision;
  const message = `is ${JSON.stringify(text)}, allowed: a revision such as ${partition}-120, as dbg_info.next_before has it`;
  throw invalid([{ path: 'before', message }]);
}

/** The present name of an object, which an update does not say. */
type NameOf = (service: ServiceName, id: number) => string | null;

/** The first changes of a step that are put into words. */
async function changesOf({ store }: Pick<Deps, 'store'>, step: YmProfileStep, partition: number): Promise<Change[]> {
  const changes = await store.changesBetween(partition, step.first, step.last, mostWords);
  return changes.filter(({ service }) => isWorded(service) || service === 'member' || service === 'experiment');
}

type Worded = ChangedObjects['created'][number]['service'];
const isWorded = (service: string): service is Worded =>
  service === 'ym-profile' || service === 'ym-auction-tier' || service === 'profile';

function toItem(
  change: Change,
  step: YmProfileStep,
  changes: readonly Change[],
  epoch: string,
  nameOf: NameOf,
): HistoryStep {
  const { partition, revision, mark } = change;
  const lines = [
    ...changes.flatMap(publishingWords),
    ...changes.flatMap((one) => experimentWords(one, nameOf)),
    ...changeWords(wordedOf(changes, nameOf)),
  ];
  const left = step.created + step.updated + step.deleted - changes.length;
  return {
    revision: formatRevision(partition, { revision, mark, epoch }),
    time: new Date(change.timeMs).toISOString().slice(0, 19).replace('T', ' '),
    user: change.user,
    request_id: change.requestId,
    note: change.note,
    kind: change.kind,
    draft_id: change.draftId,
    changes: objectsOf(step, changes),
    summary: left <= 0 ? lines : [...lines, `and ${left} more ${left === 1 ? 'change' : 'changes'}`],
  };
}

/** How the tiers of the member may change is part of the history of each of its ym-profiles. */
const publishingWords = ({ service, before, after }: Change): string[] =>
  service === 'member' && after?.['publishing'] !== undefined
    ? [
        `publishing ${(before as Partial<Member> | null)?.publishing ?? 'direct'} -> ${(after as Partial<Member>).publishing}`,
      ]
    : [];

/** How many objects of a ym-profile a step changed: an experiment decides which tiers are used, and is none of them. */
function objectsOf({ created, updated, deleted }: YmProfileStep, changes: readonly Change[]): HistoryStep['changes'] {
  const experiments = changes.filter(({ service }) => service === 'experiment');
  const by = (wanted: Change['operation']) => experiments.filter(({ operation }) => operation === wanted).length;
  return { created: created - by('create'), updated: updated - by('update'), deleted: deleted - by('delete') };
}

/** From the start, a change of share, a pause or the end of an experiment on, other tiers decide. */
function experimentWords({ service, id, before, after }: Change, nameOf: NameOf): string[] {
  if (service !== 'experiment' || after === null) return [];
  const [was, is] = [before ?? {}, after] as readonly Partial<StoredExperiment>[];
  const experiment = `experiment ${id} ${is!.name ?? nameOf('experiment', id) ?? ''}`.trimEnd();
  const share = was!.share === is!.share || is!.share === undefined ? '' : `share ${was!.share ?? 0} -> ${is!.share}`;
  const state = is!.state === was!.state ? undefined : is!.state;
  const said = {
    planned: '',
    running: was!.state === 'paused' ? 'resumed' : 'started',
    // A pause by a user says by whom; one of the guard only why.
    paused: is!.reason?.startsWith('paused') ? is!.reason : `paused: ${is!.reason ?? ''}`,
    ended: `ended: ${is!.outcome ?? ''}`,
  };
  const words = [state === undefined ? '' : said[state], was!.state === undefined && state !== undefined ? '' : share];
  const told = words.filter((one) => one !== '').join(', ');
  return told === '' ? [] : [`${experiment}: ${told}`];
}

/** Attributes whose changes tell a reader nothing. */
const unsaid: ReadonlySet<string> = new Set(['last_modified', 'created_on']);

function wordedOf(changes: readonly Change[], nameOf: NameOf): ChangedObjects {
  const worded: { [Kind in keyof ChangedObjects]: ChangedObjects[Kind][number][] } = {
    created: [],
    updated: [],
    deleted: [],
  };
  for (const { service, id, operation, before, after } of changes) {
    if (!isWorded(service)) continue;
    const name = ((after ?? before)?.['name'] ?? before?.['name'] ?? nameOf(service, id)) as string | null;
    const object = { service, id, name };
    if (operation === 'create') worded.created.push(object);
    else if (operation === 'delete') worded.deleted.push(object);
    else {
      const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
      const changed = fields
        .filter((field) => !unsaid.has(field))
        .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }));
      worded.updated.push({ ...object, changes: changed });
    }
  }
  return worded;
}

const msPerDay = 24 * 60 * 60 * 1000;
const toMs = (text: string) => Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);
const startOf = (text: string | undefined) => (text === undefined ? Number.NEGATIVE_INFINITY : toMs(text));
/** The exclusive end: of a day, the end of that day; of a time, that time. */
const endOf = (text: string | undefined) =>
  text === undefined ? Number.POSITIVE_INFINITY : toMs(text) + (text.length === 10 ? msPerDay : 0);
