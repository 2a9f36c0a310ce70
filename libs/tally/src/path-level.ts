import { toInventoryId } from '@auction-tiers/tier-engine/name';
import { ValueTable } from './value-table.ts';

/** The path that every value is below. */
const allPaths = '*';
const ending = '/*';

/**
 * Sums the values of an attribute by one level of the tree that names form by `/`. The values below the path `/1111/*` are
 * those that a target `/1111/*` matches. Each has a row of its own, or counts for the path of the next level that it is
 * in: `/1111/news` and `/1111/news/top` for `/1111/news/*`. So the rows below a path add up to the row of that path, and
 * those of `*`, the top level, to all values. Whole numbers are not paths. The shared row of all other values stays as it
 * is, because their names are not known.
 */
export function pathLevel(table: ValueTable, path: string): ValueTable {
  const level = new ValueTable(Number.POSITIVE_INFINITY);
  level.sums.addRow(0, table.sums, 0);
  const isTop = path === allPaths;
  const prefix = path.slice(0, -allPaths.length);
  const isBelow = (name: string) => isTop || (isPath(name) && (name.startsWith(prefix) || name + ending === path));
  const names = Array.from(table.rows(), ([value, row]) => ({
    name: String(value),
    row,
    branch: branchOf(String(value), prefix),
  }));
  const below = names.filter(({ name }) => isBelow(name));
  const branches = new Set(below.map(({ branch }) => branch));
  for (const { name, row, branch } of below) {
    const own = isPath(name) && branches.has(name + ending) ? name + ending : name;
    const to = level.rowOf(branch ?? own);
    level.sums.addRow(to, table.sums, row);
  }
  return level;
}

const isPath = (name: string): boolean => name !== '' && typeof toInventoryId(name) === 'string';

/** The path of the next level that a name is in; null: it is itself a name of the level below the prefix. */
function branchOf(name: string, prefix: string): string | null {
  // The slash that a name begins with makes no level of its own.
  const slash = name.indexOf('/', Math.max(prefix.length, 1));
  return slash < 0 ? null : name.slice(0, slash) + ending;
}
