import { textProblem } from '../model/issue.ts';
import type { KeyValueTarget } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import type { ImpressionValues } from './impression-values.ts';

/** All entries must hold; of the impression's values for a key, any one counts. Keys and values are compared exactly. */
export const keyValueDimension: DimensionDefinition<readonly KeyValueTarget[], 'keyValues'> = {
  compile(target, { report }) {
    const entries = target.map(({ key, values, action }, at) => {
      const keyProblem = textProblem(key);
      if (keyProblem !== undefined) report(`[${at}].key`, keyProblem);
      if (values.length === 0) report(`[${at}].values`, 'is empty; allowed is at least one value');
      const wanted = new Set(values);
      const includes = action === 'include';
      const holds = ({ impression }: ImpressionValues) =>
        (impression.keyValues?.get(key)?.some((value) => wanted.has(value)) ?? false) === includes;
      return { key, values: [...values], action, holds };
    });
    return {
      holds: (impressionValues) => entries.every((entry) => entry.holds(impressionValues)),
      difference: (impressionValues) => {
        const { key, values, action } = entries.find((entry) => !entry.holds(impressionValues)) ?? entries[0]!;
        const seen = impressionValues.impression.keyValues?.get(key) ?? [];
        return { action, seen: seen.length === 0 ? null : { key, values: [...seen] }, wanted: { key, values } };
      },
    };
  },
};
