import { TextInput } from '@mantine/core';
import type { Ref } from 'react';

interface NoteInputProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
  readonly w?: number;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A note that history keeps with a step. */
export const NoteInput = ({ onChange, ...rest }: NoteInputProps) => (
  <TextInput
    {...rest}
    label="Note for history (optional)"
    maw="100%"
    maxLength={200}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
