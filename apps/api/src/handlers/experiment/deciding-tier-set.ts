import {
  type CallContext,
  contentOfParts,
  type DraftContent,
  draftPartResource,
  draftResource,
  type DraftPart,
  type ExportInput,
  invalid,
  type StoredDraft,
  type Tagged,
  type TierSetFile,
} from '@auction-tiers/contract';
import { deciderOf } from '@auction-tiers/recorded';
import { contentHash, requireDraftOf } from '../draft/stored-draft.ts';
import { requireMoment } from '../history/moment.ts';
import { exportAt, objectsAt, presentOf } from '../history/past-tier-set.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { storedTierSet, tierSetTag } from '../tier-set/stored-tier-set.ts';
import { requireExperiment } from './act.ts';
import { withIds } from './treatment.ts';

const draftServices = [draftResource.service, draftPartResource.service] as const;

/**
 * The tier set of a ym-profile as a file, now or at a revision; with an arm the tier set that decided the auctions of the
 * arm whose answers name the revision. Throws as `exportAt` does.
 */
export async function exportDeciding(deps: Deps, call: CallContext, input: ExportInput): Promise<Tagged<TierSetFile>> {
  const { arm: named, revision, id: ymProfileId, member_id: asked } = input;
  if (named === undefined) return exportAt(deps, call, input);
  const [experimentId, arm] = [Number(named.slice(0, -2)), named.endsWith('T') ? 'T' : 'C'] as const;
  const owner = sellerOf(call, asked);
  await deps.follower.fresh(owner);
  if (deps.mirror.row('experiment', owner, experimentId) === undefined)
    throw notFound('experiment', experimentId, 'arm');
  const stored = requireExperiment(deps, owner, experimentId);
  if (stored.ym_profile_id !== ymProfileId) {
    const message = `is ${named}, of an experiment of ym-profile ${stored.ym_profile_id}, allowed: of ym-profile ${ymProfileId}`;
    throw invalid([{ path: 'arm', message }]);
  }
  const decider = deciderOf(stored.design, arm);
  const { before_draft_id: before, draft_id: draftId } = stored;
  if (decider === 'live' || (decider === 'before' && before === null)) return exportAt(deps, call, input);
  const current = storedTierSet(deps.mirror, owner, ymProfileId);
  if (current === undefined) throw notFound('ym-profile', ymProfileId);
  const drafted =
    decider === 'before' || revision === undefined
      ? requireDraftOf(deps.mirror, owner, before ?? draftId)
      : await draftAt(deps, owner, draftId, revision);
  const tierSet = { ...current, ...toRows(drafted, ymProfileId) };
  // Records that an earlier version made of a hold-back have the published revision in both arms.
  const decided = decider === 'before' ? drafted.stored.base_revision : (revision ?? deps.mirror.revisionOf(owner));
  return { etag: tierSetTag(tierSet), item: { ...tierSet, revision: decided } };
}

/** A draft and its content. */
interface Drafted {
  readonly stored: StoredDraft;
  readonly content: DraftContent;
}

/** A draft with the content that it had at a revision. Throws as `tierSetAt` does. */
async function draftAt(deps: Deps, owner: number, id: number, revision: string): Promise<Drafted> {
  const rows = new Map(draftServices.map((service) => [service, deps.mirror.rows(service, owner)]));
  const unread = deps.mirror.unreadable().filter((one) => one.owner === owner);
  const present = { ...presentOf(deps, owner), rows, unread };
  const objects = await objectsAt(deps, present, await requireMoment(deps, owner, revision), {
    services: new Set(draftServices),
  });
  const stored = objects.get('draft', id) as StoredDraft | undefined;
  if (stored === undefined) throw notFound('draft', id, 'arm');
  const parts = [...objects.all('draft-part')].filter((part) => part['draft_id'] === id) as DraftPart[];
  const content = contentOfParts(parts);
  if (contentHash(content) === stored.content_sha256) return { stored, content };
  const message = `is ${revision}, at which not all parts of draft ${id} can be read`;
  throw invalid([{ path: 'revision', message }]);
}

/** The entries of a draft as stored objects, with the attributes that a publish would add. */
function toRows(
  { stored: { member_id, last_modified }, content }: Drafted,
  ym_profile_id: number,
): Pick<TierSetFile, 'tiers' | 'profiles'> {
  const { tiers, profiles } = withIds(content);
  const dates = { created_on: last_modified, last_modified };
  return {
    tiers: tiers.map((entry) => ({ ...entry, ym_profile_id, member_id, ...dates })) as unknown as TierSetFile['tiers'],
    profiles: profiles.map((entry) => ({ ...entry, member_id, ...dates })) as unknown as TierSetFile['profiles'],
  };
}
