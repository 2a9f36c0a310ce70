import { storedResources, type ResourceService as Service } from '@auction-tiers/contract';
import { type Ask, rowOf, type Things, writable } from './ask.ts';
import { type About, ownPatterns, patterns, patternsOfReference } from './pattern.ts';

/** A question about what another member has, and the status of its only answer. */
export interface Attempt {
  readonly title: string;
  readonly status: number;
  readonly ask: (others: Things, own: Things) => Ask;
}

/** What only administrators do: a seller is refused, whatever it names. */
export const adminsOnly: ReadonlySet<string> = new Set([
  'POST platform-member',
  'PUT platform-member',
  'DELETE platform-member',
  'POST member',
  'POST user',
  'DELETE user',
]);

/** What a service can be asked about another member's object of it, and about those that its objects may refer to. */
export function attemptsOn({ resource, methods }: Service): readonly Attempt[] {
  const { service, owner } = resource;
  const { references = [], unique = [] } = storedResources.find((one) => one.service === service) ?? {};
  const left = new Set(['id', ...unique.map(({ field }) => field)]);
  const about = (things: Things): About => {
    const row = rowOf(things, service);
    const entries = Object.entries(writable(resource, row)).filter(([name]) => !left.has(name));
    return { ...things, one: { path: `/${service}`, id: Number(row['id']) }, body: Object.fromEntries(entries) };
  };
  return [
    ...patterns,
    ...references.flatMap(({ field, service: to }) => patternsOfReference(field, to)),
    ...(ownPatterns[service] ?? []),
  ]
    .filter(({ method, isOwned }) => methods.includes(method) && (owner === 'member' || isOwned !== true))
    .map(({ title, method, status, ask }) => ({
      title,
      status: adminsOnly.has(`${method} ${service}`) ? 403 : status,
      ask: (them, own) => ask(about(them), about(own)),
    }));
}
