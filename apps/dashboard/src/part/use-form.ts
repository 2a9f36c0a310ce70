import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { problemAt } from './form.tsx';

interface UseForm<Values, Answer> {
  /** What the form begins with. A value has the name that a refusal of the service gives its field. */
  readonly first: Values;
  readonly send: (values: Values) => Promise<Answer>;
  /** `set` changes what is typed. */
  readonly onSuccess?: (answer: Answer, set: (changes: Partial<Values>) => void) => unknown;
}

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The state of a form: what is typed, how it is sent, and what a refusal says of each field. */
export function useForm<Values extends object, Answer>({ first, send, onSuccess }: UseForm<Values, Answer>) {
  const [values, setValues] = useState(first);
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const { mutate, ...sending } = useMutation({
    mutationFn: () => send(values),
    onSuccess: (answer) => onSuccess?.(answer, set),
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
