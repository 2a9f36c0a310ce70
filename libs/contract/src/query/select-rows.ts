import { invalid } from '../error/service-error.ts';
import type { Fields } from '../resource/field.ts';
import { attributeText, type Plain } from '../resource/object.ts';
import { caseKey } from '../value/name.ts';
import { comparable, type Condition, parseFilter } from './condition.ts';
import { defaultPageSize, type ListInput, maxPageSize, type Page } from './list-input.ts';

/**
 * The rows of a list: filtered, sorted (by default by id; id also breaks ties, so paging is stable) and paged. Throws
 * `invalid` for a filter or sort of an unknown field.
 */
export function selectRows<Row extends Plain>(
  fields: Fields,
  rows: readonly Row[],
  input: ListInput,
  warn: (message: string) => void,
): Page<Row> {
  const conditions = [...idCondition(input), ...searchCondition(input), ...filterConditions(fields, input)];
  const orders = ordersOf(fields, input.sort);
  const matching = conditions.length === 0 ? rows : rows.filter((row) => conditions.every((holds) => holds(row)));
  const sorted = input.sort === undefined && areById(matching) ? matching : sortByKeys(matching, orders);
  if (input.start_element === undefined && input.num_elements === undefined) {
    return { count: sorted.length, start_element: 0, num_elements: sorted.length, items: sorted };
  }
  const start = input.start_element ?? 0;
  const size = pageSize(input.num_elements, warn);
  return { count: sorted.length, start_element: start, num_elements: size, items: sorted.slice(start, start + size) };
}

/** Whether rows are ordered by id already, as the mirror returns them. */
const areById = (rows: readonly Plain[]): boolean =>
  rows.every(({ id }, at) => at === 0 || (rows[at - 1]!['id'] as number) < (id as number));

/** The size of a page, capped with a warning. */
export function pageSize(asked: number | undefined, warn: (message: string) => void): number {
  const size = asked ?? defaultPageSize;
  if (size <= maxPageSize) return size;
  warn(`num_elements ${size} is over the most a page may have; ${maxPageSize} is used`);
  return maxPageSize;
}

function idCondition({ ids }: ListInput): Condition[] {
  if (ids === undefined) return [];
  const wanted = new Set<unknown>(ids);
  return [(row) => wanted.has(row['id'])];
}

function searchCondition({ search }: ListInput): Condition[] {
  if (search === undefined) return [];
  const part = caseKey(search);
  return [(row) => ['id', 'name', 'code'].some((name) => caseKey(attributeText(row[name])).includes(part))];
}

function filterConditions(fields: Fields, { filter = {} }: ListInput) {
  const parsed = parseFilter(fields, filter);
  if (!parsed.ok) throw invalid(parsed.issues);
  return parsed.conditions;
}

/** An attribute that rows are sorted by. */
interface Order {
  readonly keyOf: (row: Plain) => number | string | undefined;
  readonly sign: 1 | -1;
}

/** Sorts by keys that are worked out once per row. */
function sortByKeys<Row extends Plain>(rows: readonly Row[], orders: readonly Order[]): Row[] {
  const keyed = rows.map((row) => ({ row, keys: orders.map(({ keyOf }) => keyOf(row)) }));
  keyed.sort(({ keys }, { keys: others }) => {
    for (let at = 0; at < orders.length; at++) {
      const difference = compareKeys(keys[at], others[at]);
      if (difference !== 0) return difference * orders[at]!.sign;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Nulls come first in ascending order. */
function compareKeys(a: number | string | undefined, b: number | string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  return b === undefined || a > b ? 1 : -1;
}

function ordersOf(fields: Fields, sort: string | undefined): readonly Order[] {
  const asked = (sort?.split(',') ?? []).map((part) => parseOrder(fields, part.trim()));
  return Object.hasOwn(fields, 'id') ? [...asked, orderBy(fields, 'id', 1)] : asked;
}

function parseOrder(fields: Fields, part: string): Order {
  const [name = '', direction = 'asc', ...rest] = part.split('.');
  const isKnown = Object.hasOwn(fields, name) && fields[name]?.sortBy === true;
  if (!isKnown || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
    const names = Object.keys(fields).filter((field) => fields[field]?.sortBy);
    const message = `is ${JSON.stringify(part)}, allowed: a field and .asc or .desc, of: ${names.join(', ')}`;
    throw invalid([{ path: 'sort', message }]);
  }
  return orderBy(fields, name, direction === 'asc' ? 1 : -1);
}

function orderBy(fields: Fields, name: string, sign: 1 | -1): Order {
  const field = fields[name];
  const keyOf = (row: Plain) => {
    const value = row[name];
    return field === undefined || value === null || value === undefined
      ? undefined
      : comparable(field, attributeText(value));
  };
  return { keyOf, sign };
}
