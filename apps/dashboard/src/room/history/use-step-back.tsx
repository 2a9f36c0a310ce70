import { TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { pageOnly } from '../../address/search.ts';
import { sizeOf } from '../../difference/difference.tsx';
import { refreshAll, refreshDrafts } from '../../draft/edit-draft.ts';
import { useLive } from '../../draft/use-draft.ts';
import { client, trpc } from '../../service/trpc.ts';

interface StepBack {
  /** `restore`: all goes back to a revision; `undo`: the step that made it is taken back. */
  readonly act: 'restore' | 'undo';
  readonly revision: string;
  /** Whether to read what it would change. */
  readonly isAsked?: boolean;
  /** To be called once it is done live. */
  readonly onDone: () => void;
}

/** A step back before it is done: what it would change, a note for it, and the step itself, live or as a draft of it. */
export function useStepBack({ act, revision, isAsked = true, onDone }: StepBack) {
  const { ymProfile, memberId, member } = usePlace();
  const { live } = useLive();
  const navigate = useNavigate({ from: '/history' });
  const [note, setNote] = useState('');
  const isDirect = member.publishing === 'direct';
  const asked = { id: ymProfile.id, member_id: memberId, revision };
  const preview = useQuery({
    queryKey: [...trpc.ymProfile.diff.pathKey(), act, asked, isDirect, live?.revision],
    async queryFn() {
      const { etag } = await client.ymProfile.exportTagged.query({ id: ymProfile.id, member_id: memberId });
      // The entity tag makes this the difference of the tiers that the step itself will require.
      return {
        etag,
        ...(await client.ymProfile[act].mutate({ ...asked, if_match: etag, dry_run: true, as_draft: !isDirect })),
      };
    },
    enabled: live !== null && isAsked,
    retry: false,
  });
  const step = useMutation({
    mutationFn: (form: 'live' | 'draft') =>
      client.ymProfile[act].mutate({
        ...asked,
        if_match: preview.data?.etag,
        as_draft: form === 'draft',
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      }),
    // Shows what others have changed since, before the step can be tried again.
    onError: refreshAll,
    async onSuccess({ draft_id: draft }) {
      if (draft === null) {
        onDone();
        await refreshAll();
        return;
      }
      await refreshDrafts();
      await navigate({ to: '/draft', search: (all) => ({ ...pageOnly(all), draft }) });
    },
  });
  const noteInput = (
    <TextInput
      label="Note for history (may stay empty)"
      w={360}
      maw="100%"
      maxLength={200}
      value={note}
      onChange={(event) => setNote(event.currentTarget.value)}
    />
  );
  const isNothing = preview.data !== undefined && sizeOf(preview.data) === 0;
  return { asked, preview, step, noteInput, isNothing, isDirect };
}
