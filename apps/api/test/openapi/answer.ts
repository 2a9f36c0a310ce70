import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/doors/rest/openapi.ts';
import type { Operation, Part } from './operation.ts';

/** An answer as it came, by whatever means it was asked for. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'document');
ajv.addSchema(
  { oneOf: ['AuctionAnswer', 'FailedAuction'].map((name) => ({ $ref: `document#/components/schemas/${name}` })) },
  'line',
);

/** What an answer has against what the document says of its operation and status. */
export function problemsOf({ path, method, responses }: Operation, answer: Received): readonly string[] {
  const documented = responses[String(answer.status)];
  if (documented === undefined) return [`${answer.status} is not documented: ${answer.text.slice(0, 200)}`];
  const place = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
  return problemsAt(place, documented, answer);
}

/** The same of an answer that no operation has: a path or method that is not there. */
export function problemsOfShared(answer: Received): readonly string[] {
  const name = `Error${answer.status}`;
  const documented = document.components.responses[name] as Part | undefined;
  if (documented === undefined) return [`${answer.status} is not documented`];
  return problemsAt(['components', 'responses', name], documented, answer);
}

/** What a value has against a schema of the components. */
export const problemsOfSchema = (name: string, value: unknown): readonly string[] =>
  problemsIn(pointer(['components', 'schemas', name]), value);

function problemsAt(place: readonly string[], response: Part, answer: Received): readonly string[] {
  const { $ref } = response;
  if (typeof $ref === 'string') {
    const target = $ref.slice('#/'.length).split('/');
    const [, , name = ''] = target;
    return problemsAt(target, document.components.responses[name] as Part, answer);
  }
  const headers = Object.entries((response['headers'] ?? {}) as Readonly<Record<string, { readonly schema: Part }>>);
  return [
    ...headers.flatMap(([name, { schema }]) => problemsOfHeader(name, schema, answer)),
    ...problemsOfBody(place, response, answer),
  ];
}

/** Whether an answer holds objects in a list, which has no state and so no tag of its own. */
const isList = (text: string) =>
  Object.values((JSON.parse(text) as { readonly response: Part }).response).some((value) => Array.isArray(value));

function problemsOfHeader(name: string, schema: Part, { headers, text }: Received): readonly string[] {
  const value = headers.get(name);
  if (value === null) return name === 'etag' && isList(text) ? [] : [`the header ${name} is missing`];
  const typed = schema['type'] === 'integer' ? Number(value) : value;
  return ajv.validate(schema, typed) ? [] : [`the header ${name} is ${value}: ${ajv.errorsText()}`];
}

function problemsOfBody(place: readonly string[], { content }: Part, { headers, text }: Received): readonly string[] {
  if (content === undefined) return text === '' ? [] : [`a body that is not documented: ${text.slice(0, 200)}`];
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  if (!Object.hasOwn(content as Part, mediaType)) return [`the media type "${mediaType}" is not documented`];
  if (mediaType === 'application/x-ndjson')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .flatMap(problemsOfLine);
  return problemsIn(pointer([...place, 'content', mediaType, 'schema']), JSON.parse(text));
}

const problemsOfLine = (line: string): readonly string[] => problemsIn('line', JSON.parse(line));

const pointer = (place: readonly string[]) =>
  `document#/${place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

function problemsIn(schema: string, value: unknown): readonly string[] {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) throw new Error(`the document has no schema at ${schema}`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
