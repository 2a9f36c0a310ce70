import {
  type CallContext,
  type Completion,
  findStoredProblem,
  type IdInput,
  type Issue,
  invalid,
  type ListInput,
  maxPageBytes,
  merge,
  type Page,
  type Plain,
  type RemoveInput,
  type Resource,
  ServiceError,
  type ServiceName,
  selectRows,
  type Tagged,
  tooManyEntries,
  type UpdateInput,
  withInitials,
  withoutReadOnly,
} from '@auction-tiers/contract';
import type {
  Change,
  CreateOptions,
  Idempotency,
  StoredObject,
  StoredResource,
  WriteResult,
} from '@auction-tiers/store';
import {
  actorOf,
  etagOf,
  idempotencyOf,
  ownerOf,
  requireAdmin,
  requireDirectWrites,
  requireMatch,
  requireMember,
  requirePublishScope,
  requireSameId,
  whileDirect,
  warnOfRepeat,
} from '../request/condition.ts';
import { breatheBefore } from '../../loop/breathe.ts';
import type { Deps } from '../request/deps.ts';
import { boundPage } from '../request/page.ts';
import { danglingReferences, notFound, toError, unreadable, warnOfUnreadable } from '../request/refusal.ts';
import type { Rules } from './rules.ts';

/** Times an update starts again because another write came between its read and its write. */
const maxAttempts = 8;

/** What the service itself adds to a write: attributes that no client sends, and secrets. */
interface Addition {
  readonly value?: Plain;
  readonly secrets?: NonNullable<CreateOptions['secrets']>;
}

interface StoredDefinition extends StoredResource {
  readonly service: ServiceName;
  /** Takes the resource's own type, which is not known here. */
  readonly check: (value: never) => Issue[];
  readonly Output: Resource['Output'];
}

/** The services whose changes are audited: permissions, and the settings of members. */
const auditedServices: ReadonlySet<ServiceName> = new Set(['user', 'api-key', 'member']);

/** A change for the audit log: the names of its attributes without values, which may be secrets; of a key, whose it is and its scopes. */
function factsOf({ service, id, operation, before, after }: Change): Plain {
  const fields = operation === 'update' ? Object.keys({ ...before, ...after }) : undefined;
  const key: Plain = service === 'api-key' ? (after ?? before ?? {}) : {};
  return { service, id, operation, fields, user_id: key['user_id'], scopes: key['scopes'] };
}

/** The handlers of a stored resource, for handlers that add to them too. */
export interface StoredHandlers<Row> {
  list(call: CallContext, input: ListInput): Promise<Page<Row>>;
  getTagged(call: CallContext, input: IdInput): Promise<Tagged<Row>>;
  create(call: CallContext, body: Plain, addition?: Addition): Promise<Row>;
  update(call: CallContext, input: UpdateInput<Plain>, addition?: Addition): Promise<Row>;
  remove(call: CallContext, input: RemoveInput): Promise<{ id: number }>;
}

/** The handlers of a stored resource, whose rows are of the type that the caller of this function gives. */
export function storedHandlers<Row extends Plain>(
  resource: StoredDefinition,
  deps: Deps,
  rules: Rules = {},
): StoredHandlers<Row> {
  const { store, mirror, follower, memberBytes, quota, audit } = deps;
  const { service } = resource;
  const {
    complete = (value) => value,
    limit,
    isIdGiven = false,
    isVisible = () => true,
    requireWriter = resource.owner === 'shared' ? requireDirectoryWriter : () => {},
    isPublished = false,
    decides = () => false,
    permitChange = () => {},
    toShown = (row) => row,
    tell = async () => {},
  } = rules;

  function prepare(call: CallContext, owner: number | null, value: Plain): Plain {
    if (resource.owner === 'member' && value['member_id'] !== undefined && value['member_id'] !== owner) {
      const message = `is ${JSON.stringify(value['member_id'])}, allowed: ${owner}, your own member`;
      throw invalid([{ path: 'member_id', message }]);
    }
    const found: Completion = { issues: [], warn: (message) => call.warn(message) };
    const completed = complete(owner === null ? value : withOwner(resource, value, owner), found);
    if (found.issues.length > 0) throw danglingReferences(found.issues);
    const issues = [...resource.check(completed as never), ...tooManyEntries(resource, completed)];
    if (issues.length > 0) throw invalid(issues);
    return completed;
  }

  function sent(call: CallContext, body: Plain): Plain {
    requireWriter(call);
    const { value, ignored } = withoutReadOnly(resource, body);
    for (const field of ignored) call.warn(`${field} is read-only and was ignored`);
    return value;
  }

  async function done(call: CallContext, result: WriteResult, id: number | undefined): Promise<Plain> {
    if (!result.ok) throw toError(result.refusal, service, id);
    if (result.isRepeat) warnOfRepeat(call);
    else {
      await follower.committed(result.change);
      await tell(call, result.change);
      if (auditedServices.has(service)) audit.tell('change', call, factsOf(result.change));
    }
    return result.object === null ? {} : toShown(result.object);
  }

  /** The stored object, if it is in a state that `If-Match` names. */
  async function current(call: CallContext, owner: number | null, { id, if_match: ifMatch }: RemoveInput) {
    const found = await store.get(resource, owner, id);
    if (found === null || !isVisible(call, found.value)) throw notFound(service, id);
    if (ifMatch !== undefined) requireReadable(id, found);
    requireMatch(ifMatch, toShown(found.value), service);
    return found;
  }

  /**
   * As `current`; or the result of the write where it was made before under this idempotency key: then the object may
   * be in another state, or gone. Asks the store for both at once.
   */
  async function currentOrEarlier(
    call: CallContext,
    owner: number | null,
    input: RemoveInput,
    idempotency: Idempotency | undefined,
  ): Promise<
    | { readonly earlier: WriteResult; readonly before?: undefined }
    | { readonly earlier?: undefined; readonly before: StoredObject }
  > {
    if (idempotency === undefined) return { before: await current(call, owner, input) };
    const [found, before] = await Promise.allSettled([
      store.repeatOf(resource, owner, idempotency, input.id),
      current(call, owner, input),
    ]);
    if (found.status === 'rejected') throw found.reason;
    if (found.value !== null) return { earlier: found.value };
    if (before.status === 'rejected') throw before.reason;
    return { before: before.value };
  }

  /**
   * Makes a create, or gives the result of an earlier request with the same idempotency key. The store recognizes a
   * repeat as it writes, but a repeat may fail before: an object that it names may be deleted, or a quota used up.
   */
  async function orEarlier(
    call: CallContext,
    owner: number | null,
    idempotency: Idempotency | undefined,
    create: () => Promise<Plain>,
  ): Promise<Plain> {
    try {
      return await create();
    } catch (error) {
      if (idempotency === undefined || !(error instanceof ServiceError)) throw error;
      const earlier = await store.repeatOf(resource, owner, idempotency);
      if (earlier === null) throw error;
      return done(call, earlier, undefined);
    }
  }

  /** The condition that the store checks with a write that decides which tiers an auction meets. */
  async function decisionOf(call: CallContext, owner: number | null, before: Plain | null, after: Plain | null) {
    if (!decides(before, after)) return {};
    requirePublishScope(call);
    return whileDirect(call, deps, owner);
  }

  /** Makes a write unless it would exceed a quota; until it is done it counts as made. */
  async function within(
    owner: number | null,
    id: number | null,
    [before, after]: readonly [Plain | null, Plain],
    write: () => Promise<WriteResult>,
  ): Promise<WriteResult> {
    const release = await quota.admit(owner, [{ service, id, before, after }]);
    try {
      return await write();
    } finally {
      release();
    }
  }

  function requireReadable(id: number, { value, problem }: StoredObject): void {
    const found = problem ?? findStoredProblem(resource, value)?.message;
    if (found !== undefined) throw unreadable(service, id, found);
  }

  /** Starts again when another write comes between a read and its write, also a change of the member's `publishing`. */
  async function insist(
    call: CallContext,
    [owner, id]: readonly [number | null, number | undefined],
    attempt: (isFirst: boolean) => Promise<WriteResult>,
  ): Promise<Plain> {
    for (let attempts = 1; ; attempts++) {
      const result = await attempt(attempts === 1);
      const refusal = result.ok ? null : result.refusal.kind;
      if (refusal === 'member_other') {
        await follower.fresh(owner);
        requireDirectWrites(call, mirror, owner);
      } else if (refusal !== 'changed') return done(call, result, id);
      if (attempts === maxAttempts) return done(call, result, id);
    }
  }

  const handlers: StoredHandlers<Plain> = {
    async list(call, input) {
      const owner = ownerOf(call, resource, input.member_id);
      await follower.fresh(owner);
      const all = mirror.rows(service, owner);
      await breatheBefore(all);
      const seen = rules.isVisible === undefined ? all : all.filter((row) => isVisible(call, row));
      const rows = rules.toShown === undefined ? seen : seen.map(toShown);
      warnOfUnreadable(call, mirror, [service], owner);
      const page = selectRows(resource.fields, rows, input, call.warn);
      const fits = owner !== null && (await memberBytes.of(owner)) <= maxPageBytes;
      if (fits) return page;
      await breatheBefore(page.items);
      return boundPage(page, call.warn);
    },
    async getTagged(call, { id, member_id }) {
      const owner = ownerOf(call, resource, member_id);
      await follower.fresh(owner);
      const item = mirror.row(service, owner, id);
      const unread = mirror.findUnreadable(service, owner, id);
      if (unread !== undefined && isVisible(call, unread.readable)) throw unreadable(service, id, unread.problem);
      if (item === undefined || !isVisible(call, item)) throw notFound(service, id);
      const shown = toShown(item);
      return { etag: etagOf(shown), item: shown };
    },
    async create(call, body, { value: added, secrets } = {}) {
      const owner = resource.owner === 'self' ? null : ownerOf(call, resource, adminsChoice(call, body));
      const condition = isPublished ? await whileDirect(call, deps, owner) : {};
      const asked = sent(call, body);
      // A seller's own member is there.
      if (owner !== null && call.caller.memberId === null) await requireMember(deps, owner);
      const named = idempotencyOf(call, service, asked);
      return orEarlier(call, owner, named.idempotency, async () => {
        const value = prepare(call, owner, withInitials(resource, asked));
        const decision = await decisionOf(call, owner, null, value);
        const id = isIdGiven ? (value['id'] as number) : undefined;
        const options: CreateOptions = {
          ...(id === undefined ? {} : { id }),
          ...(limit === undefined ? {} : { limit }),
          ...named,
          ...condition,
          ...decision,
          ...(secrets === undefined ? {} : { secrets }),
        };
        const created = { ...value, ...added };
        const create = () => store.create(resource, owner, created, actorOf(call), options);
        return insist(call, [owner, id], () => within(owner, null, [null, created], create));
      });
    },
    async update(call, { changes, append = false, ...input }, { value: added, secrets } = {}) {
      const { id } = input;
      const owner = ownerOf(call, resource, input.member_id ?? adminsChoice(call, changes));
      requireSameId(changes, id);
      const condition = isPublished ? await whileDirect(call, deps, owner) : {};
      const value = sent(call, changes);
      const named = idempotencyOf(call, `${service} update`, { id, value, append });
      return insist(call, [owner, id], async (isFirst) => {
        const { earlier, before } = await currentOrEarlier(call, owner, input, isFirst ? named.idempotency : undefined);
        if (earlier !== undefined) return earlier;
        requireReadable(id, before);
        const after = { ...prepare(call, owner, merge(resource, before.value, value, append)), ...added };
        permitChange(call, before.value, after);
        const decision = await decisionOf(call, owner, before.value, after);
        const options = { ...named, ...condition, ...decision, ...(secrets === undefined ? {} : { secrets }) };
        return within(owner, id, [before.value, after], () =>
          store.update(resource, owner, id, after, before.revision, actorOf(call), options),
        );
      });
    },
    async remove(call, input) {
      requireWriter(call);
      const { id } = input;
      const owner = ownerOf(call, resource, input.member_id);
      const condition = isPublished ? await whileDirect(call, deps, owner) : {};
      const named = idempotencyOf(call, `${service} remove`, { id });
      await insist(call, [owner, id], async (isFirst) => {
        const { earlier, before } = await currentOrEarlier(call, owner, input, isFirst ? named.idempotency : undefined);
        if (earlier !== undefined) return earlier;
        const { revision, problem } = before;
        // Without a revision the store cannot check whether another write came between.
        if (!Number.isSafeInteger(revision)) throw unreadable(service, id, problem ?? 'its revision');
        const decision = await decisionOf(call, owner, before.value, null);
        const options = { ...named, ...condition, ...decision, expectedRevision: revision };
        return store.remove(resource, owner, id, actorOf(call), options);
      });
      return { id };
    },
  };
  return handlers as StoredHandlers<Row>;

  function requireDirectoryWriter(call: CallContext): void {
    requireAdmin(call, `the ${service} directory`);
  }
}

/** The member that an administrator names in the body; undefined for a seller. */
function adminsChoice(call: CallContext, body: Plain): number | undefined {
  return call.caller.memberId === null ? (body['member_id'] as number | undefined) : undefined;
}

function withOwner(resource: Pick<Resource, 'fields'>, value: Plain, owner: number): Plain {
  return Object.hasOwn(resource.fields, 'member_id') ? { ...value, member_id: owner } : value;
}
