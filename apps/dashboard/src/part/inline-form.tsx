import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useKeys } from './use-keys.ts';

/** Focuses the first field of a form that a button has opened, so that typing goes on there. */
export const focusFirst = (element: HTMLElement | null): void => element?.focus();

interface InlineFormProps {
  readonly onSubmit: () => void;
  /** By its button and by Esc. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
  /** What the button that sends it says; absent: the form has its own. */
  readonly submit?: string;
  readonly isPending?: boolean;
  /** Whether it cannot be sent as it is. */
  readonly isDisabled?: boolean;
  /** What stands behind the buttons. */
  readonly note?: ReactNode;
}

/** Fields in one row, in place of the value that they change. Ctrl-Enter saves; Esc closes and returns the focus. */
export function InlineForm(props: InlineFormProps) {
  const { onSubmit, onCancel, children, submit, isPending = false, isDisabled = false, note } = props;
  const form = useKeys<HTMLFormElement>({
    Escape: onCancel,
    // As a click: a form whose button is disabled is not sent.
    'Ctrl-Enter': () => form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click(),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="inline-form" onSubmit={send}>
      {children}
      {submit !== undefined && (
        <Button type="submit" loading={isPending} disabled={isDisabled}>
          {submit}
        </Button>
      )}
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {note}
    </form>
  );
}
