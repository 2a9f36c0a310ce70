import { createRouter } from '@auction-tiers/contract';
import { createHandlers } from '../../src/handlers/handlers.ts';
import type { Ask } from './ask.ts';
import { doors, rest } from './door.ts';
import type { Row } from '../fixture/request.ts';
import type { TestService } from '../fixture/service.ts';

/** An operation of the document. */
interface Operation {
  readonly name: string;
  /** What a credential must allow; null: anybody may call it. */
  readonly scope: string | null;
}

/** Procedures that need no credential. */
const openProcedures: ReadonlySet<string> = new Set(['auth.login']);

/** Every operation of the document that is served. */
export async function restOperations({ send }: TestService): Promise<readonly Operation[]> {
  const { paths } = (await send('GET', '/openapi.json', { key: null })).json as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly Row[] }>>>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete'] as const)
      .filter((method) => method in item)
      .map((method) => {
        const [first = {}] = item[method]?.security ?? [];
        const scopes = Object.values(first).flat() as readonly string[];
        return { name: `${method.toUpperCase()} ${path}`, scope: scopes[0] ?? null };
      }),
  );
}

/** The names of the operations that need a credential, at every door. */
export async function guardedOperations(service: TestService): Promise<readonly string[]> {
  const guarded = (await restOperations(service)).filter(({ scope }) => scope !== null);
  const { _def: definition } = createRouter(createHandlers(service.opened));
  const names = Object.keys(definition.procedures).filter((name) => !openProcedures.has(name));
  return [...guarded.map(({ name }) => name), ...names].toSorted();
}

/** The names of the operations that some asks come to. */
export const operationsOf = (asks: readonly Ask[]): readonly string[] => {
  const names = doors.flatMap((door) => asks.flatMap((ask) => door.requestOf(ask)?.operation ?? []));
  return [...new Set(names)].toSorted();
};

/** What a credential must allow for an ask: the scope of its operation, or of the reading that it goes on. */
export async function scopeOf(service: TestService): Promise<(ask: Ask) => string> {
  const scopes = new Map((await restOperations(service)).map(({ name, scope }) => [name, scope]));
  return (ask) => {
    if (!ask.path.startsWith('/')) return 'read';
    const isReading = ask.action === 'follow' || ask.action === 'getTagged';
    const operation = rest.requestOf(isReading ? { ...ask, action: 'list' } : ask)?.operation ?? '';
    const scope = scopes.get(operation);
    if (typeof scope !== 'string') throw new Error(`the document names no scope for ${operation}`);
    return scope;
  };
}
