import type { TierSetSource } from '@auction-tiers/tier-engine';
import { useMemo } from 'react';
import type { Content } from '../draft/content.ts';
import { engineSourceOf, type KeyedTier } from '../draft/engine-source.ts';
import { useDraft, useLive } from '../draft/use-draft.ts';

/** Which tiers decide: those that are live, or those of the draft. */
export type Which = 'live' | 'draft';

/** A tier set that decides in the page, with the names of its tiers. */
export interface DecidingTiers {
  readonly which: Which;
  /** The same key always stands for the same tiers. */
  readonly key: string;
  /** The draft whose tiers decide; absent: the live ones do. */
  readonly draftId?: number;
  readonly source: TierSetSource;
  /** The tiers by their ids in the engine. */
  readonly tiers: ReadonlyMap<number, KeyedTier>;
  /** Names of targeting profiles, by id. */
  readonly profileNames: ReadonlyMap<number, string>;
}

const namesOf = (profiles: readonly { readonly id?: number | undefined; readonly name: string | null }[]) =>
  new Map(profiles.flatMap(({ id, name }) => (id === undefined || name === null ? [] : [[id, name] as const])));

/** The tiers that decide; null while they are read, and for the draft's where there is no draft. */
export function useDecidingTiers(which: Which): DecidingTiers | null {
  const { live } = useLive();
  const { draft } = useDraft();
  return useMemo(() => {
    if (live === null) return null;
    if (which === 'live') {
      const made = engineSourceOf(live, live.ym_profile.id, live.revision);
      return { which, key: `live ${live.revision}`, ...made, profileNames: namesOf(live.profiles) };
    }
    const content = draft?.tier_set;
    if (draft === null || content === null || content === undefined) return null;
    const key = `draft ${draft.id} ${draft.last_modified} ${live.revision} ${fingerprint(content)}`;
    const made = engineSourceOf(content, live.ym_profile.id, 'draft');
    return { which, key, draftId: draft.id, ...made, profileNames: namesOf(content.profiles) };
  }, [live, draft, which]);
}

/** Two edits of a draft within one second have the same date, so that the content is part of the key. */
function fingerprint(content: Content): number {
  let hash = 0;
  const text = JSON.stringify(content);
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}
