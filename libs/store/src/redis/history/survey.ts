import type { Position } from '../../port/position.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import type { RedisLink } from '../connection/link.ts';
import { infoField } from '../connection/server.ts';
import { changesKey, metaKey, pairs, toTexts } from '../layout/layout.ts';

/** A position read from the database; a partition that is empty, or has lost a key of it, has no epoch. */
export type FoundPosition = Omit<Position, 'epoch'> & { readonly epoch: string | null };

/** A Redis that takes writes. */
export interface Primary {
  /** Its replication id; a server that is promoted, or started again, draws a new one. */
  readonly id: string;
  /** The replication id of the primary that it was a replica of before. */
  readonly formerId: string;
  /** Whether the server has received data from a primary since its start. */
  readonly wasReplica: boolean;
}

/** The result of checking the whole database. */
export interface Survey {
  readonly positions: readonly FoundPosition[];
  /** By partition: whether the stored change at the newest known revision is the known one, as far as can be told. */
  readonly isSameChange: readonly boolean[];
  readonly primaries: readonly Primary[];
  readonly adopted: string | null;
  /** Whether the database has `at:meta`, which its first user makes. */
  readonly hasMeta: boolean;
}

/** Adds information from the servers to the positions. */
export async function readSurvey(
  link: RedisLink,
  known: readonly Position[],
  positions: readonly FoundPosition[],
): Promise<Survey> {
  const [[adopted, layout], primaries, ...isSameChange] = await Promise.all([
    link.run('HMGET', metaKey, 'adopted', 'layout') as Promise<[string | null, string | null]>,
    readPrimaries(link),
    ...known.map(async ({ revision, mark: knownMark }, partition) => {
      const mark = await readMark(link, partition, revision);
      // A trimmed change or an unknown mark proves nothing.
      return mark === null || knownMark === '' || mark === knownMark;
    }),
  ]);
  return { positions, isSameChange, primaries, adopted, hasMeta: layout !== null };
}

/** What was remembered of databases and servers. */
interface Remembered {
  readonly pastEpochs: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
}

/** Whether the database is the known one, an acceptable successor, or another one. */
type Verdict =
  | { readonly kind: 'known' }
  | { readonly kind: 'successor'; readonly cause: string; readonly difference: string }
  | { readonly kind: 'other'; readonly difference: string; readonly isAdoptable: boolean };

/** `strange`: the partitions that lack their known position. */
export function judge(
  survey: Survey,
  known: readonly Position[],
  strange: readonly number[],
  { pastEpochs, servers }: Remembered,
): Verdict {
  if (!survey.hasMeta) {
    const isEmpty = survey.positions.every(({ epoch }) => epoch === null);
    return { kind: 'other', difference: isEmpty ? 'it is empty' : `it lacks ${metaKey}`, isAdoptable: isEmpty };
  }
  if (strange.length === 0) return { kind: 'known' };
  const difference = describe(survey, known, strange);
  const epochs = strange.map((partition) => ({
    found: survey.positions[partition]?.epoch ?? null,
    before: known[partition]?.epoch,
  }));
  const isAdopted = epochs.every(
    ({ found, before }) => found !== null && found === survey.adopted && found !== before && !pastEpochs.has(found),
  );
  if (isAdopted) return { kind: 'successor', cause: 'An operator has adopted the database', difference };
  const isSameDatabase = epochs.every(({ found, before }) => found === before);
  if (isSameDatabase && isTakeover(survey.primaries, servers)) {
    return { kind: 'successor', cause: 'Redis has failed over to a replica that lacks the last changes', difference };
  }
  return { kind: 'other', difference, isAdoptable: true };
}

/**
 * Whether a replica of a known server has taken over. A server that was only restarted has not, even if the file that
 * it loaded, which may be old, has the known replication id.
 */
export function isTakeover(primaries: readonly Primary[], servers: ReadonlySet<string>): boolean {
  return primaries.some(({ id, formerId, wasReplica }) => !servers.has(id) && servers.has(formerId) && wasReplica);
}

function describe({ positions }: Survey, known: readonly Position[], strange: readonly number[]): string {
  const [partition = 0] = strange;
  const [found, before] = [positions[partition], known[partition]];
  if (found?.epoch === null)
    return `partition ${partition} lacks its epoch, revision or head: it is empty, or has lost keys`;
  if (found?.epoch !== before?.epoch) return `its epoch is ${found?.epoch}, known is ${before?.epoch || 'none'}`;
  return `partition ${partition} ends at revision ${found?.revision}, and another or later change ${before?.revision} is known`;
}

/** The mark of a change; '' for one without; null when the change is not stored. */
async function readMark(link: RedisLink, partition: number, revision: number): Promise<string | null> {
  const id = `${revision}-0`;
  const entries = (await link.run('XRANGE', changesKey(partition), id, id)) as [string, string[]][];
  const [entry] = entries;
  return entry === undefined ? null : (pairs(toTexts(entry[1]))['mark'] ?? '');
}

/** Throws `StoreUnavailable` for a replica: it may lag only for a moment, so it proves nothing. */
export async function readPrimaries(link: RedisLink): Promise<readonly Primary[]> {
  // An unavailable primary of a cluster is ignored; the others are enough.
  const replies = await link.onEveryPrimary((run) => run('INFO', 'replication', 'stats').catch(() => null));
  const infos = replies.filter((reply) => typeof reply === 'string');
  if (infos.length === 0) throw new StoreUnavailable('Redis does not say which server it is');
  return infos.map((info): Primary => {
    if (infoField(info, 'role') === 'slave') {
      throw new StoreUnavailable('Redis is a replica at the moment', { trouble: 'read_only' });
    }
    return {
      id: infoField(info, 'master_replid') ?? '',
      formerId: infoField(info, 'master_replid2') ?? '',
      wasReplica: infoField(info, 'total_net_repl_input_bytes') !== '0',
    };
  });
}
