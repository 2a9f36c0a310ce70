import { toContent } from '@auction-tiers/contract';
import type { ExperimentParts } from '../../experiment/experiments.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { contentHash, requireDraftOf } from '../draft/stored-draft.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { treatmentOf } from './treatment.ts';

/** The two tier sets of experiments, from the mirror. */
export const tiersOfExperiments = (mirror: Mirror): Pick<ExperimentParts, 'treatmentOf' | 'controlOf'> => ({
  treatmentOf(owner, draftId) {
    const held = requireDraftOf(mirror, owner, draftId);
    const { state, content_sha256: name } = held.stored;
    if (state === 'published') throw new Error(`draft ${draftId} is published`);
    if (contentHash(held.content) !== name) throw new Error(`draft ${draftId} is not stored whole`);
    return { source: treatmentOf(held), name };
  },
  controlOf(owner, ymProfileId) {
    const live = storedTierSet(mirror, owner, ymProfileId);
    return live === undefined ? '' : contentHash(toContent(live));
  },
});
