import type { TargetingProfile } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import type { Content, DraftProfile } from '../../draft/content.ts';
import { refreshAll, useEditDraft } from '../../draft/edit-draft.ts';
import type { Seen } from '../../draft/seen.ts';
import { client, noted } from '../../service/trpc.ts';
import { bodyOf, type ProfileBody } from '../../targeting/target-list.ts';

/** The draft's version of a stored profile. */
export const inDraft = (content: Content | null, { id }: Pick<TargetingProfile, 'id'>): DraftProfile | undefined =>
  content?.profiles.find((one) => one.id === id);

interface LiveSave {
  readonly stored: TargetingProfile | null;
  readonly body: ProfileBody;
  readonly note: string;
}

/** Writes a profile at once, which changes live tiers that use it. `stored` null makes one. Gives its id. */
export function useSaveLive() {
  const { memberId } = usePlace();
  return useMutation({
    async mutationFn({ stored, body, note }: LiveSave) {
      const member_id = memberId;
      if (stored === null) return (await client.profile.create.mutate({ ...body, member_id }, noted(note))).id;
      const { id } = stored;
      const { etag, item } = await client.profile.getTagged.query({ id, member_id });
      // Refuses to overwrite what another user has changed since the panel was opened.
      if (JSON.stringify(bodyOf(item)) !== JSON.stringify(bodyOf(stored))) {
        throw new Error(`${item.name ?? 'The profile'} was changed meanwhile. Close it and open it again to see how.`);
      }
      await client.profile.update.mutate({ id, member_id, if_match: etag, changes: body }, noted(note));
      return id;
    },
    onSuccess: refreshAll,
  });
}

/** Edits a profile in the draft, whose tiers use it. */
export function useSaveInDraft() {
  const edit = useEditDraft();
  return {
    ...edit,
    /** `seen`: what the form was opened with. */
    save: (id: number, body: ProfileBody, seen: Seen, onDone: () => void) =>
      edit.mutate(
        (content) => ({
          ...content,
          profiles: content.profiles.map((one) => (one.id === id ? { ...one, ...bodyOf(body) } : one)),
        }),
        { seen, onSuccess: onDone },
      ),
  };
}

export function useRemove() {
  const { memberId } = usePlace();
  return useMutation({
    mutationFn: ({ id, note }: { readonly id: number; readonly note: string }) =>
      client.profile.remove.mutate({ id, member_id: memberId }, noted(note)),
    onSuccess: refreshAll,
  });
}
