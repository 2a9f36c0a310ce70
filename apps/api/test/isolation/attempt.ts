import {
  allOperations,
  filtersOf,
  type NamedOperation,
  type ResourceService,
  storedResources,
} from '@auction-tiers/contract';
import type { Row } from '../fixture/request.ts';
import { type Ask, askOf, rowOf, takesId, type Things, writable } from './ask.ts';
import { type About, ownPatterns, patterns, patternsOfReference } from './pattern.ts';

/** A call about what another member has, and the status of the only right answer. */
export interface Attempt {
  /** The path of its procedure. */
  readonly operation: string;
  readonly title: string;
  readonly status: number;
  readonly ask: (others: Things, own: Things) => Ask;
}

/** Of these, what managers do for their own member too. */
const managersToo: ReadonlySet<string> = new Set(['user.create', 'user.remove']);

/** What a user of a seller that is no manager is refused, whatever it names. */
export const adminsOnly: ReadonlySet<string> = new Set([
  'platformMember.create',
  'platformMember.update',
  'platformMember.remove',
  'member.create',
  ...managersToo,
]);

const has = (procedure: string) => allOperations.some((operation) => operation.procedure === procedure);

/** Every call of a resource about another member's object of it, and about those that its objects may refer to. */
export function attemptsOnObjects({ resource: { service, owner }, router }: ResourceService): readonly Attempt[] {
  const { references = [], unique = [] } = storedResources.find((one) => one.service === service) ?? {};
  const left = new Set(['id', ...unique.map(({ field }) => field)]);
  const about = (things: Things): About => {
    const row = rowOf(things, service);
    const entries = Object.entries(writable(router, row)).filter(([name]) => !left.has(name));
    return { ...things, id: Number(row['id']), body: Object.fromEntries(entries) };
  };
  return [
    ...patterns,
    ...references.flatMap(({ field, service: to }) => patternsOfReference(field, to)),
    ...(ownPatterns[service] ?? []),
  ]
    .filter(({ isOwned }) => owner === 'member' || isOwned !== true)
    .flatMap(({ title, actions, status, ask }) =>
      actions
        .map((action) => ({ action, procedure: `${router}.${action}` }))
        .filter(({ procedure }) => has(procedure))
        .map(({ action, procedure }) => ({
          operation: procedure,
          title,
          status: adminsOnly.has(procedure) && !managersToo.has(procedure) ? 403 : status,
          ask: (them: Things, own: Things) => ({ service: router, action, ...ask(about(them), about(own)) }),
        })),
    );
}

type Query = Readonly<Record<string, string>>;

/** Every way that a list of a resource may be asked, each about what the others have. */
export function attemptsOnList({ resource: { service, fields }, router }: ResourceService): readonly Attempt[] {
  const list = { service: router, action: 'list' };
  const names = Object.keys(fields);
  const sortable = names.filter((name) => fields[name]?.sortBy === true);
  const operation = `${router}.list`;
  const attempt = (title: string, queryOf: (others: Row, own: Row) => Query): Attempt => ({
    operation,
    title: `list ${title}`,
    status: 200,
    ask: (others, own) => ({ ...list, query: queryOf(rowOf(others, service), rowOf(own, service)) }),
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
    ...[...filtersOf(fields)]
      .filter(([parameter, { form }]) => form !== 'null' && parameter !== 'id' && parameter !== 'member_id')
      .map(([parameter, { name }]) =>
        attempt(`by ${parameter}`, ({ [name]: value }) =>
          value === null || value === undefined ? {} : { [parameter]: text(value) },
        ),
      ),
    attempt('every attribute by name', () => ({ fields: names.join(',') })),
    { operation, title: 'list the objects of the member', status: 403, ask: ({ memberId }) => ({ ...list, memberId }) },
  ];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What can be tried of any operation on one object; of others there is nothing that is wrong in general. */
export function attemptsOnAny(operation: NamedOperation): readonly Attempt[] {
  if (!takesId(operation)) return [];
  const { procedure, type } = operation;
  const what = type === 'query' ? 'read one' : 'use one';
  return [
    { operation: procedure, title: what, status: 404, ask: (others) => askOf(operation, others) },
    {
      operation: procedure,
      title: `${what}, naming the member`,
      status: 403,
      ask: (others) => askOf(operation, others, { memberId: others.memberId }),
    },
  ];
}
