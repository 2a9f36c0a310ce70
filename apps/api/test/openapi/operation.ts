import { openApiDocument } from '../../src/doors/rest/openapi.ts';
import type { Method } from '../fixture/request.ts';

/** A part of the document. */
export type Part = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Part;
}

/** A request body that the document shows. */
export interface Example {
  readonly mediaType: string;
  readonly name: string;
  readonly value: unknown;
}

/** An operation of the document, read for what can be sent to it and what it may answer. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** What a credential must allow; null: anybody may call it. */
  readonly scope: string | null;
  readonly parameters: readonly Parameter[];
  readonly examples: readonly Example[];
  /** By status, as the document has them; shared ones are referred to. */
  readonly responses: Readonly<Record<string, Part>>;
}

const methods = ['get', 'post', 'put', 'delete'] as const;

/** Every operation, in the document's order. */
export const operations: readonly Operation[] = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
  methods.filter((method) => method in item).map((method) => read(path, method, item[method] as Part)),
);

/** The operation of a method and path; throws for one that is not documented. */
export function operationOf(method: Method, path: string): Operation {
  const found = operations.find((one) => one.method === method && one.path === path);
  if (found === undefined) throw new Error(`the document has no ${method} ${path}`);
  return found;
}

/** Whether a call is about one object, which its query names. */
export const isOnOne = ({ method, parameters }: Operation): boolean =>
  method === 'PUT' ||
  method === 'DELETE' ||
  parameters.some(({ name, required }) => name === 'id' && required === true);

/** The path of the objects that an operation is about: a call on a whole tier set is about a ym-profile. */
export const servicePath = ({ path }: Pick<Operation, 'path'>): string =>
  path.replace(/^(\/(?:ym-profile|simulation))\/.*$/, '$1');

function read(path: string, method: (typeof methods)[number], operation: Part): Operation {
  const [security = {}] = operation['security'] as readonly Readonly<Record<string, readonly string[]>>[];
  const [scope = null] = Object.values(security).flat();
  const body = (operation['requestBody'] ?? {}) as { readonly content?: Readonly<Record<string, Part>> };
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase() as Method,
    path,
    scope,
    parameters: (operation['parameters'] ?? []) as readonly Parameter[],
    examples: Object.entries(body.content ?? {}).flatMap(([mediaType, content]) => examplesIn(mediaType, content)),
    responses: operation['responses'] as Readonly<Record<string, Part>>,
  };
}

function examplesIn(mediaType: string, { example, examples = {} }: Part): readonly Example[] {
  const named = Object.entries(examples as Readonly<Record<string, Part>>);
  const values = named.map(([name, { value }]) => ({ mediaType, name, value }));
  return example === undefined ? values : [...values, { mediaType, name: 'example', value: example }];
}
