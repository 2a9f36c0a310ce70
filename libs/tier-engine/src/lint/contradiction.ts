import type { Clause } from './clause.ts';

/** Whether no impression can meet both clauses, which are about the same subject. Says no where it cannot be proved. */
export function contradict(left: Clause, right: Clause): boolean {
  if (left.action === 'include' && right.action === 'include') {
    return left.arity !== 'several' && !some(left.values, (value) => holds(right, value)) && !reaches(right, left);
  }
  if (left.action === right.action) return false;
  const [included, excluded] = left.action === 'include' ? [left, right] : [right, left];
  return !some(included.values, (value) => !holds(excluded, value));
}

/** Of domains the parent may stand on either side; other values have been compared from the left already. */
function reaches(left: Clause, right: Clause): boolean {
  return left.arity === 'domain' && some(left.values, (value) => holds(right, value));
}

/** Whether the value is one of the clause's; a domain also where one of its parents is. */
function holds({ arity, values }: Clause, value: string): boolean {
  if (values.has(value)) return true;
  if (arity !== 'domain') return false;
  for (let dot = value.indexOf('.'); dot !== -1; dot = value.indexOf('.', dot + 1)) {
    if (values.has(value.slice(dot + 1))) return true;
  }
  return false;
}

function some(values: ReadonlySet<string>, test: (value: string) => boolean): boolean {
  for (const value of values) if (test(value)) return true;
  return false;
}
