import {
  type CallContext,
  type DraftContent,
  fileIds,
  type ImportAnswer,
  type ImportInput,
  type TierSetDraft,
  toContent,
  toDrafted,
  type YmProfile,
  ymProfileResource,
} from '@auction-tiers/contract';
import { phaseWarnings } from '../../experiment/open-experiments.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { actorOf, idempotencyOf, requireDirectWrites, requireTag, sellerOf } from '../request/condition.ts';
import { fileWarnings } from './file-warning.ts';
import { toImportAnswer, usedOf } from './import-answer.ts';
import { drawnIds, toWrites, unusedIds } from './import-write.ts';
import type { Beside } from './live-change.ts';
import { makeBatchWrite, type PlannedBatchWrite, type PlannedWrite } from './batch-write.ts';
import { requireDraft } from './require-draft.ts';
import { type StoredTierSet, storedTierSet, tierSetTag } from './stored-tier-set.ts';

/** Replaces a tier set by that of a file, in one batch write, or says what that would do. */
export async function importTierSet(
  deps: Deps,
  call: CallContext,
  input: ImportInput,
  beside: Beside,
): Promise<ImportAnswer> {
  const owner = sellerOf(call, input.member_id);
  const { id, file, dry_run: isDryRun = false, if_match: ifMatch } = input;
  return makeBatchWrite(deps, call, {
    owner,
    ymProfileId: id,
    actor: actorOf(call, 'import'),
    isDryRun,
    ...(isDryRun ? {} : idempotencyOf(call, 'ym-profile/import', { id, file })),
    plan: async () => {
      if (!isDryRun) requireDirectWrites(call, deps.mirror, owner);
      const current = storedTierSet(deps.mirror, owner, id);
      if (current === undefined) throw notFound('ym-profile', id);
      if (ifMatch !== undefined) requireTag(ifMatch, tierSetTag(current), `the tier set of ym-profile ${id}`);
      const planned = await planImport(deps, call, current, { file, isDryRun });
      const { after } = planned;
      const told = await beside({ owner, ymProfileId: id, before: toContent(current), after });
      return { ...planned, warnings: [...told, ...planned.warnings] };
    },
  });
}

/** An import, and the content that is live after it. */
export interface PlannedImport extends PlannedBatchWrite<Omit<ImportAnswer, 'revision'>> {
  readonly after: DraftContent;
}

/**
 * Plans the import of a file into a stored tier set. Throws every issue of the file. `ymProfile`: the ym-profile as it
 * becomes, which an import alone leaves as it is.
 */
export async function planImport(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  {
    file,
    isDryRun,
    ymProfile = current.ym_profile,
  }: { readonly file: TierSetDraft; readonly isDryRun: boolean; readonly ymProfile?: YmProfile },
): Promise<PlannedImport> {
  const { id, member_id: owner } = current.ym_profile;
  const warnings = [...phaseWarnings(deps.mirror, owner, new Set([id]))];
  const warn = (message: string) => void warnings.push(message);
  const resolved = await requireDraft(deps, { ...call, warn }, current, file);
  const ids = isDryRun ? unusedIds(resolved) : await drawnIds(deps.store, resolved);
  const imported = toDrafted(resolved, ids);
  const shown = isDryRun ? toDrafted(resolved, fileIds(resolved, current)) : imported;
  const own = { resource: ymProfileResource, before: current.ym_profile, after: ymProfile };
  const answer = await toImportAnswer(own, isDryRun, shown);
  warnings.push(...(await fileWarnings(deps, current, file)));
  return {
    writes: [...changedYmProfile(own), ...toWrites(imported)],
    answer,
    warnings,
    after: toContent(usedOf(imported)),
  };
}

/** The write of a ym-profile that becomes another; none where it stays. */
function changedYmProfile({
  before,
  after,
}: {
  readonly before: YmProfile;
  readonly after: YmProfile;
}): PlannedWrite[] {
  if (before === after) return [];
  const { id } = before;
  const write = { operation: 'update', resource: ymProfileResource, id, value: after } as const;
  return [{ write, before, path: `ym-profile ${id}` }];
}
