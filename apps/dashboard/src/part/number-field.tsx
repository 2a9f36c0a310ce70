import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useRef, useState } from 'react';
import { readNumber, typedText } from '../figure/typed.ts';

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
