import type { Draft } from '@auction-tiers/contract';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { refreshDrafts } from '../../draft/edit-draft.ts';
import { focusFirst, InlineForm } from '../../part/inline-form.tsx';
import { Problem } from '../../part/problem.tsx';
import { fieldProblemsOf } from '../../service/problem.ts';
import { client } from '../../service/trpc.ts';

/** The name and the note of a draft, changed in place. `isNamed`: the name is shown beside it already. */
export function Naming({ draft, isNamed }: { readonly draft: Draft; readonly isNamed: boolean }) {
  const { memberId } = usePlace();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState(draft.name ?? '');
  const [note, setNote] = useState(draft.note ?? '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.draft.update.mutate({
        id: draft.id,
        member_id: memberId,
        changes: { name: name.trim() === '' ? null : name.trim(), note: note.trim() === '' ? null : note.trim() },
      }),
    onSuccess: async () => {
      setIsOpen(false);
      await refreshDrafts();
    },
  });
  const problems = fieldProblemsOf(error);
  const problemOf = (field: string) => problems.find(({ path }) => path.endsWith(field))?.message;
  if (!isOpen) {
    return (
      <>
        {!isNamed && <strong className="draft-name">{draft.name ?? `draft ${draft.id}`}</strong>}
        {draft.note !== null && <span className="muted">{draft.note}</span>}
        {(draft.state === 'open' || draft.state === 'suspended') && (
          <Button variant="subtle" size="compact-xs" onClick={() => setIsOpen(true)}>
            Rename
          </Button>
        )}
      </>
    );
  }
  return (
    <InlineForm onSubmit={mutate} onCancel={() => setIsOpen(false)}>
      <TextInput
        label="Name"
        ref={focusFirst}
        value={name}
        error={problemOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Note, which history shows once it is published"
        w={320}
        maw="100%"
        value={note}
        error={problemOf('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        Save
      </Button>
      <Button variant="default" onClick={() => setIsOpen(false)}>
        Cancel
      </Button>
      {error !== null && problems.length === 0 && <Problem error={error} />}
    </InlineForm>
  );
}
