import type { Actor, Idempotency, ObjectStore, StepOptions, StepResult, StoredResource, Write } from '../port.ts';
import { ownedChangesKey, partitionPrefix, recordKey } from './key.ts';
import type { FunctionLibrary } from './library.ts';
import { toFields, toPlan } from './plan.ts';
import { pairs, toRefusal, toTexts } from './reply.ts';

/** What the record of a step says it is of; no service has this name. */
const recordOfStep = 'step';

/** A connection of its own for steps: one of many writes takes longer than other commands may. */
export interface StepLine {
  readonly library: FunctionLibrary;
  readonly close: () => void;
}

/** Carries out many writes of one member at once, and knows what a step that is sent again came to the first time. */
export class Stepper {
  readonly #openLine: () => Promise<StepLine>;
  readonly #partitions: number;
  #line: Promise<StepLine> | undefined;

  constructor(openLine: () => Promise<StepLine>, partitions: number) {
    this.#openLine = openLine;
    this.#partitions = partitions;
  }

  async close(): Promise<void> {
    (await this.#line?.catch(() => undefined))?.close();
  }

  writeAll: ObjectStore['writeAll'] = async (memberId, writes, actor, options) => {
    const stray = writes.find(({ resource }) => resource.owner !== 'member' || resource.secrets.length > 0);
    if (stray !== undefined)
      throw new TypeError(`A step writes a ${stray.resource.service}, allowed: members' objects`);
    const named = new Set(writes.map(({ resource, id }) => `${resource.service} ${id}`));
    if (named.size < writes.length) throw new TypeError('A step writes an object twice, allowed: each object once');
    const partition = memberId % this.#partitions;
    const args = toArguments(partition, memberId, writes, actor, options);
    const key = ownedChangesKey(partition, memberId);
    const reply = toTexts(await (await this.#library()).call('mutate_all', partitionPrefix(partition), key, args));
    return toResult(reply, options.idempotency);
  };

  earlierStep: ObjectStore['earlierStep'] = async (memberId, idempotency) => {
    const partition = memberId % this.#partitions;
    const key = recordKey(partition, memberId, idempotency.key);
    const record = toTexts(await (await this.#library()).call('recall', partitionPrefix(partition), key));
    return record.length === 0 ? null : toRepeat(record, idempotency);
  };

  /** Opened by the first step; most processes never have one. */
  async #library(): Promise<FunctionLibrary> {
    this.#line ??= this.#openLine().catch((error: unknown) => {
      this.#line = undefined;
      throw error;
    });
    return (await this.#line).library;
  }
}

/** The arguments of the `mutate_all` function, in the order that it documents. */
function toArguments(
  partition: number,
  memberId: number,
  writes: readonly Write[],
  actor: Actor,
  { knownRevision, limits = {}, idempotency, isTrial = false }: StepOptions,
): string[] {
  const resources = new Map<string, StoredResource>(writes.map(({ resource }) => [resource.service, resource]));
  const order = {
    known: String(knownRevision),
    plans: Object.fromEntries([...resources].map(([service, resource]) => [service, toPlan(resource)])),
    limits: Object.fromEntries(Object.entries(limits).map(([service, most]) => [service, String(most)])),
    is_trial: isTrial,
    ...(idempotency === undefined || isTrial ? {} : { record: toRecord(partition, memberId, idempotency) }),
  };
  return [
    partitionPrefix(partition),
    String(partition),
    String(memberId),
    actor.user,
    actor.requestId,
    JSON.stringify(order),
    JSON.stringify(
      writes.map((write) => {
        const { operation, resource, id } = write;
        const value = operation === 'delete' ? null : write.value;
        return [operation, resource.service, String(id), toFields(resource, value, memberId, id)];
      }),
    ),
  ];
}

const toRecord = (partition: number, memberId: number, idempotency: Idempotency & { readonly answer: string }) => ({
  key: recordKey(partition, memberId, idempotency.key),
  fingerprint: idempotency.fingerprint,
  service: recordOfStep,
  answer: idempotency.answer,
});

function toResult([kind, ...details]: readonly string[], idempotency: Idempotency | undefined): StepResult {
  if (kind === 'ok') return { ok: true, revision: Number(details[0]) };
  if (kind === 'recalled' && idempotency !== undefined) return toRepeat(details, idempotency);
  const [place = '', ...refusal] = details;
  return { ok: false, refusal: toRefusal(refusal), place: place === '' ? null : Number(place) };
}

function toRepeat(record: readonly string[], { fingerprint }: Idempotency): StepResult {
  const { service, fingerprint: asked, revision, answer } = pairs(record) as Partial<Record<string, string>>;
  if (service !== recordOfStep || asked !== fingerprint || answer === undefined) {
    return { ok: false, refusal: { kind: 'reused_key' }, place: null };
  }
  return { ok: true, revision: Number(revision), earlierAnswer: answer };
}
