import { readFileSync } from 'node:fs';
import { changesKey, headKey, objectKey, ownedChangesKey, pairs, toTexts } from '../redis/layout/layout.ts';
import type { ChangeEntry } from './change-entry.ts';
import type { Connection } from './connection.ts';
import { parseKey, type PartitionKey } from '../redis/layout/key.ts';
import type { PartitionState } from './partition-state.ts';
import { readEntries } from './database-meta.ts';
import { StepEntries } from './step-entry.ts';
import { nameOf } from './stored-hash.ts';

const readEntry = readFileSync(new URL('../../lua/read-entry.lua', import.meta.url), 'utf8');

/** The state of an object according to the changes in the stream. */
interface Known {
  /** Texts by field; null: the object has no such field. */
  readonly fields: Map<string, string | null>;
  /** Whether `fields` has all of the object's fields. */
  isWhole: boolean;
  isThere: boolean;
  revision: number;
}

/**
 * Compares the change stream of a partition with its objects and the lists of owners' revisions: revisions are
 * consecutive up to the present one, each change starts from the state after the object's previous one, and the last
 * ones end with the hashes. Returns the first difference, or the number of changes compared.
 */
export async function verifyChanges(
  connection: Connection,
  state: PartitionState,
  keys: ReadonlyMap<string, PartitionKey>,
): Promise<string | number> {
  const { partition, revision } = state;
  const replay = new Replay(partition);
  for await (const { entries, isAfterHole } of readEntries(connection, partition, 1, revision)) {
    const [first] = entries;
    if (isAfterHole && replay.last > 0 && first !== undefined) {
      // The stream was trimmed while it was read, or a change is missing.
      if ((await oldest(connection, partition)) <= replay.last + 1) return replay.missing(replay.last + 1);
      replay.forget();
    }
    for (const entry of entries) {
      const difference = replay.add(entry);
      if (difference !== null) return difference;
    }
  }
  if (replay.last !== 0 && replay.last !== revision) return replay.missing(replay.last + 1);
  if (replay.last !== 0 && replay.mark !== state.mark) {
    return `${headKey(partition)} has the mark ${state.mark}, change ${revision} has ${replay.mark}`;
  }
  const difference =
    replay.compare(state) ??
    (await verifyOwners(connection, partition, replay, keys)) ??
    (await verifySteps(connection, partition, replay, keys));
  return difference ?? replay.count;
}

class Replay {
  readonly #partition: number;
  readonly #known = new Map<string, Known>();
  readonly owners = new Map<number | null, Set<number>>();
  /** The steps of ym-profiles: index -> step -> revision. */
  readonly steps = new Map<string, Map<string, number>>();
  #stepEntries: StepEntries;
  first = 0;
  last = 0;
  /** The mark of the last change; empty: there is none. */
  mark = '';
  count = 0;

  constructor(partition: number) {
    this.#partition = partition;
    this.#stepEntries = new StepEntries(partition);
  }

  missing(revision: number): string {
    return `${changesKey(this.#partition)} lacks change ${revision}`;
  }

  /** Resets the state, because earlier changes were trimmed. */
  forget(): void {
    this.#known.clear();
    this.owners.clear();
    this.steps.clear();
    this.#stepEntries = new StepEntries(this.#partition);
    this.first = 0;
  }

  /** Adds the next change. Returns how it differs from the known state of its object. */
  add(entry: ChangeEntry): string | null {
    const { service, id, operation, before, after, revision, memberId } = entry;
    if (this.first === 0) this.first = revision;
    this.last = revision;
    this.mark = entry.fields['mark'] ?? '';
    this.count += 1;
    this.owners.set(memberId, (this.owners.get(memberId) ?? new Set()).add(revision));
    for (const { key, member, score } of this.#stepEntries.add(entry)) {
      if (score !== null) this.steps.set(key, (this.steps.get(key) ?? new Map<string, number>()).set(member, score));
    }
    const name = nameOf(service, id);
    const known = this.#known.get(name);
    const place = `change ${revision} of ${changesKey(this.#partition)}`;
    if (known !== undefined && known.isThere !== (operation !== 'create')) {
      return `${place} is a ${operation} of ${name}, which ${known.isThere ? 'exists' : 'does not exist'} after change ${known.revision}`;
    }
    for (const [field, text] of Object.entries(before ?? {})) {
      const was = known?.fields.get(field) ?? (known?.isWhole === true ? null : undefined);
      if (was !== undefined && was !== text) {
        return `${place} says that ${field} of ${name} was ${JSON.stringify(text)}, after change ${known?.revision} it is ${JSON.stringify(was)}`;
      }
    }
    const isWhole = operation !== 'update' || known?.isWhole === true;
    const fields = operation === 'update' && known !== undefined ? known.fields : new Map<string, string | null>();
    for (const field of Object.keys(before ?? {})) fields.set(field, null);
    for (const [field, text] of Object.entries(after ?? {})) fields.set(field, text);
    this.#known.set(name, { fields, isWhole, isThere: operation !== 'delete', revision });
    return null;
  }

  /** How the objects differ from the state after the changes. */
  compare({ partition, objects, revision }: PartitionState): string | null {
    for (const [name, known] of this.#known) {
      const { service, id, hash } = objects.get(name) ?? { service: '', id: 0, hash: undefined };
      const key = `at:{p${partition}}:${name}`;
      const change = `change ${known.revision}`;
      if (!known.isThere) {
        if (hash !== undefined) return `${key} is there, ${change} has removed it`;
        continue;
      }
      if (hash === undefined) return `${key} is missing, ${change} has left it there`;
      if (hash['_revision'] !== String(known.revision)) {
        return `${objectKey(partition, service, id)} has the _revision ${hash['_revision']}, its last change is ${known.revision}`;
      }
      const names = new Set([...known.fields.keys(), ...(known.isWhole ? Object.keys(hash) : [])]);
      for (const field of names) {
        if (field.startsWith('_')) continue;
        const [here, there] = [hash[field] ?? null, known.fields.get(field) ?? null];
        if (here !== there) {
          return `${key} has ${JSON.stringify(here)} in ${field}, the change stream leaves ${JSON.stringify(there)} (${change})`;
        }
      }
    }
    if (this.first === 0) return null;
    for (const [name, { hash }] of objects) {
      const own = Number(hash['_revision']);
      if (!this.#known.has(name) && own >= this.first && own <= revision) {
        return `at:{p${partition}}:${name} has the _revision ${own}, which is another object's change`;
      }
    }
    return null;
  }
}

const firstOf = (entries: unknown): number => {
  const [entry] = entries as [string, unknown][];
  return entry === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(entry[0], 10);
};

/** The oldest change that the stream has. */
const oldest = async (connection: Connection, partition: number): Promise<number> =>
  firstOf(await connection.run('XRANGE', changesKey(partition), '-', '+', 'COUNT', 1));

/** Revisions of an owner that are read together. */
const readAtOnce = 500;

/** Compares the lists of owners' revisions with the changes. */
async function verifyOwners(
  connection: Connection,
  partition: number,
  { owners, first, last }: Replay,
  keys: ReadonlyMap<string, PartitionKey>,
): Promise<string | null> {
  if (first === 0) return null;
  const names = new Set([...owners.keys()].map((owner) => ownedChangesKey(partition, owner)));
  for (const [name, { kind }] of keys) if (kind === 'ownedChanges') names.add(name);
  for (const name of [...names].toSorted()) {
    const parsed = parseKey(name)?.key;
    const wanted = (parsed?.kind === 'ownedChanges' ? owners.get(parsed.owner) : undefined) ?? new Set<number>();
    const found = new Set<number>();
    for (let from = first; from <= last; ) {
      const page = toTexts(await connection.run('ZRANGE', name, from, last, 'BYSCORE', 'LIMIT', 0, readAtOnce)).map(
        Number,
      );
      for (const revision of page) found.add(revision);
      if (page.length < readAtOnce) break;
      from = (page.at(-1) ?? last) + 1;
    }
    for (const revision of [...wanted].filter((one) => !found.has(one))) {
      // A change that was trimmed meanwhile is missing in both.
      if (revision >= (await oldest(connection, partition)) && !(await isListed(connection, name, revision))) {
        if (revision >= (await oldest(connection, partition))) return `${name} lacks the revision ${revision}`;
      }
    }
    for (const revision of [...found].filter((one) => !wanted.has(one))) {
      if (revision >= (await oldest(connection, partition)) && (await isListed(connection, name, revision))) {
        return `${name} has the revision ${revision}, which is not this owner's change`;
      }
    }
  }
  return null;
}

/** Compares the indexes of steps with the changes, which name the ym-profiles that they touched. */
async function verifySteps(
  connection: Connection,
  partition: number,
  { steps, first, last }: Replay,
  keys: ReadonlyMap<string, PartitionKey>,
): Promise<string | null> {
  const names = new Set([
    ...steps.keys(),
    ...[...keys].flatMap(([name, { kind }]) => (kind === 'steps' ? [name] : [])),
  ]);
  for (const name of [...names].filter((one) => /:steps:\d+$/.test(one)).toSorted()) {
    const wanted = steps.get(name) ?? new Map<string, number>();
    const found = new Map<string, number>();
    for (let from = first; from <= last; ) {
      const bounds = [from, last, 'BYSCORE', 'LIMIT', 0, readAtOnce, 'WITHSCORES'] as const;
      const page = Object.entries(pairs(toTexts(await connection.run('ZRANGE', name, ...bounds))));
      for (const [step, revision] of page) found.set(step, Number(revision));
      if (page.length < readAtOnce) break;
      from = Number(page.at(-1)?.[1] ?? last) + 1;
    }
    const isKept = async (revision: number) => revision >= (await oldest(connection, partition));
    for (const [step, revision] of wanted) {
      if (found.get(step) !== revision && (await isKept(revision))) return `${name} lacks the step "${step}"`;
    }
    for (const [step, revision] of found) {
      // The beginning of a step may be trimmed.
      const isTold = Number.parseInt(step, 10) >= first;
      if (isTold && !wanted.has(step) && (await isKept(revision)))
        return `${name} has the step "${step}", which no change tells of`;
    }
  }
  return null;
}

async function isListed(connection: Connection, key: string, revision: number): Promise<boolean> {
  const [value] = (await connection.runOn(key, 'EVAL_RO', readEntry, 1, key, revision)) as [string];
  return value !== '';
}
