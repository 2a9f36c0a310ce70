import type { ConditionCompiler } from './condition.ts';
import { reportList, texts } from './list.ts';
import type { ListTarget } from './model.ts';

/** An impression may have many categories: any one of them counts. */
export const compileContentCategory: ConditionCompiler<ListTarget<string>> = (target, { report }) => {
  reportList(target, report, texts.problem);
  const wanted = new Set(target.values.map(texts.normalize));
  const includes = target.action === 'include';
  return {
    holds: ({ contentCategories }) => contentCategories.some((code) => wanted.has(code)) === includes,
    difference: ({ impression: { contentCategories = [] } }) => ({
      action: target.action,
      seen: contentCategories.length === 0 ? null : [...contentCategories],
      wanted: [...target.values],
    }),
  };
};
