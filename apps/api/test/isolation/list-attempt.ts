import { type ResourceService as Service } from '@auction-tiers/contract';
import { rowOf, type Things } from './ask.ts';
import type { Attempt } from './attempt.ts';
import type { Row } from '../fixture/request.ts';

type Query = Readonly<Record<string, string>>;

/** Every way that a list of a service may be asked, each about what the others have. */
export function listAttemptsOn({ resource }: Pick<Service, 'resource'>): readonly Attempt[] {
  const { service, fields } = resource;
  const path = `/${service}`;
  const names = Object.keys(fields);
  const filterable = names.filter((name) => fields[name]?.filterBy === true);
  const sortable = names.filter((name) => fields[name]?.sortBy === true);
  const attempt = (title: string, queryOf: (others: Row, own: Row) => Query): Attempt => ({
    title: `list ${title}`,
    status: 200,
    ask: (others, own) => ({ path, action: 'list', query: queryOf(rowOf(others, service), rowOf(own, service)) }),
  });
  return [
    attempt('everything', () => ({})),
    attempt('a page after all of their own', () => ({ start_element: '1000' })),
    ...('id' in fields
      ? [
          attempt('by ids', ({ id }) => ({ id: `${text(id)},999` })),
          attempt('by ids, their own among them', ({ id }, own) => ({ id: `${text(own['id'])},${text(id)}` })),
          ...['id', 'name', 'code'].map((name) =>
            attempt(`by a search for its ${name}`, (others) => ({ search: text(others[name]) })),
          ),
        ]
      : []),
    ...sortable.map((name) => attempt(`sorted by ${name}`, () => ({ sort: `${name}.desc` }))),
    // These two are parameters of their own: one lists ids, the other names the member to act for.
    ...filterable
      .flatMap((name) => ['', 'min_', 'max_', 'not_', 'like_'].map((form) => ({ name, parameter: `${form}${name}` })))
      .filter(({ parameter }) => parameter !== 'id' && parameter !== 'member_id')
      .map(({ name, parameter }) => attempt(`by ${parameter}`, (others) => ({ [parameter]: text(others[name]) }))),
    attempt('every attribute by name', () => ({ fields: names.join(',') })),
    {
      title: 'list the objects of the member',
      status: 403,
      ask: ({ memberId }: Things) => ({ path, action: 'list', memberId }),
    },
  ];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
