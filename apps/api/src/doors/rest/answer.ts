import type { RestRoute, Tagged } from '@auction-tiers/contract';
import { etagOf } from '../../handlers/request/write-condition.ts';

type Row = Readonly<Record<string, unknown>>;

/** What goes into the envelope. */
export interface Answer {
  /** Names the state of the object that is answered. */
  readonly etag?: string;
  /** The key of the data; null where there is none. */
  readonly term: string | null;
  readonly content: Row;
  /** What `dbg_info` has beside the usual. */
  readonly debug?: Row;
}

interface Given {
  /** What the handler gave. */
  readonly output: unknown;
  readonly input: unknown;
  /** Keeps the attributes of a row that were asked for. */
  readonly project: (row: object) => object;
}

/** The answer of a route, made from what its handler gave. */
export function toAnswer({ answer, etag }: RestRoute, given: Given): Answer {
  const { term } = answer;
  if (etag === 'read') {
    const { etag: tag, item } = given.output as Tagged<object>;
    return { etag: tag, term, content: contentOf(answer, { ...given, output: item }) };
  }
  const output = given.output as Row;
  const hidden = answer.debug?.map((name) => [name, output[name]]);
  return {
    ...(etag === 'written' ? { etag: etagOf(output) } : {}),
    term,
    content: contentOf(answer, given),
    ...(hidden === undefined ? {} : { debug: Object.fromEntries(hidden) as Row }),
  };
}

/** Of a list that has no pages. */
const wholePage = ({ length }: readonly object[]): Row => ({ count: length, start_element: 0, num_elements: length });

function contentOf({ form, term, debug = [] }: RestRoute['answer'], { output, input, project }: Given): Row {
  const key = term ?? '';
  const row = output as Row;
  switch (form) {
    case 'page': {
      const { items, ...page } = output as { readonly items: readonly object[] };
      return { ...wholePage(items), ...page, [key]: items.map(project) };
    }
    case 'one':
      return { count: 1, start_element: 0, num_elements: 100, [key]: project(row) };
    case 'written':
      return { count: 1, id: row['id'] ?? (input as Row)['id'], [key]: output };
    case 'removed':
      return { count: 1, id: row['id'] };
    case 'value':
      return { [key]: output };
    case 'parts':
      return Object.fromEntries(Object.entries(row).filter(([name]) => !debug.includes(name)));
  }
}
