import {
  type Call,
  type Issue,
  invalid,
  merge,
  type Plain,
  type Resource,
  type ServiceName,
  selectRows,
  tooManyEntries,
  withInitials,
  withoutReadOnly,
  type WriteHandlers,
} from '@auction-tiers/contract';
import type { CreateOptions, StoredResource, WriteResult } from '@auction-tiers/store';
import type { Deps } from './deps.ts';
import { ownerOf, requireAdmin } from './owner.ts';
import { notFound, toError } from './refusal.ts';

/** Times an update starts again because another write came between its read and its write. */
const maxAttempts = 8;

/** Fills in what a writer may leave to the service (names, codes), or throws because a reference is to nothing. */
export type Complete = (value: Plain, call: Call) => Plain;

interface StoredDefinition extends StoredResource {
  readonly service: ServiceName;
  /** Takes the resource's own type, which is not known here. */
  readonly check: (value: never) => Issue[];
}

/** The operations of a stored resource. The types of the five resources are given by the caller of this function. */
export function storedHandlers(
  resource: StoredDefinition,
  deps: Deps,
  complete: Complete = (value) => value,
  options: (body: Plain) => CreateOptions = () => ({}),
): WriteHandlers<Plain, Plain, Plain> {
  const { store, mirror, follower } = deps;
  const { service } = resource;

  function prepare(call: Call, owner: number | null, value: Plain): Plain {
    if (value['member_id'] !== undefined && value['member_id'] !== owner) {
      const message = `is ${JSON.stringify(value['member_id'])}, allowed: ${owner}, your own member`;
      throw invalid([{ path: 'member_id', message }]);
    }
    const completed = complete(owner === null ? value : withOwner(resource, value, owner), call);
    const issues = [...resource.check(completed as never), ...tooManyEntries(resource, completed)];
    if (issues.length > 0) throw invalid(issues);
    return completed;
  }

  function sent(call: Call, body: Plain): Plain {
    if (resource.owner === 'shared') requireAdmin(call, `the ${service} directory`);
    const { value, ignored } = withoutReadOnly(resource, body);
    for (const field of ignored) call.warn(`${field} is read-only and was ignored`);
    return value;
  }

  async function done(result: WriteResult, id: number | undefined): Promise<Plain> {
    if (!result.ok) throw toError(result.refusal, service, id);
    await follower.committed(result.change);
    return result.change.after ?? {};
  }

  return {
    async list(call, input) {
      const owner = ownerOf(call, resource, input.member_id);
      await follower.fresh(owner);
      return selectRows(resource.fields, mirror.rows(service, owner), input, call.warn);
    },
    async get(call, { id, member_id }) {
      const owner = ownerOf(call, resource, member_id);
      await follower.fresh(owner);
      const row = mirror.row(service, owner, id);
      if (row === undefined) throw notFound(service, id);
      return row;
    },
    async create(call, body) {
      const owner = ownerOf(call, resource, adminsChoice(call, body));
      const value = prepare(call, owner, withInitials(resource, sent(call, body)));
      const given = options(value);
      return done(await store.create(resource, owner, value, actorOf(call), given), given.id);
    },
    async update(call, { id, changes, append = false, member_id }) {
      const owner = ownerOf(call, resource, member_id ?? adminsChoice(call, changes));
      if (changes['id'] !== undefined && changes['id'] !== id) {
        const message = `is ${JSON.stringify(changes['id'])}, but ${id} is named in the call`;
        throw invalid([{ path: 'id', message }]);
      }
      const value = sent(call, changes);
      for (let attempt = 1; ; attempt++) {
        const current = await store.get(resource, owner, id);
        if (current === null) throw notFound(service, id);
        const merged = prepare(call, owner, merge(current.value, value, append));
        const result = await store.update(resource, owner, id, merged, current.revision, actorOf(call));
        if (result.ok || result.refusal.kind !== 'changed' || attempt === maxAttempts) return done(result, id);
      }
    },
    async remove(call, { id, member_id }) {
      if (resource.owner === 'shared') requireAdmin(call, `the ${service} directory`);
      const owner = ownerOf(call, resource, member_id);
      await done(await store.remove(resource, owner, id, actorOf(call)), id);
      return { id };
    },
  };
}

/** An administrator names the member in the body, as a seller names its own. */
function adminsChoice(call: Call, body: Plain): number | undefined {
  return call.caller.memberId === null ? (body['member_id'] as number | undefined) : undefined;
}

function withOwner(resource: Pick<Resource, 'fields'>, value: Plain, owner: number): Plain {
  return Object.hasOwn(resource.fields, 'member_id') ? { ...value, member_id: owner } : value;
}

const actorOf = ({ caller, requestId }: Call) => ({ user: caller.username, requestId });
