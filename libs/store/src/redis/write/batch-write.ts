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
import type { FunctionLibrary } from '../connection/link.ts';
import type { History } from '../history/history.ts';
import { ownedChangesKey, pairs, partitionPrefix, recordKey, toTexts } from '../layout/layout.ts';
import { plainStep, stepFields } from '../layout/step.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import { toRefusal } from './refusal.ts';
import { knownTexts, requireHistory, toFields, toWriteSchema, untilFree } from './write.ts';

/** The `service` in the record of a batch write, as LAYOUT.md says; no service has this name. */
const serviceOfBatch = 'step';

/** How long a hold lasts at most: some batch writes of ten thousand objects, and what a lost holder may delay others. */
const holdMs = 5000;

/** A connection for batch writes only: one takes longer than other commands may. */
export interface BatchConnection {
  readonly library: FunctionLibrary;
  readonly close: () => void;
}

/** Carries out many writes of one member together, and finds the result of a batch write that is sent again. */
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
    const stray = writes.find(({ resource }) => resource.owner !== 'member' || resource.secrets.length > 0);
    if (stray !== undefined)
      throw new TypeError(`A batch write has a ${stray.resource.service}, allowed: members' objects`);
    for (const [, ofService] of Map.groupBy(writes, ({ resource: { service } }) => service)) {
      const ids = new Set(ofService.map(({ id }) => id));
      if (ids.size < ofService.length)
        throw new TypeError('A batch write has an object twice, allowed: each object once');
    }
    const partition = memberId % this.#partitions;
    const library = await this.#library();
    const { generation } = this.#history.newest;
    const known = this.#history.newest.of(partition);
    const args = await toArguments(known, partition, memberId, writes, actor, options);
    const key = ownedChangesKey(partition, memberId);
    const reply = toTexts(await library.call('write_batch', partitionPrefix(partition), key, args));
    await requireHistory(this.#history, reply[0]);
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
    const library = await this.#library();
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
    const record = toTexts(await (await this.#library()).call('recall', partitionPrefix(partition), key));
    return record.length === 0 ? null : toEarlierResult(record, idempotency);
  };

  /** Connects at the first batch write; most processes never make one. */
  async #library(): Promise<FunctionLibrary> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return (await this.#connection).library;
  }
}

/** A hold that cannot be ended now ends by itself. */
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

/** The arguments of the `write_batch` function, in the order that it documents. */
async function toArguments(
  history: Position,
  partition: number,
  memberId: number,
  writes: readonly Write[],
  actor: Actor,
  { knownRevision, limits = {}, idempotency, isTrial = false, hold }: BatchOptions,
): Promise<(string | Buffer)[]> {
  const resources = new Map<string, StoredResource>(writes.map(({ resource }) => [resource.service, resource]));
  const request = {
    history: knownTexts(history),
    known: String(knownRevision),
    schemas: Object.fromEntries([...resources].map(([service, resource]) => [service, toWriteSchema(resource)])),
    limits: Object.fromEntries(Object.entries(limits).map(([service, most]) => [service, String(most)])),
    step: stepFields(actor.step ?? { ...plainStep, kind: 'import' }),
    is_trial: isTrial,
    ...(actor.timeMs === undefined ? {} : { time_ms: actor.timeMs }),
    ...(hold === undefined ? {} : { hold: hold.name }),
    ...(idempotency === undefined || isTrial ? {} : { record: toRecord(partition, memberId, idempotency) }),
  };
  return [
    partitionPrefix(partition),
    String(partition),
    String(memberId),
    actor.user,
    actor.requestId,
    JSON.stringify(request),
    await writesText(writes, memberId),
  ];
}

/** Writes that become text before the event loop turns: some milliseconds of work. */
const writesPerTurn = 200;

/**
 * The writes as JSON, in UTF-8: to join the text of thousands of writes, and to encode it when it is sent, would hold the
 * event loop for some 30 ms.
 */
async function writesText(writes: readonly Write[], memberId: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let start = 0; start < writes.length; start += writesPerTurn) {
    const texts = writes.slice(start, start + writesPerTurn).map((write) => {
      const { operation, resource, id } = write;
      const value = operation === 'delete' ? null : write.value;
      return JSON.stringify([operation, resource.service, String(id), toFields(resource, value, memberId, id)]);
    });
    parts.push(Buffer.from(`${start === 0 ? '' : ','}${texts.join(',')}`));
    await setImmediate();
  }
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}

const toRecord = (partition: number, memberId: number, idempotency: Idempotency & { readonly answer: string }) => ({
  key: recordKey(partition, memberId, idempotency.key),
  fingerprint: idempotency.fingerprint,
  service: serviceOfBatch,
  answer: idempotency.answer,
});

function toResult([kind, ...details]: readonly string[], idempotency: Idempotency | undefined): BatchResult {
  if (kind === 'ok') return { ok: true, revision: Number(details[0]), mark: details[1] ?? '' };
  if (kind === 'recalled' && idempotency !== undefined) return toEarlierResult(details, idempotency);
  const [place = '', ...refusal] = details;
  return { ok: false, refusal: toRefusal(refusal), place: place === '' ? null : Number(place) };
}

function toEarlierResult(record: readonly string[], { fingerprint }: Idempotency): BatchResult {
  const { service, fingerprint: asked, revision, mark = '', answer } = pairs(record) as Partial<Record<string, string>>;
  if (service !== serviceOfBatch || asked !== fingerprint || answer === undefined) {
    return { ok: false, refusal: { kind: 'reused_key' }, place: null };
  }
  return { ok: true, revision: Number(revision), mark, earlierAnswer: answer };
}
