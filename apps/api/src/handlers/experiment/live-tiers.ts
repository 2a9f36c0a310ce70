import { toContent } from '@auction-tiers/contract';
import type { ExperimentParts } from '../../experiment/experiments.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { contentHash, requireDraftOf } from '../draft/stored-draft.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { treatmentOf } from './treatment.ts';

/** The two tier sets of experiments, from the mirror. */
export const tiersOfExperiments = (mirror: Mirror): Pick<ExperimentParts, 'comparedOf' | 'controlOf'> => ({
  comparedOf({ member_id: owner, draft_id: draftId, before_draft_id: before, treatment_revision: treatment }) {
    const held = requireDraftOf(mirror, owner, before ?? draftId);
    const { id, state, content_sha256: name, base_revision: base } = held.stored;
    if (before === null && state === 'published') throw new Error(`draft ${id} is published`);
    if (contentHash(held.content) !== name) throw new Error(`draft ${id} is not stored whole`);
    return { source: { ...treatmentOf(held), revision: (before === null ? treatment : base) ?? '' }, name };
  },
  controlOf(owner, ymProfileId) {
    const live = storedTierSet(mirror, owner, ymProfileId);
    return live === undefined ? '' : contentHash(toContent(live));
  },
});
