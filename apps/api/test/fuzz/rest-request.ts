import * as fc from 'fast-check';
import { type Body, document, type Operation, operations, type Parameter } from '../fixture/api-document.ts';
import { toArbitrary, type Vocabulary, vocabularyOf } from '../fixture/schema-arbitrary.ts';
import { type FuzzRequest, shown } from './client.ts';
import { type JsonText, mutated, toJsonText } from './edit.ts';
import { contentType, credential, someHeaders } from './header.ts';
import { nastyKeys, nastyParts, nastyStrings, oddPaths } from './nasty.ts';
import { anyMethod, rawRequests } from './raw-request.ts';

const general = vocabularyOf(document);

/** The document's schemas, and the examples of an operation where it has some of an attribute. */
function vocabularyFor({ part }: Operation): Vocabulary {
  const own = vocabularyOf(document, part);
  return {
    ...general,
    examplesOf: (name) => {
      const examples = own.examplesOf(name);
      return examples.length > 0 ? examples : general.examplesOf(name);
    },
  };
}

/** The parameters of an operation's query. */
const queryOf = ({ parameters }: Operation): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in === 'query');

/** Requests of every call of the document: valid by its schemas and examples, then changed in some places. */
export const restRequests = (): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(...operations.map((operation) => ({ arbitrary: requestOf(operation), weight: weightOf(operation) })));

/** Most goes where there is most to get wrong. */
function weightOf(operation: Operation): number {
  const { bodies, examples } = operation;
  if (takesPassword(examples)) return 1;
  if (bodies.length > 0) return 12;
  return queryOf(operation).length > 0 ? 6 : 2;
}

/** A password is slow to hash on purpose: a call with one costs as much time as a hundred others. */
export const takesPassword = (examples: readonly unknown[]): boolean =>
  JSON.stringify(examples).includes('"password":');

function requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const { method, path, bodies } = operation;
  const vocabulary = vocabularyFor(operation);
  return fc
    .record({
      method: fc.constant(method),
      prefix: fc.constantFrom('', '', '/v1'),
      query: anyQueryOf(operation),
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

function bodyText({ mediaType, schema, examples: shownExamples }: Body, vocabulary: Vocabulary): fc.Arbitrary<string> {
  const examples = shownExamples.map(({ value }) => value);
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
      { arbitrary: example, weight: 5 },
      { arbitrary: generated, weight: 2 },
      { arbitrary: fc.tuple(example, generated).map(([one, other]) => blended(one, other)), weight: 3 },
    )
    .map(toJsonText);
}

const blended = (one: unknown, other: unknown): unknown =>
  isObject(one) && isObject(other) && Object.keys(one).length > 1 ? { ...one, ...other } : one;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const shortStrings = nastyStrings.filter((text) => text.length < 2000);

const nastyPart: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...nastyParts), weight: 3 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...nastyKeys), fc.constantFrom(...shortStrings))
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    weight: 1,
  },
);

/** Parts of a query that a call takes, by its document. */
function validParts(operation: Operation): fc.Arbitrary<readonly string[]> {
  const vocabulary = vocabularyFor(operation);
  const parameters = queryOf(operation);
  const part = ({ name, schema }: Parameter) =>
    toArbitrary(schema, vocabulary, name).map((value) => `${encoded(name)}=${encoded(String(value))}`);
  const optional = parameters.filter(({ required }) => required !== true);
  const required = parameters.filter((parameter) => parameter.required === true);
  return fc
    .subarray(optional, { maxLength: Math.min(2, optional.length) })
    .chain((chosen) => fc.tuple(...[...required, ...chosen].map(part)));
}

/** An operation's query, with its question mark: a valid one, or with parts that are not. */
const anyQueryOf = (operation: Operation): fc.Arbitrary<string> =>
  fc
    .record({
      valid: validParts(operation),
      nasty: fc.oneof(
        { arbitrary: fc.constant<string[]>([]), weight: 5 },
        { arbitrary: fc.array(nastyPart, { minLength: 1, maxLength: 2 }), weight: 1 },
      ),
      isNastyOnly: fc.boolean(),
    })
    .map(({ valid, nasty, isNastyOnly }) => {
      const parts = nasty.length > 0 && isNastyOnly ? nasty : [...valid, ...nasty];
      return parts.length === 0 ? '' : `?${parts.join('&')}`;
    });

const queries = ['', '?id=1', '?id=5', '?id=5&member_id=1', '?x'];

/** More than even a batch of auctions may have; made once. */
const enormous = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');

const enormousBatch: fc.Arbitrary<FuzzRequest> = fc.record({ isChunked: fc.boolean() }).map(({ isChunked }) =>
  shown({
    method: 'POST',
    path: '/auction/batch',
    credential: { caller: 'seller1', form: 'KEY' },
    headers: [['content-type', 'application/json']],
    body: enormous,
    isChunked,
  }),
);

/** Requests to every call of the document and to odd paths, of which no part has to be sensible. */
export function restRawRequests(): fc.Arbitrary<FuzzRequest> {
  const call = fc
    .record({
      prefix: fc.constantFrom('', '/v1'),
      operation: fc.constantFrom(...operations),
      query: fc.constantFrom(...queries),
      other: anyMethod,
      isOther: fc.nat(5).map((one) => one === 0),
    })
    .map(({ prefix, operation, query, other, isOther }) => ({
      method: isOther ? other : operation.method,
      path: `${prefix}${operation.path}${query}`,
    }));
  const nowhere = fc.record({ method: fc.oneof(fc.constant('GET'), anyMethod), path: fc.constantFrom(...oddPaths) });
  const lines = fc.oneof({ arbitrary: call, weight: 3 }, { arbitrary: nowhere, weight: 1 });
  return fc.oneof({ arbitrary: rawRequests(lines), weight: 150 }, { arbitrary: enormousBatch, weight: 1 });
}
