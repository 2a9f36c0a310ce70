import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

/** Of the first field of a form that a button has opened: typing goes on there. */
export const focusFirst = (element: HTMLElement | null): void => element?.focus();

interface InlineFormProps {
  readonly onSubmit: () => void;
  /** By Esc. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Fields in one row, in the place of what they change. Ctrl-Enter saves, Esc leaves and gives the focus back. */
export function InlineForm({ onSubmit, onCancel, children }: InlineFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const cancel = useRef(onCancel);
  useEffect(() => {
    cancel.current = onCancel;
  });
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel.current();
      if (event.key === 'Enter' && event.ctrlKey) element?.requestSubmit();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
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
