/** One thing that is wrong with a tier set, and where: `tiers[3].priority`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Receives a problem; the path is relative to the checked object, such as `.values[0]`. */
export type Report = (path: string, message: string) => void;

/** Whether an id is one that an object can have: a whole number from 1. */
export function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** What is wrong with an id; undefined: nothing. */
export function idProblem(value: number): string | undefined {
  return isId(value) ? undefined : `${value} is not an id; allowed is a whole number from 1`;
}

/** What is wrong with a text that must not be empty; undefined: nothing. */
export function textProblem(value: string): string | undefined {
  return value === '' ? 'is an empty text; allowed is a text of at least one character' : undefined;
}
