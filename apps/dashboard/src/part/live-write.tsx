import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { focusFirst, InlineForm, NoteInput } from './form.tsx';

interface LiveWriteProps {
  /** What it does, as its button says: `Save live`, `Delete live`. */
  readonly action: string;
  /** What that means for auctions, in a sentence. */
  readonly meaning: string;
  readonly isDanger?: boolean;
  /** Whether history keeps it, with a note. */
  readonly hasNote?: boolean;
  readonly isPending: boolean;
  readonly disabled?: boolean;
  /** The button that asks. */
  readonly ref?: Ref<HTMLButtonElement>;
  /** With the note for history, which may be empty. */
  readonly onWrite: (note: string) => void;
}

/**
 * A consequential write, such as one to what is live: it says so, and is done only once that is confirmed. The note is kept
 * until it is done or cancelled: the write may be refused.
 */
export function LiveWrite({
  action,
  meaning,
  isDanger = false,
  hasNote = true,
  isPending,
  disabled = false,
  ref,
  onWrite,
}: LiveWriteProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState('');
  const color = isDanger ? { color: 'red' } : {};
  if (!isAsking) {
    return (
      <Button
        ref={ref ?? null}
        variant="outline"
        {...color}
        disabled={disabled || isPending}
        onClick={() => setIsAsking(true)}
      >
        {action}…
      </Button>
    );
  }
  const write = () => {
    onWrite(note.trim());
    setIsAsking(false);
  };
  const cancel = () => {
    setNote('');
    setIsAsking(false);
  };
  return (
    <div className="notice live-write" role="group" aria-label={action}>
      <p>{meaning}</p>
      <InlineForm onSubmit={write} onCancel={cancel}>
        {hasNote && <NoteInput ref={focusFirst} value={note} onChange={setNote} />}
        <Button type="button" {...color} ref={hasNote ? null : focusFirst} onClick={write}>
          {action}
        </Button>
      </InlineForm>
    </div>
  );
}
