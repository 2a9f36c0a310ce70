import { readFileSync } from 'node:fs';
import type { Owner } from '../layout/key.ts';
import { changesKey, epochKey, headKey, ownedChangesKey, partitionPrefix, revisionKey } from '../layout/layout.ts';

const script = readFileSync(new URL('../../../lua/read-marks.lua', import.meta.url), 'utf8');

/** Reads the database, through the service's client or through the client of the admin commands. */
export interface DamageReader {
  /** Sends a read-only command to the server of a key. */
  readonly ask: (key: string, ...command: readonly [string, ...string[]]) => Promise<unknown>;
  /** The keys that match a pattern, in portions. */
  readonly scan: (pattern: string) => AsyncIterable<readonly string[]>;
}

/** How far a partition's history reaches, according to each key that has it. */
export interface Marks {
  /** Null: the key is missing, or holds no number. */
  readonly revision: number | null;
  readonly head: string | null;
  readonly epoch: string | null;
  /** The change stream; null: the key is missing. */
  readonly stream: {
    readonly length: number;
    readonly first: number;
    readonly last: number;
    /** The highest revision that the stream ever had. */
    readonly highest: number;
  } | null;
  /** The number of the stream's changes up to `through` that the lists of owners contain. */
  readonly listed: number;
}

/** The number that a key holds; null: none, or a text that another program has put there. */
export const countIn = (held: unknown): number | null => (/^\d+$/.test(String(held)) ? Number(held) : null);

/** `lists`: keys of the lists of owners' revisions, of which those up to `through` are counted. */
export async function readMarks(
  { ask }: Pick<DamageReader, 'ask'>,
  partition: number,
  through = 0,
  lists: readonly string[] = [],
): Promise<Marks> {
  const key = revisionKey(partition);
  const args = [partitionPrefix(partition), String(through), ...lists];
  const reply = (await ask(key, 'EVAL_RO', script, '1', key, ...args)) as (string | number)[];
  const [revision, head, epoch, kind, length, first, last, highest, listed] = reply.map(String);
  return {
    revision: countIn(revision),
    head: head === '' ? null : (head ?? null),
    epoch: epoch === '' ? null : (epoch ?? null),
    stream:
      kind === 'none'
        ? null
        : { length: Number(length), first: Number(first), last: Number(last), highest: Number(highest) },
    listed: Number(listed),
  };
}

/**
 * The missing marks of a partition with changes. `through`: a revision read before `lists`, the lists of owners'
 * revisions, were listed. `owners`: the owners of existing objects.
 */
export async function findLostMarks(
  reader: Pick<DamageReader, 'ask'>,
  partition: number,
  through: number,
  { lists, owners }: { readonly lists: readonly string[]; readonly owners: Iterable<Owner> },
): Promise<string[]> {
  const marks = await readMarks(reader, partition, through, lists);
  const { revision, head, stream, listed } = marks;
  const lost = [
    ...(revision === null ? [`the number in ${revisionKey(partition)}`] : []),
    ...(head === null ? [headKey(partition)] : []),
    ...(marks.epoch === null ? [epochKey(partition)] : []),
  ];
  const key = changesKey(partition);
  if (stream === null) return [...lost, key];
  const { length, first, last, highest } = stream;
  const holes = length === 0 ? 0 : last - first + 1 - length;
  if (holes > 0) {
    const gap = await findGap(reader, partition, first);
    lost.push(`change ${gap} of ${key}${holes === 1 ? '' : `, and ${holes - 1} more before ${last}`}`);
  }
  if (revision !== null && highest !== revision) {
    lost.push(`the way from change ${highest}, the last of ${key}, to ${revisionKey(partition)}, which is ${revision}`);
  }
  const expected = length === 0 ? 0 : Math.min(last, through) - first + 1;
  if (holes === 0 && listed < expected) {
    const names = [...new Set(owners)].map((owner) => ownedChangesKey(partition, owner));
    const missing = names.filter((name) => !lists.includes(name));
    lost.push(...missing);
  }
  return lost;
}

const entriesAtOnce = 100;

/** The first revision after `first` that a stream lacks. */
async function findGap({ ask }: Pick<DamageReader, 'ask'>, partition: number, first: number): Promise<number> {
  const key = changesKey(partition);
  for (let next = first; ; ) {
    const entries = await ask(key, 'XRANGE', key, `${next}-0`, '+', 'COUNT', String(entriesAtOnce));
    const revisions = (entries as [string, unknown][]).map(([id]) => Number.parseInt(id, 10));
    const at = revisions.findIndex((revision, index) => revision !== next + index);
    if (at >= 0 || revisions.length === 0) return next + Math.max(0, at);
    next += revisions.length;
  }
}

/** Commands that move the last id of a change stream up to a revision without keeping an entry for it. */
export const emptyStreamCommands = (
  partition: number,
  revision: number,
): readonly (readonly [string, ...string[]])[] => [
  ['XADD', changesKey(partition), `${revision}-0`, 'lost', '1'],
  ['XDEL', changesKey(partition), `${revision}-0`],
];
