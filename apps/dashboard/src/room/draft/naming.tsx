import type { Draft } from '@auction-tiers/contract';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { draftTitle } from '../../draft/draft-name.ts';
import { changeSeen, refreshDrafts } from '../../draft/edit-draft.ts';
import { focusFirst, InlineForm } from '../../part/form.tsx';
import { Problem, SmallButton } from '../../part/kit.tsx';
import { fieldProblemsOf } from '../../service/problem.ts';

/** The name and the note of a draft, changed in place. `isNamed`: the name is shown beside it already. */
export function Naming({ draft, isNamed }: { readonly draft: Draft; readonly isNamed: boolean }) {
  const { session } = usePlace();
  const [opened, setOpened] = useState<Draft | null>(null);
  const isOpen = draft.state === 'open' || draft.state === 'suspended';
  if (opened !== null) return <NamingForm opened={opened} draft={draft} onClose={() => setOpened(null)} />;
  return (
    <>
      {!isNamed && <strong className="draft-name">{draftTitle(draft)}</strong>}
      {draft.note !== null && <span className="muted">{draft.note}</span>}
      {isOpen && session.scopes.includes('write') && <SmallButton onClick={() => setOpened(draft)}>Rename</SmallButton>}
    </>
  );
}

interface FormProps {
  /** As it was when the form was opened. */
  readonly opened: Draft;
  /** As it is now. */
  readonly draft: Draft;
  readonly onClose: () => void;
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

function NamingForm({ opened, draft, onClose }: FormProps) {
  const [name, setName] = useState(opened.name ?? '');
  const [note, setNote] = useState(opened.note ?? '');
  const isRenamed = draft.name !== opened.name || draft.note !== opened.note;
  const { mutate, isPending, error } = useMutation({
    // Another user's change of tiers does not conflict with a new name; a change of the name does.
    mutationFn: (seen: Draft) => changeSeen(seen, { name: textOrNull(name), note: textOrNull(note) }),
    onSuccess: onClose,
    onSettled: refreshDrafts,
  });
  const problems = fieldProblemsOf(error);
  const isSaid = problems.length > 0 && problems.every(({ path }) => /(?:name|note)$/.test(path));
  const problemOf = (field: string) => problems.find(({ path }) => path.endsWith(field))?.message;
  return (
    <InlineForm
      onSubmit={() => mutate(isRenamed ? opened : draft)}
      onCancel={onClose}
      submit="Save"
      isPending={isPending}
      note={
        <>
          {isRenamed && (
            <span className="warn">
              Meanwhile it is called “{draft.name ?? 'nothing'}”
              {draft.note === null ? '' : `, with the note “${draft.note}”`}.{' '}
              <SmallButton onClick={() => mutate(draft)}>Save mine over it</SmallButton>
            </span>
          )}
          {error !== null && !isSaid && <Problem error={error} />}
        </>
      }
    >
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
    </InlineForm>
  );
}
