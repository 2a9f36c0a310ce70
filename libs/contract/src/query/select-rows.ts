import { invalid } from '../error/service-error.ts';
import type { Fields } from '../resource/field.ts';
import { attributeText, type Plain } from '../resource/object.ts';
import { nameKey } from '../value/name.ts';
import { comparable, parseFilter } from './condition.ts';
import { defaultPageSize, type ListInput, maxPageSize, type Page } from './list-input.ts';

/**
 * The rows that a list asks for: filtered, sorted (by id unless asked otherwise; id breaks ties, so paging is stable)
 * and paged. Throws `invalid` for a filter or sort that names no such field.
 */
export function selectRows<Row extends Plain>(
  fields: Fields,
  rows: readonly Row[],
  input: ListInput,
  warn: (message: string) => void,
): Page<Row> {
  const conditions = [...idCondition(input), ...searchCondition(input), ...filterConditions(fields, input)];
  const matching = rows.filter((row) => conditions.every((condition) => condition(row)));
  matching.sort(comparator(fields, input.sort));
  if (input.start_element === undefined && input.num_elements === undefined) {
    return { count: matching.length, start_element: 0, num_elements: matching.length, items: matching };
  }
  const start = input.start_element ?? 0;
  const size = pageSize(input.num_elements, warn);
  return {
    count: matching.length,
    start_element: start,
    num_elements: size,
    items: matching.slice(start, start + size),
  };
}

/** The size of a page, capped with a warning. */
export function pageSize(asked: number | undefined, warn: (message: string) => void): number {
  const size = asked ?? defaultPageSize;
  if (size <= maxPageSize) return size;
  warn(`num_elements ${size} is over the most a page may have; ${maxPageSize} is used`);
  return maxPageSize;
}

function idCondition({ ids }: ListInput): ((row: Plain) => boolean)[] {
  if (ids === undefined) return [];
  const wanted = new Set<unknown>(ids);
  return [(row) => wanted.has(row['id'])];
}

function searchCondition({ search }: ListInput): ((row: Plain) => boolean)[] {
  if (search === undefined) return [];
  const part = nameKey(search);
  return [(row) => ['id', 'name', 'code'].some((name) => nameKey(attributeText(row[name])).includes(part))];
}

function filterConditions(fields: Fields, { filter = {} }: ListInput) {
  const parsed = parseFilter(fields, filter);
  if (!parsed.ok) throw invalid(parsed.issues);
  return parsed.conditions;
}

type Comparator = (a: Plain, b: Plain) => number;

function comparator(fields: Fields, sort: string | undefined): Comparator {
  const orders = (sort?.split(',') ?? []).map((part) => parseOrder(fields, part.trim()));
  const last = Object.hasOwn(fields, 'id') ? [orderBy(fields, 'id', 1)] : [];
  return (a, b) => {
    for (const order of [...orders, ...last]) {
      const difference = order(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function parseOrder(fields: Fields, part: string): Comparator {
  const [name = '', direction = 'asc', ...rest] = part.split('.');
  const isKnown = Object.hasOwn(fields, name) && fields[name]?.sortBy === true;
  if (!isKnown || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
    const names = Object.keys(fields).filter((field) => fields[field]?.sortBy);
    const message = `is ${JSON.stringify(part)}, allowed: a field and .asc or .desc, of: ${names.join(', ')}`;
    throw invalid([{ path: 'sort', message }]);
  }
  return orderBy(fields, name, direction === 'asc' ? 1 : -1);
}

/** Nulls come first in ascending order. */
function orderBy(fields: Fields, name: string, sign: 1 | -1): Comparator {
  const key = (row: Plain) => {
    const field = fields[name];
    const value = row[name];
    return field === undefined || value === null || value === undefined
      ? undefined
      : comparable(field, attributeText(value));
  };
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === y) return 0;
    if (x === undefined) return -sign;
    return y === undefined || x > y ? sign : -sign;
  };
}
