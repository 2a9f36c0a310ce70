import {
  type DraftContent,
  isSameContent,
  pairsOfMoments,
  ServiceError,
  type StoredDraft,
  toContent,
  toDifference,
} from '@auction-tiers/contract';
import { type PastTierSet, tierSetAt } from '../history/past-tier-set.ts';
import type { Deps } from '../request/deps.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';
import { haveMoved } from './publishers.ts';
import { contentHash } from './stored-draft.ts';

/**
 * Throws where the live tiers differ from those that the draft was made from, or from those of the revision that the
 * caller has seen; the error says what has changed. Tiers that were changed and changed back count as unchanged.
 */
export async function requireUnchanged(
  deps: Deps,
  stored: StoredDraft,
  current: StoredTierSet,
  seen: string | undefined,
): Promise<void> {
  const { ym_profile_id: ymProfileId, member_id: owner, base_sha256: baseHash } = stored;
  const now = toContent(current);
  if (seen !== undefined) {
    const past = await tierSetAt(deps, owner, ymProfileId, seen, 'expect_revision');
    if (!isSameContent(toContent(past), now)) throw await changedSince(past, current, `since ${seen}`);
  }
  if (contentHash(now) === baseHash && !haveMoved(stored, current.ym_profile)) return;
  const since = `since draft ${stored.id} was made; POST /draft/rebase?id=${stored.id} applies its changes to them`;
  throw await changedSince(await baseOf(deps, stored), current, since);
}

/** The content that a draft was made from; undefined where it is not known any more. `live`: what is or was live. */
export async function baseContentOf(
  deps: Deps,
  stored: StoredDraft,
  live: DraftContent,
): Promise<DraftContent | undefined> {
  if (contentHash(live) === stored.base_sha256) return live;
  const past = await baseOf(deps, stored);
  return past && toContent(past);
}

/** The tiers that a draft was made from; undefined where they are not known any more. */
export async function baseOf(deps: Deps, stored: StoredDraft): Promise<PastTierSet | undefined> {
  const { ym_profile_id: ymProfileId, member_id: owner, base_revision: base } = stored;
  try {
    return await tierSetAt(deps, owner, ymProfileId, base, 'base_revision');
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'gone') return undefined;
    throw error;
  }
}

/** The error of tiers that have changed, with the difference; `past`: undefined where it is not known any more. */
async function changedSince(
  past: PastTierSet | undefined,
  current: StoredTierSet,
  since: string,
): Promise<ServiceError> {
  const message = `the tiers of ym-profile ${current.ym_profile.id} have changed ${since}`;
  if (past === undefined) return new ServiceError('integrity', message);
  const { summary, created, updated, deleted } = toDifference(pairsOfMoments(past, current));
  const issues = [...updated, ...created, ...deleted].slice(0, mostIssues).map(({ service, id }, at) => ({
    path: `${service} ${id}`,
    message: at < updated.length ? 'has changed' : at < updated.length + created.length ? 'is new' : 'is gone',
  }));
  return new ServiceError('integrity', message, {
    issues,
    details: { difference: { summary, created, updated, deleted } },
  });
}

const mostIssues = 100;
