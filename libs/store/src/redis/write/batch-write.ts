import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../../port/change.ts';
import type {
  BatchOptions,
  BatchResult,
  Idempotency,
  ObjectStore,
  StoredResource,
  Write,
} from '../../port/object-store.ts';
import type { Position } from '../../port/position.ts';
import type { FunctionLibrary, RedisLink } from '../connection/link.ts';
import type { History } from '../history/history.ts';
import { ownedChangesKey, pairs, partitionPrefix, recordKey, stagedKey, toTexts } from '../layout/layout.ts';
import { plainStep, stepFields } from '../layout/step.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import { BatchTexts, mostAtOnce } from './batch-texts.ts';
import { toRefusal } from './refusal.ts';
import { knownTexts, requireHistory, toFields, toWriteSchema, untilFree } from './write.ts';

/** The `service` in the record of a batch write, as LAYOUT.md says; no service has this name. */
const serviceOfBatch = 'step';

/** The longest hold: the time of some batch writes of ten thousand objects, and the delay after a lost holder. */
const holdMs = 5000;

/** A connection for batch writes only, because one takes longer than other commands may. */
export interface BatchConnection {
  /** For commands whose loss changes nothing, so that no caller waits for the disk. */
  readonly link: RedisLink;
  readonly library: FunctionLibrary;
  readonly close: () => void;
}

/** Executes many writes of one member together, and finds the result of a repeated batch write. */
export class BatchWriter {
  readonly #connect: () => Promise<BatchConnection>;
  readonly #partitions: number;
  readonly #history: History;
  #connection: Promise<BatchConnection> | undefined;

  constructor(connect: () => Promise<BatchConnection>, partitions: number, history: History) {
    this.#connect = connect;
    this.#partitions = partitions;
    this.#history = history;
  }

  async close(): Promise<void> {
    (await this.#connection?.catch(() => undefined))?.close();
  }

  writeBatch: ObjectStore['writeBatch'] = async (memberId, writes, actor, options) => {
    const stray = writes.find(({ operation, resource: { owner, secrets }, id }) => {
      const isMade = owner === 'self' && operation === 'create' && id === memberId;
      return (owner !== 'member' && !isMade) || secrets.length > 0;
    });
    if (stray !== undefined) {
      const allowed = "members' objects, and the create of the member itself";
      throw new TypeError(`A batch write has a ${stray.resource.service}, allowed: ${allowed}`);
    }
    for (const [, ofService] of Map.groupBy(writes, ({ resource: { service } }) => service)) {
      const ids = new Set(ofService.map(({ id }) => id));
      if (ids.size < ofService.length)
        throw new TypeError('A batch write has an object twice, allowed: each object once');
    }
    const partition = memberId % this.#partitions;
    const { library, link } = await this.#open();
    const { generation } = this.#history.newest;
    const known = this.#history.newest.of(partition);
    const texts = new BatchTexts(link, stagedKey(partition, memberId, randomUUID()));
    const lists = await addWrites(texts, writes, memberId);
    await addAnswer(texts, options);
    const { inline, staged } = await texts.end();
    const args = [
      partitionPrefix(partition),
      String(partition),
      String(memberId),
      actor.user,
      actor.requestId,
      JSON.stringify({ ...toRequest(known, partition, memberId, writes, actor, options), lists, staged }),
      ...inline,
    ];
    const key = ownedChangesKey(partition, memberId);
    const reply = toTexts(await library.call('write_batch', partitionPrefix(partition), key, args));
    await requireHistory(this.#history, reply[0]);
    if (reply[0] === 'unstaged')
      throw new StoreUnavailable('Redis has lost a part of the request; nothing was written');
    const result = toResult(reply, options.idempotency);
    if (result.ok && !('earlierAnswer' in result)) {
      this.#history.newest.note(
        partition,
        { epoch: known.epoch, revision: result.revision, mark: result.mark },
        generation,
      );
    }
    return result;
  };

  holdWrites: ObjectStore['holdWrites'] = async (memberId) => {
    const partition = memberId % this.#partitions;
    const { library } = await this.#open();
    const name = randomUUID();
    const key = ownedChangesKey(partition, memberId);
    const args = [partitionPrefix(partition), String(memberId), name, String(holdMs)];
    await untilFree(async () => {
      const waitMs = Number(await library.call('hold', partitionPrefix(partition), key, args));
      return waitMs === 0 ? { isFree: true, result: undefined } : { isFree: false };
    });
    return { name, release: () => release(library, partition, key, args) };
  };

  earlierBatch: ObjectStore['earlierBatch'] = async (memberId, idempotency) => {
    const partition = memberId % this.#partitions;
    const key = recordKey(partition, memberId, idempotency.key);
    const { library } = await this.#open();
    const record = toTexts(await library.call('recall', partitionPrefix(partition), key));
    return record.length === 0 ? null : toEarlierResult(record, idempotency);
  };

  /** Connects at the first batch write; most processes never make one. */
  #open(): Promise<BatchConnection> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }
}

/** A hold that cannot be released now expires by itself. */
async function release(
  library: FunctionLibrary,
  partition: number,
  key: string,
  args: readonly string[],
): Promise<void> {
  try {
    await library.call('release', partitionPrefix(partition), key, args);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** The request of the `write_batch` function, which documents it. */
function toRequest(
  history: Position,
  partition: number,
  memberId: number,
  writes: readonly Write[],
  actor: Actor,
  { knownRevision, limits = {}, idempotency, isDryRun = false, hold }: BatchOptions,
) {
  const resources = new Map<string, StoredResource>(writes.map(({ resource }) => [resource.service, resource]));
  return {
    history: knownTexts(history),
    known: String(knownRevision),
    schemas: Object.fromEntries([...resources].map(([service, resource]) => [service, toWriteSchema(resource)])),
    limits: Object.fromEntries(Object.entries(limits).map(([service, most]) => [service, String(most)])),
    step: stepFields(actor.step ?? { ...plainStep, kind: 'import' }),
    is_trial: isDryRun,
    ...(actor.timeMs === undefined ? {} : { time_ms: actor.timeMs }),
    ...(hold === undefined ? {} : { hold: hold.name }),
    ...(idempotency === undefined || isDryRun ? {} : { record: toRecord(partition, memberId, idempotency) }),
  };
}

const toRecord = (partition: number, memberId: number, { key, fingerprint }: Idempotency) => ({
  key: recordKey(partition, memberId, key),
  fingerprint,
  service: serviceOfBatch,
});

/** The most writes that are serialised in one event-loop turn: some milliseconds of work. */
const writesPerTurn = 200;

/** Adds the writes as JSON lists. Returns the number of lists. */
async function addWrites(texts: BatchTexts, writes: readonly Write[], memberId: number): Promise<number> {
  let lists = 0;
  let list: string[] = [];
  let length = 0;
  for (const [at, write] of writes.entries()) {
    const { operation, resource, id } = write;
    const value = operation === 'delete' ? null : write.value;
    const text = JSON.stringify([operation, resource.service, String(id), toFields(resource, value, memberId, id)]);
    list.push(text);
    length += text.length;
    if (list.length < writesPerTurn && length < mostAtOnce && at < writes.length - 1) continue;
    await texts.add(Buffer.from(`[${list.join(',')}]`));
    await setImmediate();
    lists += 1;
    list = [];
    length = 0;
  }
  return lists;
}

/** Adds the answer for a repeated request. */
async function addAnswer(texts: BatchTexts, { idempotency, isDryRun = false }: BatchOptions): Promise<void> {
  if (idempotency === undefined || isDryRun) return;
  const answer = Buffer.from(idempotency.answer);
  for (let start = 0; start < answer.length; start += mostAtOnce) {
    await texts.add(answer.subarray(start, start + mostAtOnce));
  }
}

function toResult([kind, ...details]: readonly string[], idempotency: Idempotency | undefined): BatchResult {
  if (kind === 'ok') return { ok: true, revision: Number(details[0]), mark: details[1] ?? '' };
  if (kind === 'recalled' && idempotency !== undefined) return toEarlierResult(details, idempotency);
  const [index = '', ...refusal] = details;
  return { ok: false, refusal: toRefusal(refusal), index: index === '' ? null : Number(index) };
}

function toEarlierResult(record: readonly string[], { fingerprint }: Idempotency): BatchResult {
  const { service, fingerprint: asked, revision, mark = '', answer } = pairs(record) as Partial<Record<string, string>>;
  if (service !== serviceOfBatch || asked !== fingerprint || answer === undefined) {
    return { ok: false, refusal: { kind: 'reused_key' }, index: null };
  }
  return { ok: true, revision: Number(revision), mark, earlierAnswer: answer };
}
