import type { ConditionCompiler } from './condition.ts';
import { textProblem } from './list.ts';
import type { KeyValueTarget } from './model.ts';
import type { Subject } from './subject.ts';

/** All entries must hold; of the impression's values for a key, any one counts. Keys and values are compared exactly. */
export const compileKeyValue: ConditionCompiler<readonly KeyValueTarget[]> = (target, { report }) => {
  const entries = target.map(({ key, values, action }, at) => {
    const keyProblem = textProblem(key);
    if (keyProblem !== undefined) report(`[${at}].key`, keyProblem);
    if (values.length === 0) report(`[${at}].values`, 'is empty; allowed is at least one value');
    const wanted = new Set(values);
    const includes = action === 'include';
    const holds = ({ impression }: Subject) =>
      (impression.keyValues?.get(key)?.some((value) => wanted.has(value)) ?? false) === includes;
    return { key, values: [...values], action, holds };
  });
  return {
    holds: (subject) => entries.every((entry) => entry.holds(subject)),
    difference: (subject) => {
      const { key, values, action } = entries.find((entry) => !entry.holds(subject)) ?? entries[0]!;
      const seen = subject.impression.keyValues?.get(key) ?? [];
      return { action, seen: seen.length === 0 ? null : { key, values: [...seen] }, wanted: { key, values } };
    },
  };
};
