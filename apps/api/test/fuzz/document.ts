import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schema, Vocabulary } from '../fixture/schema-arbitrary.ts';

interface Content {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Served {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

const methods = ['get', 'post', 'put', 'delete', 'patch'];

/** A body that a call takes. */
export interface Body {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

/** One call that the document tells of. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** Those of the query. */
  readonly parameters: readonly Parameter[];
  /** By media type; empty where it takes no body. */
  readonly bodies: readonly Body[];
  /** The document's schemas, and examples: this call's own where it has some. */
  readonly vocabulary: Vocabulary;
}

/** The served OpenAPI document: what can be asked, with which values, and what an answer must be. */
export class FuzzDocument {
  readonly operations: readonly Operation[];
  readonly vocabulary: Vocabulary;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });

  private constructor(document: Served) {
    this.#ajv.addSchema(document, 'document');
    const examples = examplesByName(document);
    this.vocabulary = {
      resolve: (ref) => valueAt(document, ref.split('/').slice(1)) as Schema,
      examplesOf: (name) => examples.get(name) ?? [],
    };
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [toOperation(method, path, operation, this.vocabulary)];
      }),
    );
  }

  static async load(url: string): Promise<FuzzDocument> {
    const answer = await fetch(`${url}/openapi.json`);
    return new FuzzDocument((await answer.json()) as Served);
  }

  /** The call that a method and a path without its query mean; HEAD is a GET. */
  find(method: string, path: string): Operation | undefined {
    const plain = path.replace(/^\/v1(?=\/)/, '').replace(/(?<=.)\/$/, '');
    return this.operations.find((one) => one.path === plain && one.method === (method === 'HEAD' ? 'GET' : method));
  }

  /** What a successful answer has against the document; empty when it is as the document says. */
  problemsOf({ method, path }: Pick<Operation, 'method' | 'path'>, value: unknown): string[] {
    const content = ['responses', '200', 'content', 'application/json', 'schema'];
    return this.#problemsAt(['paths', path, method.toLowerCase(), ...content], value);
  }

  /** What a value has against a schema of the components. */
  problemsOfSchema(name: string, value: unknown): string[] {
    return this.#problemsAt(['components', 'schemas', name], value);
  }

  #problemsAt(place: readonly string[], value: unknown): string[] {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = this.#ajv.getSchema(`document#/${pointer}`);
    if (validate === undefined) throw new Error(`the document has no schema at ${place.join('.')}`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}

function toOperation(method: string, path: string, documented: DocumentedOperation, general: Vocabulary): Operation {
  const { tags, parameters = [], requestBody } = documented;
  const own = examplesByName(documented);
  return {
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? '',
    parameters: parameters.filter((parameter) => parameter.in === 'query'),
    bodies: Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema, examples = {}, example }]) => ({
      mediaType,
      schema,
      examples: [...Object.values(examples).map(({ value }) => value), ...(example === undefined ? [] : [example])],
    })),
    vocabulary: { ...general, examplesOf: (name) => own.get(name) ?? general.examplesOf(name) },
  };
}

const valueAt = (whole: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined ? whole : valueAt((whole as Readonly<Record<string, unknown>>)[key], rest);

/** Every scalar that stands in an example, by the attribute it stands under. */
function examplesByName(document: unknown): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, Set<unknown>>();
  const walk = (value: unknown, isExample: boolean, name: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        walk(inner, isExample || key === 'examples' || key === 'example', Array.isArray(value) ? name : key);
      }
    } else if (isExample) found.set(name, (found.get(name) ?? new Set()).add(value));
  };
  walk(document, false, '');
  return new Map([...found].map(([name, values]) => [name, [...values]]));
}
