import {
  type CallContext,
  type CreateDraft,
  type Draft,
  type Handlers,
  invalid,
  isSameContent,
  isSameValue,
  type Plain,
  draftResource,
  type RemoveInput,
  selectRows,
  ServiceError,
  type StoredDraft,
  storedDraftResource,
  toContent,
  type UpdateDraft,
  withoutReadOnly,
} from '@auction-tiers/contract';
import type { Idempotency } from '@auction-tiers/store';
import { requireUntested, requireUnused } from '../../experiment/open-experiments.ts';
import { idempotencyOf, requireSameId, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { boundPage } from '../request/page.ts';
import { danglingReferences, notFound, warnOfUnreadable } from '../request/refusal.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { baseContentOf } from './base.ts';
import { appended, contentOfFile, toFile } from './draft-content.ts';
import { askChanges, changedBy, draftActor, draftUpdate, editsAfter, partRemoval, partWrites } from './draft-write.ts';
import { type NewDraft, newDraft, requireAlone } from './new-draft.ts';
import { sentPublishers, toEntry } from './publishers.ts';
import { requireSeen } from './seen.ts';
import { contentHash, requireDraftOf, toDraft } from './stored-draft.ts';

const { service } = draftResource;

/** The handlers that list, read, create, change and remove drafts. */
export function draftObjectHandlers(
  deps: Deps,
): Pick<Handlers['draft'], 'list' | 'getTagged' | 'create' | 'update' | 'remove'> {
  const { store, mirror, follower } = deps;

  const draftOf = (owner: number, id: number): Draft => toDraft(requireDraftOf(mirror, owner, id));

  /** Makes the writes of `plan` in one batch write, and returns the id of their draft. */
  async function write(
    call: CallContext,
    owner: number,
    { idempotency }: { readonly idempotency?: Idempotency },
    plan: () => Promise<Omit<NewDraft, 'warnings'> & Partial<NewDraft>>,
  ): Promise<number> {
    const done = await makeBatchWrite<{ readonly id: number }>(deps, call, {
      owner,
      actor: draftActor(call),
      isDryRun: false,
      idempotency,
      plan: async () => {
        const { id, writes, warnings = [] } = await plan();
        return { writes, answer: { id }, warnings };
      },
    });
    return done.id;
  }

  return {
    async list(call, input) {
      const owner = sellerOf(call, input.member_id);
      await follower.fresh(owner);
      warnOfUnreadable(call, mirror, [service, 'draft-part'], owner);
      const rows = mirror.rows(service, owner);
      const page = selectRows(draftResource.fields, rows, input, call.warn);
      return boundPage({ ...page, items: page.items.map(({ id }) => draftOf(owner, id)) }, call.warn);
    },
    async getTagged(call, { id, member_id: asked }) {
      const owner = sellerOf(call, asked);
      await follower.fresh(owner);
      const item = draftOf(owner, id);
      return { etag: item.etag, item };
    },
    async create(call, { from, alone: isAlone = false, ...body }) {
      const { memberId } = call.caller;
      const owner = sellerOf(call, memberId === null ? body.member_id : undefined);
      requireOwner(owner, body.member_id);
      const {
        ym_profile_id: ymProfileId,
        tier_set: file,
        ...given
      } = sentBy(call, requireYmProfile({ from, ...body }));
      const asked = { ...given, ym_profile_id: ymProfileId, tier_set: file };
      const id = await write(call, owner, idempotencyOf(call, service, asked), async () => {
        const current = storedTierSet(mirror, owner, ymProfileId);
        const base_revision = mirror.revisionOf(owner);
        if (current === undefined && from !== undefined) throw notFound('ym-profile', ymProfileId, 'from');
        if (current === undefined) throw noYmProfile(ymProfileId);
        if (isAlone) requireAlone(mirror, owner, ymProfileId);
        const live = toContent(current);
        const content = file === undefined ? live : await contentOfFile(deps, call, current, file);
        const { ym_profile: ymProfile } = current;
        const all = { ...given, ym_profile_id: ymProfileId };
        return newDraft(deps, call, { given: all, ymProfile, live, content, base_revision });
      });
      return draftOf(owner, id);
    },
    async update(call, { id, changes, append: isAppended = false, member_id: asked, if_match: ifMatch }) {
      const owner = sellerOf(call, asked ?? (call.caller.memberId === null ? changes.member_id : undefined));
      requireSameId(changes, id);
      requireOwner(owner, changes.member_id);
      const { tier_set: file, ...given } = sentBy(call, changes);
      const named = idempotencyOf(call, `${service} update`, {
        id,
        ...given,
        tier_set: file,
        ...(isAppended ? { append: true } : {}),
      });
      await write(call, owner, named, async () => {
        const held = requireDraftOf(mirror, owner, id);
        const { stored, parts, content } = held;
        const { ym_profile_id: ymProfileId } = stored;
        const current = storedTierSet(mirror, owner, ymProfileId);
        await requireSeen(deps, held, ifMatch);
        requireUntested(mirror, stored);
        requireChangeable(stored);
        requireSameYmProfile(stored, given);
        if (current === undefined) throw noYmProfile(ymProfileId);
        const sent = file !== undefined && isAppended ? appended(toFile(content), file) : file;
        const proposed = sent === undefined ? content : await contentOfFile(deps, call, current, sent);
        const isOtherContent = !isSameContent(proposed, content);
        const publishers = { ...stored, ...sentPublishers(given, stored, current.ym_profile) };
        const isOtherDecision = isOtherContent || !isSameValue(publishers.publisher_ids, stored.publisher_ids);
        const isOther =
          isOtherDecision || (given.commitments !== undefined && !isSameValue(given.commitments, stored.commitments));
        const update = draftUpdate(stored, {
          ...(isOther ? changedBy(call) : {}),
          ...(given as Partial<StoredDraft>),
          base_publisher_ids: publishers.base_publisher_ids,
          ...askChanges(deps, call, given.approval_asked),
          content_sha256: contentHash(proposed),
        });
        const base = publishers.base_publisher_ids ?? stored.base_publisher_ids ?? current.ym_profile.publisher_ids;
        const entryOf = (one: Pick<StoredDraft, 'publisher_ids'>) => toEntry(current.ym_profile, base, one);
        const edits = isOtherDecision
          ? await editsAfter(deps, call, {
              base: await baseContentOf(deps, stored, toContent(current)),
              before: content,
              after: proposed,
              ymProfile: {
                base: entryOf({ publisher_ids: null }),
                before: entryOf(stored),
                after: entryOf(publishers),
              },
              edits: held.edits,
            })
          : held.edits;
        return { id, writes: [update, ...(await partWrites(store, id, parts, { ...proposed, edits }))] };
      });
      return draftOf(owner, id);
    },
    async remove(call, { id, member_id: asked, if_match: ifMatch }: RemoveInput) {
      const owner = sellerOf(call, asked);
      await write(call, owner, idempotencyOf(call, `${service} remove`, { id }), async () => {
        const held = requireDraftOf(mirror, owner, id);
        const { stored, parts } = held;
        requireUnused(mirror, stored);
        await requireSeen(deps, held, ifMatch);
        const removal = { operation: 'delete', resource: storedDraftResource, id } as const;
        const writes = [{ write: removal, before: stored }, ...parts.map(partRemoval)];
        return { id, writes };
      });
      return { id };
    },
  };
}

/** A body without the attributes that only the service sets. Warns the caller of each one that was sent. */
function sentBy<Body extends CreateDraft | UpdateDraft['changes']>(call: CallContext, body: Body): Body {
  const { value, ignored } = withoutReadOnly(draftResource, body);
  for (const field of ignored) call.warn(`${field} is read-only and was ignored`);
  return value as Body;
}

/** The ym-profile of a new draft, which its query or its body names. */
function requireYmProfile({
  from,
  ...body
}: Omit<CreateDraft, 'alone'>): Omit<CreateDraft, 'from' | 'alone'> & { ym_profile_id: number } {
  const { ym_profile_id: named = from } = body;
  if (named === undefined) {
    throw invalid([
      { path: 'ym_profile_id', message: 'is required, or `from` in the query: the ym-profile to draft for' },
    ]);
  }
  if (from !== undefined && named !== from) {
    throw invalid([{ path: 'ym_profile_id', message: `is ${named}, but the draft is to begin from ${from}` }]);
  }
  return { ...body, ym_profile_id: named };
}

function requireOwner(owner: number, sent: number | undefined): void {
  if (sent === undefined || sent === owner) return;
  throw invalid([{ path: 'member_id', message: `is ${sent}, allowed: ${owner}, your own member` }]);
}

/** Throws unless the content of a draft may be changed. */
export function requireChangeable({
  id,
  state,
  ym_profile_id: ymProfileId,
}: Pick<StoredDraft, 'id' | 'state' | 'ym_profile_id'>): void {
  if (state === 'open' || state === 'suspended') return;
  const opens = state === 'scheduled' ? `POST /draft/unschedule?id=${id} opens it, and ` : '';
  const message = `draft ${id} is ${state}, allowed: open or suspended; ${opens}POST /draft?from=${ymProfileId} makes another one`;
  throw new ServiceError('integrity', message);
}

const noYmProfile = (id: number) =>
  danglingReferences([{ path: 'ym_profile_id', message: `is ${id}, but ym-profile ${id} does not exist` }]);

function requireSameYmProfile({ ym_profile_id: own }: StoredDraft, { ym_profile_id: sent = own }: Plain): void {
  if (sent === own) return;
  const message = `is ${JSON.stringify(sent)}, allowed: ${own}, for which the draft was made`;
  throw danglingReferences([{ path: 'ym_profile_id', message }]);
}
