import type { Draft } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { usePlace } from '../../../address/place.ts';
import {
  type DraftProfile,
  type DraftTier,
  type Edit,
  fieldsThatDiffer,
  keyOf,
  type LiveTier,
  type TierKey,
} from '../../../draft/content.ts';
import { refreshAll, useDraft, useEditDraft } from '../../../draft/use-draft.ts';
import type { Seen } from '../../../draft/seen.ts';
import { setUnsaved } from '../../../part/unsaved.ts';
import { fieldProblemsOf } from '../../../service/problem.ts';
import type { ProfileBody } from '../../../targeting/target-list.ts';
import { addTiers, saveTier } from '../edit/edits.ts';
import {
  checkValues,
  emptyValues,
  type FormValues,
  type ProblemsByField,
  problemsByField,
  valuesOf,
} from '../edit/form-values.ts';
import type { LadderRow } from '../row/ladder-row.ts';
import { createNow, Overtaken, saveNow } from '../edit/save-now.ts';
import type { Ladder } from '../row/use-ladder.ts';
import { targetOf } from '../edit/use-tier-edits.ts';

/** Typed values that are not saved yet, with the tier and the draft of when the user began to type. */
interface Typed {
  readonly values: FormValues;
  readonly row: LadderRow | null;
  /** Null: to be set when the form is shown. */
  readonly seen: Seen | null;
  /** A targeting profile that was made in the form, and goes into the draft with the tier. */
  readonly made: DraftProfile | null;
  /** A typed profile that is not valid yet: the tier is not saved without it. */
  readonly unfinished: ProfileBody | null;
}

/** By ym-profile, tier and draft. The map outlasts the panel and the room, so that no typed value is lost. */
const typedTiers = new Map<string, Typed>();

const askWhileTyped = (): void => setUnsaved('tiers', typedTiers.size > 0);

const typedName = (ymProfileId: number, row: LadderRow | null): string => `${ymProfileId} ${row?.key ?? 'new'} `;

/** Opens the form of a new tier with these values, in place of the values typed for another new one. */
export function typeNew(ymProfileId: number, values: FormValues): void {
  const name = typedName(ymProfileId, null);
  for (const key of typedTiers.keys()) if (key.startsWith(name)) typedTiers.delete(key);
  typedTiers.set(name, { values, row: null, seen: null, made: null, unfinished: null });
  askWhileTyped();
}

/** The key of the typed values. Those typed on another draft that is still open wait until it is shown again. */
function findTyped(name: string, shown: Draft | null, drafts: readonly Draft[]): string {
  const isElsewhere = (begun: Draft | null | undefined) =>
    begun !== null && begun !== undefined && begun.id !== shown?.id && drafts.some(({ id }) => id === begun.id);
  const found = [...typedTiers].find(([key, { seen }]) => key.startsWith(name) && !isElsewhere(seen?.draft));
  return found?.[0] ?? `${name}${shown?.id ?? ''}`;
}

const noProblems: ProblemsByField = new Map();

interface LiveSave {
  /** Null: a new one. */
  readonly seen: LiveTier | null;
  readonly tier: DraftTier;
  readonly note: string;
}

interface Asked {
  /** The tier; null: a new one. */
  readonly row: LadderRow | null;
  readonly ladder: Ladder;
  readonly profiles: readonly DraftProfile[];
  readonly onMade: (key: TierKey) => void;
}

/** The form of a tier: what is in it, what is wrong with it, and the two ways to save it. */
export function useTierPanel({ row, ladder, profiles, onMade }: Asked) {
  const place = usePlace();
  const { ymProfile, member } = place;
  const { drafts } = useDraft();
  const name = findTyped(typedName(ymProfile.id, row), ladder.draft, drafts);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [found, setFound] = useState(noProblems);
  const inDraft = useEditDraft();
  const now = useMutation({
    mutationFn: async ({ seen, tier, note }: LiveSave) => {
      if (seen === null) return `${await createNow(place, tier, note)}` as const;
      await saveNow(place, seen, tier, note);
      return `${seen.id}` as const;
    },
    onSuccess: refreshAll,
  });

  const typed = typedTiers.get(name) ?? null;
  const values = typed?.values ?? (row === null ? emptyValues : valuesOf(row.shown));
  /** The tier that the typing began with: only what differs from it is written. */
  const seen = typed === null ? row : typed.row;

  /** A targeting profile that was made in the form becomes live with the draft. */
  const isMadeHere = typed?.made !== null && typed?.made !== undefined && values.profile_id === typed.made.id;

  const forget = () => {
    typedTiers.delete(name);
    askWhileTyped();
    setFound(noProblems);
    inDraft.reset();
    now.reset();
    redraw();
  };
  const made = typed?.made ?? null;
  const unfinished = typed?.unfinished ?? null;
  /** Changes the latest typed values, not those of the last render: a buyer may be found some time later. */
  const change = (fields: Partial<FormValues>, profile: Partial<Pick<Typed, 'made' | 'unfinished'>> = {}) => {
    const latest = typedTiers.get(name) ?? { values, row: seen, seen: inDraft.seen, made, unfinished };
    typedTiers.set(name, { ...latest, values: { ...latest.values, ...fields }, ...profile });
    askWhileTyped();
    redraw();
  };
  /** The tier that was typed, where it is right. */
  const check = (): DraftTier | null => {
    const checked = checkValues(values, row?.shown.id, ymProfile.id);
    const wrong = new Map(checked.ok ? noProblems : checked.problems);
    if (unfinished !== null) wrong.set('profile_id', 'The new targeting profile is not finished: fix or cancel it');
    setFound(wrong);
    inDraft.reset();
    now.reset();
    return checked.ok && unfinished === null ? checked.tier : null;
  };

  const saveInDraft = () => {
    const tier = check();
    if (tier === null) return;
    const profile = [made, ...profiles].find((one) => one?.id === tier.profile_id) ?? null;
    const begun = typed?.seen ?? undefined;
    if (row === null || seen === null) {
      inDraft.mutate(addTiers([{ tier, profile }]), {
        seen: begun,
        onSuccess: (draft) => {
          forget();
          onMade(keyOfNew(draft, tier));
        },
      });
    } else inDraft.mutate(saveTier(targetOf(seen), tier, profile), { seen: begun, onSuccess: forget });
  };

  const saveLive = (note: string, over: LiveTier | null = null) => {
    const tier = check();
    if (tier === null) return;
    const live = over ?? seen?.live ?? null;
    // Only the fields that were typed here are written over another user's save; all other fields stay. Likewise over
    // the draft's changes: only typed fields go live.
    const isDrafted = seen?.live !== null && seen?.state === 'changed';
    const base = over ?? (isDrafted ? live : null);
    const wanted = base === null || seen === null ? tier : typedOver(base, seen.shown, tier);
    now.mutate(
      { seen: live, tier: wanted, note },
      {
        onSuccess: (key) => {
          forget();
          if (row === null) onMade(key);
        },
      },
    );
  };

  const error = inDraft.moved === null ? (inDraft.error ?? now.error) : null;
  const ofService = problemsByField(fieldProblemsOf(error));
  const problems: ProblemsByField = new Map([...ofService, ...found]);
  const hasPlace = [...ofService.keys()].some((field) => field !== '');
  return {
    values,
    /** The tier that the typing began with. */
    seen,
    change: (fields: Partial<FormValues>) => change(fields),
    /** A targeting profile that is made together with the tier; each change sets it in the tier. */
    making: {
      made,
      onMake: (profile: DraftProfile) =>
        change({ profile_id: profile.id ?? null }, { made: profile, unfinished: null }),
      unfinished,
      onUnfinished: (body: ProfileBody) => change({}, { unfinished: body }),
      onDrop: (profileId: number | null) => change({ profile_id: profileId }, { made: null, unfinished: null }),
    },
    problems,
    /** Problems of the last check, as a new map each time. */
    found,
    /** An error that no field can show. */
    error: error instanceof Overtaken || hasPlace ? null : error,
    overtaken: error instanceof Overtaken ? error : null,
    /** The note of the last live write. */
    note: now.variables?.note ?? '',
    /** Another user's change of the same tier is found here. */
    inDraft,
    isTyped: typed !== null,
    isSaving: inDraft.isPending || now.isPending,
    /** Why the tier cannot be saved to what is live; null: it can. */
    whyNotNow: whyNotNow(member.publishing === 'direct', row, isMadeHere),
    hasDraft: ladder.draft !== null,
    forget,
    saveInDraft,
    saveLive,
    /** Any other edit of the draft about this tier. */
    edit: (edit: Edit) => inDraft.mutate(edit, { onSuccess: forget }),
    takeTheirs: () => {
      forget();
      void refreshAll();
    },
  };
}

function whyNotNow(isDirect: boolean, row: LadderRow | null, isMadeHere: boolean): string | null {
  if (!isDirect) return 'Live changes are switched off for this seller: what is saved goes through a draft.';
  if (isMadeHere) return 'Its new targeting profile goes live with the draft: save both there.';
  if (row?.state === 'new') return 'This tier is in the draft only: it goes live when the draft is published.';
  return row?.state === 'removed' ? '' : null;
}

/** The key of an added tier: the last new tier with its name. */
function keyOfNew({ tier_set: content }: Draft, { name }: DraftTier): TierKey {
  const index = content?.tiers.findLastIndex((one) => one.id === undefined && one.name === name) ?? 0;
  return keyOf({}, index);
}

function typedOver(now: LiveTier, before: DraftTier, typed: DraftTier): DraftTier {
  const own = fieldsThatDiffer(before, typed).map((field) => [field, typed[field]]);
  return { ...(now as unknown as DraftTier), ...Object.fromEntries(own) };
}
