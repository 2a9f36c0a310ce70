import type { Method, Operation, RestRoute, Rows } from './operation.ts';
import { operations } from './operations.ts';

/** A service of the router, such as `tier`. */
export type Services = keyof typeof operations;

/** An operation with its place in the table. */
export interface NamedOperation extends Operation {
  readonly service: Services;
  readonly name: string;
  /** The path of its procedure, such as `tier.list`. */
  readonly procedure: string;
}

/**
 * Every operation of the service, in the order of the table: its procedure path (`procedure`), `type`, `scope`, `input`
 * and, where REST serves it, `rest` with method and path. Tests that must cover all operations iterate over this list.
 */
export const allOperations: readonly NamedOperation[] = (Object.keys(operations) as Services[]).flatMap((service) =>
  Object.entries<Operation>(operations[service] as Readonly<Record<string, Operation>>).map(([name, operation]) => ({
    ...operation,
    service,
    name,
    procedure: `${service}.${name}`,
  })),
);

/** An operation that REST serves too. */
export type RestOperation = NamedOperation & { readonly rest: RestRoute };

export const isRest = (operation: NamedOperation): operation is RestOperation => operation.rest !== undefined;

export const restOperations: readonly RestOperation[] = allOperations.filter(isRest);

/** A resource with its service in the router, and the methods of its path. */
export interface ResourceService {
  readonly resource: Rows;
  readonly router: Services;
  readonly methods: readonly Method[];
}

/** The resources that are served, in the order of the table. */
export const services: readonly ResourceService[] = restOperations.flatMap(
  ({ service, rest: { rows, answer, path } }) => {
    if (rows === undefined || answer.form !== 'page') return [];
    const methods = restOperations.filter(({ rest }) => rest.path === path).map(({ rest }) => rest.method);
    return [{ resource: rows, router: service, methods: [...new Set(methods)] }];
  },
);
