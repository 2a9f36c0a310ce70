import type { FormEvent, ReactNode } from 'react';
import { useKeys } from './use-keys.ts';

/** Focuses the first field of a form that a button has opened, so that typing goes on there. */
export const focusFirst = (element: HTMLElement | null): void => element?.focus();

interface InlineFormProps {
  readonly onSubmit: () => void;
  /** By Esc. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Fields in one row, in place of the value that they change. Ctrl-Enter saves; Esc closes and returns the focus. */
export function InlineForm({ onSubmit, onCancel, children }: InlineFormProps) {
  const form = useKeys<HTMLFormElement>({
    Escape: onCancel,
    // As a click: a form whose button is disabled is not sent.
    'Ctrl-Enter': () => form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="inline-form" onSubmit={submit}>
      {children}
    </form>
  );
}
