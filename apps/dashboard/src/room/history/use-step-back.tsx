import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { sizeOf } from '../../difference/difference.tsx';
import { refreshAll, refreshDrafts } from '../../draft/edit-draft.ts';
import { useLive } from '../../draft/use-draft.ts';
import { InlineForm, NoteInput } from '../../part/form.tsx';
import { client, trpc } from '../../service/trpc.ts';
import { PlainButton, Problem } from '../../part/kit.tsx';

/** How a step back is done: live, as a draft, or as one that the colleagues are asked to approve. */
type Form = 'live' | 'draft' | 'asked';

interface StepBack {
  /** `restore`: all goes back to a revision; `undo`: the step that made it is taken back. */
  readonly act: 'restore' | 'undo';
  readonly revision: string;
  /** Whether to read what it would change. */
  readonly isAsked?: boolean;
  /** To be called once it is done live. */
  readonly onDone: () => void;
}

interface StepBackForm {
  /** What the button says that does it live. */
  readonly liveWords: string;
  /** What doing it live means. */
  readonly note: string;
  readonly onCancel: () => void;
}

/** A step back before it is done: what it would change, and the form that does it. */
export function useStepBack({ act, revision, isAsked = true, onDone }: StepBack) {
  const { ymProfile, memberId, member } = usePlace();
  const { live } = useLive();
  const navigate = useNavigate({ from: '/history' });
  const [note, setNote] = useState('');
  const isDirect = member.publishing === 'direct';
  /** What the filled button does. Where an approval is needed, one press makes the draft and asks the colleagues for it. */
  const usual: Form = isDirect ? 'live' : member.publishing === 'approved' ? 'asked' : 'draft';
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
    async mutationFn(form: Form) {
      const said = note.trim() === '' ? {} : { note: note.trim() };
      const sent = { ...asked, if_match: preview.data?.etag, as_draft: form !== 'live', ...said };
      const done = await client.ymProfile[act].mutate(sent);
      if (form === 'asked' && done.draft_id !== null)
        await client.draft.ask.mutate({ id: done.draft_id, member_id: memberId, ...said });
      return done;
    },
    // Shows what others have changed since, before the step can be tried again.
    onError: refreshAll,
    async onSuccess({ draft_id: draft }) {
      if (draft === null) {
        onDone();
        await refreshAll();
        return;
      }
      await refreshDrafts();
      await navigate({ to: '/draft', search: { draft } });
    },
  });
  const isNothing = preview.data !== undefined && sizeOf(preview.data) === 0;
  const isPossible = preview.error === null && !isNothing;
  const form = ({ liveWords, note: about, onCancel }: StepBackForm) => (
    <>
      <InlineForm
        onSubmit={() => step.mutate(usual)}
        onCancel={onCancel}
        note={isDirect && <span className="muted">{about}</span>}
      >
        {!isNothing && preview.data !== undefined && <NoteInput w={360} value={note} onChange={setNote} />}
        {isPossible && (
          <Button type="submit" loading={step.isPending} disabled={preview.data === undefined}>
            {{ live: liveWords, draft: 'Make it a draft', asked: 'Make it a draft and ask for approval' }[usual]}
          </Button>
        )}
        {isPossible && usual !== 'draft' && preview.data !== undefined && (
          <PlainButton loading={step.isPending} onClick={() => step.mutate('draft')}>
            {usual === 'live' ? 'Make it a draft' : 'Only make it a draft'}
          </PlainButton>
        )}
      </InlineForm>
      {step.error !== null && <Problem error={step.error} />}
    </>
  );
  return { asked, preview, form, isNothing, isDirect };
}
