import { type Draft, isSameValue, type TierSetFile } from '@auction-tiers/contract';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Place, usePlace } from '../address/place.ts';
import type { PageSearch } from '../address/search.ts';
import { hourMs, msOf } from '../figure/date.ts';
import { detailsOf, isConflict, isMoved, isNotFound } from '../service/problem.ts';
import { client, queryClient, refresh, trpc } from '../service/trpc.ts';
import { afterOwnWrites, contentSeen, type Seen, writeSeen } from './seen.ts';
import { isTestOf, useExperiments } from '../experiment/use-experiments.ts';
import { type Content, contentOf, type Edit } from './content.ts';
import type { Versions } from './merge.ts';

const draftsQuery = ({ ymProfile, memberId }: Pick<Place, 'ymProfile' | 'memberId'>) =>
  trpc.draft.list.queryOptions({
    member_id: memberId,
    filter: { ym_profile_id: ymProfile.id, state: ['open', 'suspended', 'scheduled'] },
    sort: 'last_modified.desc',
  });

/** How long after its time a scheduled draft is read again, and the longest wait. */
const [afterDueMs, longestWaitMs] = [2500, hourMs];

/** Milliseconds until a scheduled draft is published or suspended by itself; false: none is scheduled. */
function untilDue(drafts: readonly Draft[] = []): number | false {
  const due = drafts.flatMap(({ publish_at: at }) => (at === null ? [] : [msOf(at) - Date.now() + afterDueMs]));
  return due.length > 0 && Math.min(longestWaitMs, Math.max(afterDueMs, Math.min(...due)));
}

/** The draft that was shown last, by ym-profile, so that another user's new draft does not replace it on the screen. */
const shownLast = new Map<number, number>();

/** The draft of the ym-profile: the one of the address, else the one that was shown, else the one that changed last. */
export function useDraft() {
  const place = usePlace();
  const search: PageSearch = useSearch({ strict: false });
  const { data, isPending, error } = useQuery({
    ...draftsQuery(place),
    refetchInterval: ({ state }) => untilDue(state.data?.items),
  });
  const drafts: readonly Draft[] = data?.items ?? [];
  const ymProfileId = place.ymProfile.id;
  const find = (wanted: number | undefined) => drafts.find(({ id }) => id === wanted);
  const draft = find(search.draft) ?? find(shownLast.get(ymProfileId)) ?? drafts[0] ?? null;
  const shownId = draft?.id;
  useEffect(() => {
    if (shownId !== undefined) shownLast.set(ymProfileId, shownId);
  }, [ymProfileId, shownId]);
  return {
    /** Null: there is none, and what is shown is live. */
    draft,
    /** All drafts that are not published yet, the last changed first. */
    drafts,
    isPending,
    error,
  };
}

const liveQuery = ({ ymProfile, memberId }: Pick<Place, 'ymProfile' | 'memberId'>) =>
  trpc.ymProfile.export.queryOptions({ id: ymProfile.id, member_id: memberId });

/** What a room will show. For an edit that begins before the room shows anything, this is what the user has seen. */
export async function readSeen(place: Place): Promise<Seen> {
  const [{ items }, live] = await Promise.all([
    queryClient.ensureQueryData(draftsQuery(place)),
    queryClient.ensureQueryData(liveQuery(place)),
  ]);
  const last = items.find(({ id }) => id === shownLast.get(place.ymProfile.id));
  return { draft: last ?? items[0] ?? null, live };
}

export function useLive(): { readonly live: TierSetFile | null; readonly isPending: boolean; readonly error: unknown } {
  const { data, isPending, error } = useQuery(liveQuery(usePlace()));
  return { live: data ?? null, isPending, error };
}

export const discardKey = (id: number) => ['discard a draft', id] as const;

/** The mutation that applies a draft to live, in several writes where conflicts are settled. */
export const rebaseKey = (id: number) => ['rebase a draft', id] as const;
export const useIsRebasing = (id: number): boolean => useIsMutating({ mutationKey: rebaseKey(id) }) > 0;

/** Whether a draft is being discarded: nothing more is asked about it. */
export const useIsDiscarding = (id: number): boolean => useIsMutating({ mutationKey: discardKey(id) }) > 0;

/**
 * What the draft changes, field by field and in words; null while it is read, and where there is no draft. A scheduled
 * draft changes no more than it did to the tiers that it was made from: its time applies that to what is live then.
 */
export function useDraftDifference() {
  const { ymProfile, memberId } = usePlace();
  const { draft } = useDraft();
  const { live } = useLive();
  const isDiscarding = useIsDiscarding(draft?.id ?? 0);
  const now = live?.revision ?? '';
  const from = draft?.state === 'scheduled' ? draft.base_revision : now;
  const asked = { id: ymProfile.id, member_id: memberId, from, to: `draft:${draft?.id ?? 0}` };
  return useQuery({
    // The draft's last change is part of the key, so that a changed draft is compared again.
    queryKey: [...trpc.ymProfile.diff.queryKey(asked), draft?.last_modified],
    queryFn: ({ signal }) =>
      client.ymProfile.diff.query(asked, { signal }).catch((error: unknown) => {
        // The service does not keep all earlier revisions.
        if (from === now || !isNotFound(error)) throw error;
        return client.ymProfile.diff.query({ ...asked, from: now }, { signal });
      }),
    enabled: draft !== null && live !== null && !isDiscarding,
  });
}

/**
 * Why an edit was not saved as it was made. `changed`: another user has changed its base; `over`: it was made in a draft
 * that was published or discarded since; `begun`: another user has begun a draft meanwhile; `scheduled` and `tested`:
 * nobody can change the draft before its time, or while its live test runs.
 */
type MovedHow = 'changed' | 'over' | 'begun' | 'scheduled' | 'tested';

const reasons = {
  changed: 'another user has changed this since you saw it; nothing was saved',
  over: 'the draft was published or discarded meanwhile; nothing was saved',
  begun: 'another user has begun a draft meanwhile; nothing was saved',
  scheduled: 'the draft is scheduled, and cannot be changed before its time; nothing was saved',
  tested: 'the draft is tested live, and cannot be changed meanwhile; nothing was saved',
} as const satisfies Record<MovedHow, string>;

/** An edit cannot be saved on what the user saw. Nothing was saved; it may be saved on what there is now. */
export class Moved extends Error {
  readonly versions: Versions;
  readonly now: Seen;
  readonly how: MovedHow;
  /** The draft that the edit was made in; null: in the live tiers. */
  readonly of: Draft | null;

  constructor(versions: Versions, now: Seen, how: MovedHow = 'changed', of: Draft | null = null) {
    super(reasons[how]);
    this.versions = versions;
    this.now = now;
    this.how = how;
    this.of = of;
  }
}

/** Edits of one page are made one after the other. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = last.then(make, make);
  last = made.catch(() => {});
  return made;
}

interface Made {
  readonly live: Seen['live'];
  readonly draft: Draft;
}

/** The draft that this page made last, and the live tiers of then: forms that were opened before edit this draft. */
let made: Made | null = null;

/** To be called when the draft is published or discarded. */
export function forgetMade(): void {
  made = null;
}

/** Whether the draft was made from these live tiers. Compares contents: each read has another revision. */
function isMadeOf(draftMade: Made, live: Seen['live']): boolean {
  const { live: before, draft } = draftMade;
  if (before === null || live === null || draft.ym_profile_id !== live.ym_profile.id) return false;
  return isSameValue(contentOf(before), contentOf(live));
}

/** What the user saw, with this page's own writes since then. */
export function withOwnWrites({ draft, live }: Seen): Seen {
  const known = draft ?? (made !== null && isMadeOf(made, live) ? made.draft : null);
  return { draft: known === null ? null : afterOwnWrites(known), live };
}

/** Whether anything was shown when an edit was begun: a quick user types before the room has read what there is. */
const isSeen = ({ draft, live }: Seen): boolean => draft !== null || live !== null;

/** Makes an edit in the draft that the user saw, or in a new draft of the live tiers as seen; throws `Moved`. */
export const editDraft = (place: Place, seen: Seen, edit: Edit): Promise<Draft> =>
  inTurn(async () => {
    const base = seen.beside === undefined ? withOwnWrites(isSeen(seen) ? seen : await readSeen(place)) : seen;
    return base.draft === null ? makeDraft(place, base, edit) : changeDraft(place, base.draft, edit);
  });

async function makeDraft({ ymProfile, memberId: member_id }: Place, seen: Seen, edit: Edit): Promise<Draft> {
  const before = contentSeen(seen);
  const wanted = edit(before);
  const live = await client.ymProfile.export.query({ id: ymProfile.id, member_id });
  const now = contentOf(live);
  if (!isSameValue(before, now)) throw new Moved({ seen: before, wanted, now }, { ...seen, live });
  const described = { ym_profile_id: ymProfile.id, member_id };
  try {
    // Where two begin at the same moment, the second gets the first one's draft. One that is tested live stays open.
    const alone = seen.beside !== 'tested';
    const draft = await client.draft.create.mutate({ ...described, alone, tier_set: wanted });
    made = { live: seen.live, draft };
    return draft;
  } catch (error) {
    const begun = begunBy(error);
    if (begun === null) throw error;
    const draft = await client.draft.get.query({ id: begun, member_id });
    throw new Moved({ seen: before, wanted, now: contentSeen({ draft, live: null }) }, { draft, live: null }, 'begun');
  }
}

/** The open draft for which another one was refused. */
function begunBy(error: unknown): number | null {
  const draft = detailsOf(error)['draft'] as { readonly id: number } | undefined;
  return isConflict(error) && draft !== undefined ? draft.id : null;
}

type DraftChanges = Parameters<typeof client.draft.update.mutate>[0]['changes'];

/** Changes values of a draft as it was seen. */
export const changeSeen = (seen: Draft, changes: DraftChanges): Promise<Draft> =>
  writeSeen(seen, (named) => client.draft.update.mutate({ ...named, member_id: seen.member_id, changes }));

async function changeDraft(place: Place, draft: Draft, edit: Edit): Promise<Draft> {
  const { memberId: member_id } = place;
  const before = contentSeen({ draft, live: null });
  const wanted = edit(before);
  const toBeside = async (how: 'scheduled' | 'tested') => {
    const now = await readBeside(place, draft.id, how);
    return new Moved({ seen: before, wanted, now: contentSeen(now) }, now, how, draft);
  };
  if (draft.state === 'scheduled') throw await toBeside('scheduled');
  try {
    return await changeSeen(draft, { tier_set: wanted });
  } catch (error) {
    if (!isMoved(error)) forgetMade();
    if (!isMoved(error) && !isNotFound(error)) {
      const filter = { ym_profile_id: place.ymProfile.id, state: ['running' as const] };
      const running = isConflict(error) ? (await client.experiment.list.query({ member_id, filter })).items : [];
      throw running.some((one) => isTestOf(one, draft)) ? await toBeside('tested') : error;
    }
    // It is read to be shown. The user decides what is then saved.
    const now = await readNow(place, draft.id);
    throw new Moved(
      { seen: before, wanted, now: contentSeen(now) },
      now,
      now.draft === null ? 'over' : 'changed',
      draft,
    );
  }
}

/** What an edit of a draft that waits may be saved in: another one that is open, or else a new one of the live tiers. */
async function readBeside(
  { ymProfile, memberId: member_id }: Place,
  id: number,
  beside: 'scheduled' | 'tested',
): Promise<Seen> {
  const filter = { ym_profile_id: ymProfile.id, state: ['open' as const, 'suspended' as const] };
  const { items } = await client.draft.list.query({ member_id, filter, sort: 'last_modified.desc' });
  const draft = items.find((one) => one.id !== id);
  if (draft !== undefined) return { draft, live: null };
  return { draft: null, live: await client.ymProfile.export.query({ id: ymProfile.id, member_id }), beside };
}

/** A draft as it is now; where it is published or discarded, what is live: an edit then goes into a new one. */
async function readNow({ ymProfile, memberId: member_id }: Place, id: number): Promise<Seen> {
  const draft = await client.draft.get.query({ id, member_id }).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (draft !== null && draft.state !== 'published') return { draft, live: null };
  forgetMade();
  return { draft: null, live: await client.ymProfile.export.query({ id: ymProfile.id, member_id }) };
}

export interface EditOptions {
  /** What the user saw when the edit began, such as the draft of when a form was opened; default: what is shown. */
  readonly seen?: Seen | undefined;
  readonly onSuccess?: (draft: Draft) => void;
}

/** Edits the draft of the ym-profile; the first edit makes one. All that shows drafts is read again. */
export function useEditDraft() {
  const place = usePlace();
  const { draft, isPending: isReading } = useDraft();
  const { live } = useLive();
  // While drafts are being read, it is not known that there is none.
  const shown: Seen = isReading ? { draft: null, live: null } : { draft, live };
  const navigate = useNavigate();
  const options = useRef<EditOptions>({});
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ edit, seen }: { readonly edit: Edit; readonly seen: Seen }) => editDraft(place, seen, edit),
    async onSuccess({ id }, { seen }) {
      await refreshDrafts();
      if (seen.draft === null || seen.draft.id !== shown.draft?.id)
        await navigate({ to: '.', search: (search) => ({ ...search, draft: id }) });
    },
    async onError(failure) {
      if (failure instanceof Moved) await (failure.now.draft === null ? refreshAll() : refreshDrafts());
    },
  });
  const { experiments } = useExperiments();
  const isHeld = draft !== null && (draft.state === 'scheduled' || experiments.some((one) => isTestOf(one, draft)));
  const make = (edit: Edit, asked: EditOptions = {}) => {
    options.current = asked;
    const { seen = shown, onSuccess } = asked;
    mutate({ edit, seen }, onSuccess === undefined ? {} : { onSuccess });
  };
  const moved = error instanceof Moved ? error : null;
  return {
    mutate: make,
    /** What is on the screen now. */
    seen: shown,
    isPending,
    /** What a button says that saves an edit; the dots: another draft is asked for. */
    saveLabel: isHeld ? 'Save in another draft…' : 'Save in the draft',
    reset,
    error,
    moved,
    /** Saves the merged content, on top of what is stored now. */
    settle: (content: Content) => {
      if (moved !== null) make(() => content, { ...options.current, seen: moved.now });
    },
  };
}

export type DraftEditing = ReturnType<typeof useEditDraft>;

/** To be called after drafts have changed. */
export const refreshDrafts = () => refresh(trpc.draft);

/** To be called after what is live has changed: tiers, profiles, their history. */
export async function refreshAll(): Promise<void> {
  await queryClient.invalidateQueries();
}
