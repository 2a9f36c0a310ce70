import { type Hash, type Plain, type ServiceName, toHash } from '@auction-tiers/contract';
import type { Actor } from '../../port/change.ts';
import type { Idempotency, MemberState, Secrets, StoredResource, WriteResult } from '../../port/object-store.ts';
import type { Position } from '../../port/position.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import type { FunctionLibrary } from '../connection/link.ts';
import { plainStep, stepFields, toStep } from '../layout/step.ts';
import type { History } from '../history/history.ts';
import {
  counterKey,
  pairs,
  partitionPrefix,
  type Placement,
  place,
  recordKey,
  revisionKey,
  secretField,
  toImage,
  toImages,
  toTexts,
} from '../layout/layout.ts';
import { toRefusal } from './refusal.ts';

/** The write of one object. */
export interface WriteRequest {
  readonly operation: 'create' | 'update' | 'delete';
  readonly resource: StoredResource;
  readonly memberId: number | null;
  /** Null: the `write` function draws it. Only for a create, not on a cluster, of an object that does not own itself. */
  readonly id: number | null;
  /** Null for a delete. */
  readonly value: Plain | null;
  readonly secrets?: Secrets | undefined;
  /** The expected revision of an update or delete, the limit of a create; null for none. */
  readonly guard: number | null;
  readonly actor: Actor;
  readonly idempotency?: Idempotency | undefined;
  readonly whileMember?: MemberState | undefined;
  /** Whether the id is reserved for this create. If the id is taken, the create reserves another one. */
  readonly isReserved?: boolean;
}

/** What every write needs. */
export interface WriteParts {
  readonly library: FunctionLibrary;
  readonly partitions: number;
  readonly history: History;
}

/** Writes one object with its indexes and its entry in the change log, or refuses and changes nothing. */
export async function write(parts: WriteParts, request: WriteRequest): Promise<WriteResult> {
  const { library, partitions, history } = parts;
  const placement = place(request.resource, request.memberId, request.id, partitions);
  if (placement === null) return { ok: false, refusal: { kind: 'not_found' } };
  const { partition } = placement;
  const { newest } = history;
  const { generation } = newest;
  const known = newest.of(partition);
  const keys = [revisionKey(partition), ...(request.id === null ? [counterKey(request.resource.service)] : [])];
  const args = toArguments(request, placement, known, newest.highestIds.of(request.resource.service));
  const reply = await untilFree(async () => {
    const result = toTexts(await library.call('write', partitionPrefix(partition), keys, args));
    return result[0] === 'held' ? { isFree: false } : { isFree: true, result };
  });
  await requireHistory(history, reply[0]);
  const result = toResult(request, placement, reply);
  if (result.ok && !result.isRepeat) {
    const { revision, mark } = result.change;
    newest.note(partition, { epoch: known.epoch, revision, mark }, generation);
    newest.highestIds.see([result.change]);
  }
  return result;
}

/** Throws for the reply of a function that found another history than the caller's, and wrote nothing. */
export async function requireHistory(history: History, kind: string | undefined): Promise<void> {
  if (kind !== 'other_history') return;
  await history.examine();
  throw new StoreUnavailable('Redis has another history than before the request; nothing was written');
}

/** Time between two attempts of a write that waits for a hold: a fraction of a hold's time. */
const askEveryMs = 20;
/** The longest wait of a write for several holds in succession. */
const longestWaitMs = 15_000;

/** The result of an attempt; not free: the attempt must wait for another caller's hold. */
type Attempt<Result> = { readonly isFree: true; readonly result: Result } | { readonly isFree: false };

/** Repeats an attempt until no hold delays it. */
export async function untilFree<Result>(attempt: () => Promise<Attempt<Result>>): Promise<Result> {
  const startedMs = performance.now();
  for (;;) {
    const made = await attempt();
    if (made.isFree) return made.result;
    if (performance.now() - startedMs > longestWaitMs) {
      throw new StoreUnavailable(
        `imports have kept this write waiting for more than ${longestWaitMs} ms; nothing was written`,
      );
    }
    await new Promise((resolve) => void setTimeout(resolve, askEveryMs));
  }
}

/** The arguments of the `write` function, in its documented order. Throws for secrets that the resource lacks. */
function toArguments(
  request: WriteRequest,
  { partition, memberId }: Placement,
  known: Position,
  highestId: number,
): string[] {
  const { resource, id, value, guard, actor, idempotency } = request;
  return [
    partitionPrefix(partition),
    String(partition),
    schemaText(request),
    id === null ? '' : String(id),
    memberId === null ? '' : String(memberId),
    actor.user,
    actor.requestId,
    actor.step === undefined ? '' : JSON.stringify(stepFields(actor.step)),
    guard === null ? '' : String(guard),
    idempotency === undefined ? '' : recordKey(partition, memberId, idempotency.key),
    idempotency?.fingerprint ?? '',
    ...knownTexts(known),
    String(highestId),
    ...Object.entries(toFields(resource, value, memberId, id)).flat(),
    ...secretFields(request).flat(),
  ];
}

/** A position as arguments of the functions. */
export const knownTexts = ({ epoch, revision, mark }: Position): string[] => [epoch, String(revision), mark];

const schemaTexts = new WeakMap<StoredResource, Map<string, string>>();

/** The write schema as JSON, cached by resource and kind of write unless it contains a time. */
function schemaText({ resource, operation, isReserved = false, whileMember, actor: { timeMs } }: WriteRequest): string {
  const make = () =>
    JSON.stringify({
      ...toWriteSchema(resource),
      operation,
      reserved: isReserved,
      time_ms: timeMs,
      while_member: whileMember,
    });
  if (timeMs !== undefined) return make();
  const texts = schemaTexts.get(resource) ?? new Map<string, string>();
  schemaTexts.set(resource, texts);
  const kind = `${operation} ${isReserved} ${whileMember?.field} ${whileMember?.text}`;
  const text = texts.get(kind) ?? make();
  texts.set(kind, text);
  return text;
}

/** Attributes that the functions set themselves. */
const stamps: ReadonlySet<string> = new Set(['created_on', 'last_modified']);

/** What the functions need about a resource to write its objects, as `lua/check.lua` documents it. */
export function toWriteSchema({ service, fields, references, unique, secrets }: StoredResource) {
  return {
    service,
    references: references.map(({ field, service: to }) => ({ field, service: to })),
    unique: [
      ...unique.map(({ field }) => ({ field, list: fields[field]?.type === 'array', secret: false })),
      ...secrets
        .filter(({ isUnique }) => isUnique === true)
        .map(({ name }) => ({ field: secretField(name), list: false, secret: true })),
    ],
    fields: Object.keys(fields).filter((name) => !stamps.has(name)),
    ...(fields['created_on'] === undefined ? {} : { created: 'created_on' }),
    ...(fields['last_modified'] === undefined ? {} : { modified: 'last_modified' }),
  };
}

/** The fields of an object's hash, without the fields that the functions set; none for a delete. */
export function toFields(
  resource: StoredResource,
  value: Plain | null,
  memberId: number | null,
  id: number | null,
): Hash {
  if (value === null) return {};
  const owned = resource.fields['member_id'] === undefined || memberId === null ? {} : { member_id: memberId };
  const hash = toHash(resource, { ...value, ...owned, id });
  for (const stamp of stamps) delete hash[stamp];
  return hash;
}

function secretFields({ operation, resource, secrets = {} }: WriteRequest): [field: string, text: string][] {
  const names = resource.secrets.map(({ name }) => name);
  const given = Object.keys(secrets);
  const isLacking = operation === 'create' && names.some((name) => !given.includes(name));
  if (isLacking || given.some((name) => !names.includes(name))) {
    const [seen, allowed] = [given, names].map((list) => list.join(', ') || 'none');
    throw new TypeError(
      `The secrets given to ${operation} a ${resource.service} are: ${seen}; allowed: ${allowed}, and a create needs all`,
    );
  }
  return Object.entries(secrets).map(([name, text]) => [secretField(name), text]);
}

function toResult(request: WriteRequest, placement: Placement, reply: readonly string[]): WriteResult {
  const { resource, operation, actor, idempotency } = request;
  const [kind, ...details] = reply;
  if (kind === 'recalled' && idempotency !== undefined) {
    return toRepeat(resource, placement, idempotency, pairs(details)) ?? { ok: false, refusal: { kind: 'exists' } };
  }
  if (kind !== 'ok') return { ok: false, refusal: toRefusal(reply) };
  const [revision, mark = '', timeMs, id, before, after, image] = details;
  const images = toImages(resource, operation, [before, after]);
  return {
    ok: true,
    // The image of an update has only the changed attributes.
    object: operation === 'update' ? toImage(resource, image).value : images.after,
    isRepeat: false,
    change: {
      partition: placement.partition,
      revision: Number(revision),
      service: resource.service as ServiceName,
      id: Number(id),
      operation,
      memberId: placement.memberId,
      user: actor.user,
      requestId: actor.requestId,
      ...(actor.step ?? plainStep),
      timeMs: Number(timeMs),
      ...images,
      through: Number(revision),
      mark,
    },
  };
}

/** The recorded result of a write; null if the record only says that the create's reserved id was taken. */
export function toRepeat(
  resource: StoredResource,
  { partition, memberId }: Placement,
  { fingerprint }: Idempotency,
  record: Hash,
): WriteResult | null {
  const isTaken = record['is_taken'] !== undefined;
  if (record['service'] !== resource.service || (!isTaken && record['fingerprint'] !== fingerprint)) {
    return { ok: false, refusal: { kind: 'reused_key' } };
  }
  if (isTaken) return null;
  const after = toImage(resource, record['after']).value;
  return {
    ok: true,
    object: after,
    isRepeat: true,
    change: {
      partition,
      revision: Number(record['revision']),
      service: resource.service as ServiceName,
      id: Number(record['id']),
      operation: record['operation'] as WriteRequest['operation'],
      memberId,
      user: record['user'] ?? '',
      requestId: record['request_id'] ?? '',
      ...toStep(record),
      timeMs: Number(record['time_ms']),
      before: null,
      after,
      through: Number(record['revision']),
      mark: record['mark'] ?? '',
    },
  };
}
