import type { Table } from './table.ts';

/** The wanted value of a figure, and the value found. */
export interface Goal {
  readonly what: string;
  /** In words, such as "at most 4x". */
  readonly wanted: string;
  /** The value found, or that it was not measured. */
  readonly found: string;
  /** Null when it was not measured. */
  readonly isMet: boolean | null;
}

/** The goal for a figure; `found` is undefined when it was not measured. */
export function goal(
  what: string,
  bound: { readonly atMost: number } | { readonly atLeast: number },
  found: number | undefined,
  format: (value: number) => string,
): Goal {
  const [word, limit] = 'atMost' in bound ? ['at most', bound.atMost] : ['at least', bound.atLeast];
  const wanted = `${word} ${format(limit)}`;
  if (found === undefined) return { what, wanted, found: 'not measured', isMet: null };
  return { what, wanted, found: format(found), isMet: 'atMost' in bound ? found <= limit : found >= limit };
}

export function goalTable(goals: readonly Goal[]): Table {
  const verdict = ({ isMet }: Goal) => (isMet === null ? '-' : isMet ? 'yes' : 'no');
  return {
    header: ['goal', 'wanted', 'found', 'met'],
    rows: goals.map((one) => [one.what, one.wanted, one.found, verdict(one)]),
  };
}
