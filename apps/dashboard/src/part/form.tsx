import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { fieldProblemsOf } from '../service/problem.ts';
import { Problem } from './problem.tsx';
import { useKeys } from './use-keys.ts';

const isAt = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** What the service says about a field of a refused form; undefined: nothing. */
export const problemAt = (error: unknown, field: string): string | undefined =>
  fieldProblemsOf(error).find(({ path }) => isAt(path, field))?.message;

/** Whether fields show all that a refusal says. */
export function isSaidAt(error: unknown, fields: readonly string[]): boolean {
  const problems = fieldProblemsOf(error);
  return problems.length > 0 && problems.every(({ path }) => fields.some((field) => isAt(path, field)));
}

/** What a form needs of its state, which `useForm` keeps. */
interface FormState {
  readonly submit: () => void;
  /** Why the last try was refused. A problem that a field of `fields` shows is not shown again. */
  readonly error: unknown;
  readonly fields: readonly string[];
}

interface FormProps {
  readonly form: FormState;
  readonly children: ReactNode;
  readonly title?: string;
}

/** A form that Ctrl-Enter saves. Problems of a refused form that belong to none of its fields are shown at its end. */
export function Form({ form: { submit, error, fields }, children, title }: FormProps) {
  const id = useId();
  const keys = useKeys<HTMLFormElement>({ 'Ctrl-Enter': () => keys.current?.requestSubmit() });
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form ref={keys} className="form" aria-labelledby={title === undefined ? undefined : id} onSubmit={send}>
      {title !== undefined && (
        <h3 id={id} className="form-title">
          {title}
        </h3>
      )}
      {children}
      {error !== null && error !== undefined && !isSaidAt(error, fields) && <Problem error={error} />}
    </form>
  );
}

interface FormActionsProps {
  /** What the button that sends the form says. */
  readonly submit: string;
  readonly form: { readonly isPending: boolean };
  /** Whether it cannot be sent as it is. */
  readonly isDisabled?: boolean;
  /** Absent: the form cannot be closed. */
  readonly onCancel?: (() => void) | undefined;
}

/** The buttons at the end of a form. */
export function FormActions({ submit, form, isDisabled = false, onCancel }: FormActionsProps) {
  return (
    <div className="form-actions">
      <Button type="submit" loading={form.isPending} disabled={isDisabled}>
        {submit}
      </Button>
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
