import type { Report } from '../issue.ts';
import { isId } from '../issue.ts';
import type { Impression } from '../impression.ts';
import type { ConditionCompiler } from './condition.ts';
import type { ListTarget } from './model.ts';
import type { Subject } from './subject.ts';

/** What the values of a dimension are: how they are compared, and what is wrong with one. */
export interface ValueKind<Value> {
  /** Brings a target's value into the form in which `Subject` has the impression's. */
  readonly normalize: (value: Value) => Value;
  readonly problem: (value: Value) => string | undefined;
}

/** Text that is compared without regard to case. */
export const texts: ValueKind<string> = { normalize: (value) => value.toLowerCase(), problem: textProblem };

export const ids: ValueKind<number> = { normalize: (value) => value, problem: idProblem };

export function closedList<Value extends string>(allowed: readonly Value[]): ValueKind<Value> {
  return {
    normalize: (value) => value,
    problem: (value) =>
      allowed.includes(value) ? undefined : `${JSON.stringify(value)} is unknown; allowed is ${allowed.join(', ')}`,
  };
}

/** The attributes of which an impression has at most one value. */
type SingleAttribute = {
  [Key in keyof Subject & keyof Impression]: Subject[Key] extends string | number | undefined ? Key : never;
}[keyof Subject & keyof Impression];

/** A dimension whose target is a list and of which the impression has at most one value. */
export function single<Value extends string | number>(
  attribute: SingleAttribute,
  kind: ValueKind<Value>,
): ConditionCompiler<ListTarget<Value>> {
  return (target, { report }) => {
    reportList(target, report, kind.problem);
    const wanted = new Set<string | number | undefined>(target.values.map(kind.normalize));
    const includes = target.action === 'include';
    return {
      holds: (subject) => wanted.has(subject[attribute]) === includes,
      difference: ({ impression }) => ({
        action: target.action,
        seen: impression[attribute] ?? null,
        wanted: [...target.values],
      }),
    };
  };
}

/** Reports an include without values, and every value that has a problem. */
export function reportList<Value>(
  target: ListTarget<Value>,
  report: Report,
  problem: (value: Value) => string | undefined,
): void {
  if (target.action === 'include' && target.values.length === 0) report('.values', emptyIncludeProblem);
  for (const [at, value] of target.values.entries()) {
    const message = problem(value);
    if (message !== undefined) report(`.values[${at}]`, message);
  }
}

export const emptyIncludeProblem = 'is empty; an include needs at least one value, or it could never match';

export function textProblem(value: string): string | undefined {
  return value === '' ? 'is an empty text; allowed is a text of at least one character' : undefined;
}

export function idProblem(value: number): string | undefined {
  return isId(value) ? undefined : `${value} is not an id; allowed is a whole number from 1`;
}
