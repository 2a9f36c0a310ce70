import {
  type CallContext,
  invalid,
  type Issue,
  type Member,
  memberResource,
  type Plain,
  type Resource,
  tooManyEntries,
  withInitials,
  withoutReadOnly,
  ymProfileResource,
} from '@auction-tiers/contract';
import type { Idempotency } from '@auction-tiers/store';
import { parseRevision } from '../../mirror/stream-position.ts';
import { actorOf, idempotencyOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { makeBatchWrite } from './batch-write.ts';

const first = 'first_ym_profile';

interface Definition extends Pick<Resource, 'fields'> {
  /** Takes the resource's own type, which is not known here. */
  readonly check: (value: never) => Issue[];
}

/** Makes a member and its first ym-profile in one batch write, and gives the member. Throws where either cannot be. */
export async function createWithYmProfile(
  deps: Deps,
  call: CallContext,
  body: Plain,
  firstYmProfile: Plain,
): Promise<Member> {
  const { store } = deps;
  const found: Issue[] = [];
  const member = toCreated(memberResource, body, '');
  const ymProfile = toCreated(ymProfileResource, firstYmProfile, `${first}.`);
  if (found.length > 0) throw invalid(found);
  const { idempotency } = idempotencyOf(call, memberResource.service, { ...body, [first]: firstYmProfile });
  const owner = await freeId(deps, idempotency);
  const author = actorOf(call);
  const step = author.step ?? { kind: 'write', note: null, draftId: null, breakGlass: null };
  const { revision } = await makeBatchWrite(deps, call, {
    owner,
    actor: { ...author, step },
    isDryRun: false,
    idempotency,
    async plan() {
      const [id = 0] = await store.drawIds('ym-profile', 1);
      return {
        // In this order: the answer is read from the change before the last, which is the member's.
        writes: [
          { write: { operation: 'create', resource: memberResource, id: owner, value: member }, before: null },
          {
            write: { operation: 'create', resource: ymProfileResource, id, value: ymProfile },
            before: null,
            path: first,
            isIdDrawn: true,
          },
        ],
        answer: {},
        warnings: [],
      };
    },
  });
  deps.audit.tell('change', call, { service: memberResource.service, id: owner, operation: 'create' });
  const { partition, revision: last } = parseRevision(revision)!;
  // The member may have changed since an earlier request with this key: the answer has its state of that time.
  const made = await store.changeAt(partition, last - 1);
  return (made?.after ?? (await store.get(memberResource, owner, owner))?.value) as Member;

  function toCreated(resource: Definition, sent: Plain, path: string): Plain {
    const { value, ignored } = withoutReadOnly(resource, sent);
    for (const field of ignored) call.warn(`${path}${field} is read-only and was ignored`);
    const created = withInitials(resource, value);
    const issues = [...resource.check(created as never), ...tooManyEntries(resource, created)];
    for (const issue of issues) found.push({ ...issue, path: `${path}${issue.path}` });
    return created;
  }
}

/** The id of the new member: under an idempotency key, the one that it had when the request was sent before. */
async function freeId({ store }: Pick<Deps, 'store'>, idempotency: Idempotency | undefined): Promise<number> {
  for (let taken: number | undefined; ; ) {
    const id =
      idempotency === undefined
        ? (await store.drawIds('member', 1))[0]!
        : await store.reserveId('member', idempotency.key, taken);
    const isFree = (await store.get(memberResource, id, id)) === null;
    if (isFree || (idempotency !== undefined && (await store.earlierBatch(id, idempotency)) !== null)) return id;
    taken = id;
  }
}
