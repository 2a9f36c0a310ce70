import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Place, usePlace } from '../address/place.ts';
import { isConflict } from '../service/problem.ts';
import { client, queryClient, trpc } from '../service/trpc.ts';
import { type Content, contentOf } from './content.ts';
import { useDraft } from './use-draft.ts';

/** A change of the tiers and profiles of a draft. It may be made again on what another user has made of them. */
export type Edit = (content: Content) => Content;

const attempts = 5;

/** Edits of one page are made one after the other. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = last.then(make, make);
  last = made.catch(() => {});
  return made;
}

/** Makes an edit in a draft, or in a new one that begins with what is live. Gives the draft's id. */
async function makeEdit({ ymProfile, memberId }: Place, draftId: number | undefined, edit: Edit): Promise<number> {
  const member_id = memberId;
  if (draftId === undefined) {
    const live = await client.ymProfile.export.query({ id: ymProfile.id, member_id });
    const made = { name: nameOfDraft(new Date()), ym_profile_id: ymProfile.id, member_id };
    const { id } = await client.draft.create.mutate({ ...made, tier_set: edit(contentOf(live)) });
    return id;
  }
  for (let attempt = 1; ; attempt += 1) {
    const { etag, item } = await client.draft.getTagged.query({ id: draftId, member_id });
    const tier_set = edit(item.tier_set ?? { tiers: [], profiles: [] });
    try {
      await client.draft.update.mutate({ id: draftId, member_id, if_match: etag, changes: { tier_set } });
      return draftId;
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error;
    }
  }
}

const nameOfDraft = (date: Date): string => `Draft of ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Edits the draft of the ym-profile; the first edit makes one. All that shows drafts is read again. */
export function useEditDraft() {
  const place = usePlace();
  const { draft } = useDraft();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (edit: Edit) => inTurn(() => makeEdit(place, draft?.id, edit)),
    async onSuccess(id) {
      await refreshDrafts();
      if (draft === null) await navigate({ to: '.', search: (search: object) => ({ ...search, draft: id }) as never });
    },
  });
}

/** After drafts have changed. */
export async function refreshDrafts(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: trpc.draft.pathKey() });
}

/** After what is live has changed: tiers, profiles, their history. */
export async function refreshAll(): Promise<void> {
  await queryClient.invalidateQueries();
}
