import * as fc from 'fast-check';
import type { Body, FuzzDocument, Operation } from './document.ts';
import { mutated } from './edit.ts';
import { contentType, credential, someHeaders } from './header.ts';
import { type JsonText, toJsonText } from './json.ts';
import { queryOf } from './query.ts';
import { type FuzzRequest, shown } from './request.ts';
import { toArbitrary, type Vocabulary } from '../fixture/schema-arbitrary.ts';

/** Requests of every call of the document: valid by its schemas and examples, then changed in some places. */
export const restRequests = ({ operations }: FuzzDocument): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...operations.map((operation) => ({ arbitrary: requestOf(operation), weight: weightOf(operation) })));

/** Most goes where there is most to get wrong. */
function weightOf({ bodies, parameters }: Operation): number {
  if (bodies.some(({ examples }) => takesPassword(examples))) return 1;
  if (bodies.length > 0) return 12;
  return parameters.length > 0 ? 6 : 2;
}

/** A password is slow to hash on purpose: a call with one costs as much time as a hundred others. */
export const takesPassword = (examples: readonly unknown[]): boolean =>
  JSON.stringify(examples).includes('"password":');

function requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const { method, path, bodies, vocabulary } = operation;
  return fc
    .record({
      method: fc.constant(method),
      prefix: fc.constantFrom('', '', '/v1'),
      query: queryOf(operation),
      credential,
      headers: someHeaders,
      sent: bodies.length === 0 ? nothing : fc.oneof(...bodies.map((body) => sentBody(body, vocabulary))),
      isChunked: fc.nat(9).map((one) => one === 0),
    })
    .map(({ prefix, query, headers, sent, isChunked, ...rest }) =>
      shown({
        ...rest,
        path: `${prefix}${path}${query}`,
        headers: [...sent.headers, ...headers],
        body: sent.body,
        isChunked: isChunked && sent.body !== null,
      }),
    );
}

type Sent = Pick<FuzzRequest, 'body' | 'headers'>;

const nothing = fc.constant<Sent>({ body: null, headers: [] });

const sentBody = (body: Body, vocabulary: Vocabulary): fc.Arbitrary<Sent> =>
  fc.record({ body: bodyText(body, vocabulary), headers: contentType(body.mediaType) });

function bodyText({ mediaType, schema, examples }: Body, vocabulary: Vocabulary): fc.Arbitrary<string> {
  if (mediaType === 'application/json') return mutated(validJson(examples, toArbitrary(schema, vocabulary)));
  // A body of lines, each a text of JSON.
  const lines = examples.filter((one) => typeof one === 'string').flatMap((text) => text.trim().split('\n'));
  const line = mutated(fc.constantFrom(...lines).map((one) => toJsonText(JSON.parse(one))));
  return fc.array(line, { maxLength: 4 }).map((all) => all.join('\n'));
}

/** An example as it stands, a generated body, or an example with generated attributes. */
export function validJson(examples: readonly unknown[], generated: fc.Arbitrary<unknown>): fc.Arbitrary<JsonText> {
  if (examples.length === 0) return generated.map(toJsonText);
  const example = fc.constantFrom(...examples);
  return fc
    .oneof(
      { arbitrary: example, weight: 2 },
      { arbitrary: generated, weight: 2 },
      { arbitrary: fc.tuple(example, generated).map(([one, other]) => blended(one, other)), weight: 3 },
    )
    .map(toJsonText);
}

const blended = (one: unknown, other: unknown): unknown =>
  isObject(one) && isObject(other) && Object.keys(one).length > 1 ? { ...one, ...other } : one;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
