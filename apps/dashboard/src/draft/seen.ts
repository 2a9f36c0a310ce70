import { type Draft, isSameValue, type TierSetFile } from '@auction-tiers/contract';
import { useMemo, useState } from 'react';
import { createShared } from '../service/shared.ts';
import { contentOf, type Content } from './content.ts';

/**
 * What was on the screen: a draft or, where there is none, the live tiers. Each write names the entity tag of the draft
 * that was seen, so that the service refuses the write if another user has changed the draft since.
 */
export interface Seen {
  readonly draft: Draft | null;
  readonly live: TierSetFile | null;
  /** Why a draft is to be made beside the one that the edit was made in. */
  readonly beside?: 'scheduled' | 'tested';
}

const noContent: Content = { tiers: [], profiles: [] };

export const contentSeen = ({ draft, live }: Seen): Content =>
  draft?.tier_set ?? (draft === null && live !== null ? contentOf(live) : noContent);

/** By draft: this page's last write, and the states that its writes replaced since another user's last write. */
const ownWrites = createShared(new Map<number, { readonly latest: Draft; readonly states: ReadonlySet<string> }>());

/** The part of the entity tag that does not change while a comparison of the draft runs. */
export const stateOf = ({ etag }: Pick<Draft, 'etag'>): string => etag.split('.', 1)[0]!;

/** The draft after this page's own writes, which the user has seen too. */
export function afterOwnWrites(seen: Draft): Draft {
  const own = ownWrites.get().get(seen.id);
  return own?.states.has(stateOf(seen)) === true ? own.latest : seen;
}

export interface Named {
  readonly id: number;
  readonly if_match: string;
}

/** This page's write of each draft that is not answered yet. */
const underWay = new Map<number, Promise<Draft>>();

/**
 * Does something with a draft as it was seen; refused with 412 where another user has changed it. A write of this page
 * that is under way comes first: what follows names the state that it makes, and is not done where it fails.
 */
export async function actOnSeen<Answer>(seen: Draft, act: (named: Named) => Promise<Answer>): Promise<Answer> {
  await underWay.get(seen.id);
  const { id, etag } = afterOwnWrites(seen);
  return act({ id, if_match: etag });
}

export function writeSeen(seen: Draft, write: (named: Named) => Promise<Draft>): Promise<Draft> {
  const writing = actOnSeen(seen, async (named) => {
    const base = stateOf({ etag: named.if_match });
    const latest = await write(named);
    const earlier = ownWrites.get().get(seen.id);
    const states = earlier !== undefined && stateOf(earlier.latest) === base ? earlier.states : [];
    ownWrites.set(new Map([...ownWrites.get(), [seen.id, { latest, states: new Set([...states, base]) }]]));
    return latest;
  }).finally(() => {
    if (underWay.get(seen.id) === writing) underWay.delete(seen.id);
  });
  underWay.set(seen.id, writing);
  return writing;
}

/**
 * The draft that the user has seen, while newer versions arrive in the background. `isNews`: another user has changed
 * the tiers, and `goOn` has not been called for that change.
 */
export function useSeen(draft: Draft): { readonly seen: Draft; readonly isNews: boolean; readonly goOn: () => void } {
  const [accepted, setAccepted] = useState(draft);
  // A draft that is read while this page's write is under way arrives before the answer that says whose it is.
  const own = ownWrites.useValue().get(draft.id);
  const isNews = useMemo(() => {
    if (stateOf(draft) === stateOf(accepted) || isSameValue(draft.tier_set, accepted.tier_set)) return false;
    return !isSameValue(draft.tier_set, afterOwnWrites(accepted).tier_set);
  }, [draft, accepted, own]);
  if (!isNews && draft !== accepted) setAccepted(draft);
  return { seen: isNews ? accepted : draft, isNews, goOn: () => setAccepted(draft) };
}
