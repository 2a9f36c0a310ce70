import {
  Button,
  Radio,
  SegmentedControl,
  type SegmentedControlProps,
  Select,
  type SelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { readNumber, typedText } from '../figure/typed.ts';
import { fieldProblemsOf } from '../service/problem.ts';
import { PlainButton, Problem } from './kit.tsx';
import { useUnsaved } from './unsaved.ts';
import { useKeys } from './use-keys.ts';
import type { Issue } from '@auction-tiers/contract';
import { optionsOf } from './options.ts';

interface UseForm<Values, Answer> {
  /** What fields have until something is typed in them. A value has the name that a refusal gives its field. */
  readonly first: Values;
  readonly send: (values: Values) => Promise<Answer>;
  /** `forget` empties what was typed. */
  readonly onSuccess?: (answer: Answer, forget: () => void) => unknown;
}

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The state of a form: what is typed, how it is sent, and what a refusal says of each field. */
export function useForm<Values extends object, Answer>({ first, send, onSuccess }: UseForm<Values, Answer>) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const setIsUnsaved = useUnsaved();
  const values = { ...first, ...typed };
  const set = (changes: Partial<Values>) => {
    setIsUnsaved(true);
    setTyped((before) => ({ ...before, ...changes }));
  };
  const { mutate, ...sending } = useMutation({
    mutationFn: () => send(values),
    onSuccess(answer) {
      setIsUnsaved(false);
      return onSuccess?.(answer, () => setTyped({}));
    },
  });
  const of = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    error: problemAt(sending.error, name),
  });
  return {
    ...sending,
    values,
    set,
    submit: () => mutate(),
    fields: Object.keys(values),
    /** The properties of a field whose value is a text. */
    text: <Name extends keyof Values & string>(name: Name) => ({
      ...of(name),
      onChange: ({ currentTarget: { value } }: Typing) => set({ [name]: value } as Partial<Values>),
    }),
    /** The properties of any other field, such as one of choices. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      ...of(name),
      onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
    }),
  };
}

/** The values that are not as they were before: where only these are sent, what another user has changed stays. */
export const changedIn = <Values extends object>(values: Values, before: object): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== (before as Readonly<Record<string, unknown>>)[name]),
  ) as Partial<Values>;

const isAt = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** What problems say about a field; undefined: nothing. */
export const problemIn = (problems: readonly Issue[], field: string): string | undefined =>
  problems.find(({ path }) => isAt(path, field))?.message;

/** What the service says about a field of a refused form. */
export const problemAt = (error: unknown, field: string): string | undefined =>
  problemIn(fieldProblemsOf(error), field);

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
      {onCancel !== undefined && <PlainButton onClick={onCancel}>Cancel</PlainButton>}
    </div>
  );
}

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
      <PlainButton onClick={onCancel}>Cancel</PlainButton>
      {note}
    </form>
  );
}

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

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'defaultValue'> {
  /** A number, or its digits as a program writes them; empty: nothing was typed. */
  readonly value: number | string;
  readonly min?: number;
  readonly max?: number;
  readonly decimals?: number;
  /** Called with each number that is allowed; what is typed meanwhile stays in the field with the reason. */
  readonly onChange: (value: number | '') => void;
  readonly ref?: Ref<HTMLInputElement>;
}

const mostDecimals = 6;

/**
 * A field of money, a share or a number. Comma and dot are the decimal sign. A number out of bounds is refused with
 * them, never replaced by the nearest, and its form is not sent.
 */
export function NumberField({
  value,
  min,
  max,
  decimals = mostDecimals,
  onChange,
  error,
  ref,
  ...rest
}: NumberFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = useMergedRef(own, ref ?? null);
  const [last, setLast] = useState({ text: '', value: '' });
  const text = last.value === String(value) ? last.text : shown(value);
  const problemOf = (typed: string): string | undefined => {
    if (typed.trim() === '') return undefined;
    const read = readNumber(typed);
    if (!read.ok) return read.problem;
    if (min !== undefined && read.value < min) return `at least ${typedText(min)}`;
    if (max !== undefined && read.value > max) return `at most ${typedText(max)}`;
    if ((read.digits.split('.')[1]?.length ?? 0) <= decimals) return undefined;
    return decimals === 0 ? 'a whole number' : `at most ${decimals} decimals`;
  };
  const problem = problemOf(text);
  useEffect(() => own.current?.setCustomValidity(problem ?? ''), [problem]);
  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      value={text}
      error={problem ?? error}
      onChange={({ currentTarget: { value: typed } }) => {
        const read = readNumber(typed);
        const isRefused = problemOf(typed) !== undefined;
        const next = isRefused ? value : read.ok ? read.value : '';
        setLast({ text: typed, value: String(next) });
        if (!isRefused) onChange(next as number | '');
      }}
    />
  );
}

/** A text that is no number, as a pasted auction may have it, is shown as it is. */
const shown = (value: number | string): string =>
  value === '' || Number.isNaN(Number(value)) ? String(value) : typedText(Number(value));

interface Words<Value extends string> {
  /** The choices, each with its words. */
  readonly words: Readonly<Record<Value, string>>;
}

interface ChoiceProps<Value extends string>
  extends Omit<SelectProps<Value>, 'onChange' | 'allowDeselect'>,
    Partial<Words<Value>> {
  readonly onChange: (value: Value) => void;
}

/** A list of which one is always chosen: of `words`, or of `data`. */
export function Choice<Value extends string>({ words, data, onChange, ...rest }: ChoiceProps<Value>) {
  const choose = (value: Value | null) => value !== null && onChange(value);
  return <Select<Value> {...rest} allowDeselect={false} data={data ?? optionsOf(words!)} onChange={choose} />;
}

/** The same, all of them in sight beside each other. */
export const Segments = <Value extends string>({
  words,
  ...rest
}: Omit<SegmentedControlProps<Value>, 'data'> & Words<Value>) => <SegmentedControl {...rest} data={optionsOf(words)} />;

interface RadiosProps<Value extends string> extends Words<Value> {
  readonly label: string;
  readonly value: Value;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
  /** A choice that cannot be taken, and why. */
  readonly refused?: readonly [value: Value, because: string] | undefined;
}

/** The same below each other, where their words are long. */
export function Radios<Value extends string>({ label, words, value, error, onChange, refused }: RadiosProps<Value>) {
  return (
    <Radio.Group label={label} value={value} error={error} onChange={onChange}>
      <div style={{ display: 'grid', gap: 8, paddingTop: 4 }}>
        {(Object.keys(words) as Value[]).map((one) => (
          <Radio
            key={one}
            value={one}
            size="xs"
            label={words[one]}
            {...(refused?.[0] === one && { disabled: true, description: refused[1] })}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

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
  /** Told whether it asks, of which the filled button is then the one of the screen. */
  readonly onAsk?: (isAsking: boolean) => void;
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
  onAsk,
  ref,
  onWrite,
}: LiveWriteProps) {
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    onAsk?.(isAsking);
    return () => onAsk?.(false);
  }, [isAsking, onAsk]);
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
