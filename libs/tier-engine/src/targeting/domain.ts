import type { ConditionCompiler } from './condition.ts';
import { reportList, textProblem } from './list.ts';
import type { ListTarget } from './model.ts';
import { toHostName } from './subject.ts';

/** A parent domain matches its subdomains: `example.com` matches `news.example.com` and not `badexample.com`. */
export const compileDomain: ConditionCompiler<ListTarget<string>> = (target, { report }) => {
  reportList(target, report, (domain) => textProblem(toHostName(domain)));
  const wanted = new Set(target.values.map(toHostName));
  const longestWanted = [...wanted].reduce((longest, domain) => Math.max(longest, domain.length), 0);
  const includes = target.action === 'include';
  return {
    holds: ({ domain }) => (domain !== undefined && hasParentAmong(wanted, longestWanted, domain)) === includes,
    difference: ({ impression }) => ({
      action: target.action,
      seen: impression.domain ?? null,
      wanted: [...target.values],
    }),
  };
};

/** Looks at no ending that is longer than every wanted domain, so that a hostile name of many dots costs nothing. */
function hasParentAmong(wanted: ReadonlySet<string>, longestWanted: number, domain: string): boolean {
  if (domain.length <= longestWanted && wanted.has(domain)) return true;
  let dot = domain.indexOf('.', domain.length - longestWanted - 1);
  while (dot !== -1) {
    if (wanted.has(domain.slice(dot + 1))) return true;
    dot = domain.indexOf('.', dot + 1);
  }
  return false;
}
