import * as fc from 'fast-check';
import { mutated, nastyValue } from './edit.ts';
import { contentType, credential, someHeaders } from './header.ts';
import type { Procedure } from './procedure.ts';
import { type FuzzRequest, shown } from './request.ts';
import { takesPassword, validJson } from './rest.ts';
import { toArbitrary, type Vocabulary } from '../fixture/schema-arbitrary.ts';

/** A procedure's path and the text of its input; undefined: none. */
interface Call {
  readonly path: string;
  readonly input: string | undefined;
}

/** One over the most that a batch may hold. */
const tooManyCalls = 101;

/** Characters of an input that is sent by GET: the address must stay under what Node takes as headers. */
const maxQueryLength = 8000;

/** Calls of every procedure, alone and in batches, with inputs that were valid before they were changed. */
export function trpcRequests(procedures: readonly Procedure[], vocabulary: Vocabulary): fc.Arbitrary<FuzzRequest> {
  const callOf = (one: Procedure) => ({
    arbitrary: inputOf(one, vocabulary).map((input): Call => ({ path: one.path, input })),
    weight: takesPassword(one.examples) ? 1 : 8,
  });
  const query = fc.oneof(...procedures.filter(({ type }) => type !== 'mutation').map(callOf));
  const mutation = fc.oneof(...procedures.filter(({ type }) => type === 'mutation').map(callOf));
  return fc.oneof(
    { arbitrary: requestOf('GET', query), weight: 3 },
    { arbitrary: requestOf('POST', mutation), weight: 8 },
    { arbitrary: batchOf('GET', query), weight: 1 },
    { arbitrary: batchOf('POST', mutation), weight: 2 },
    // By the wrong method, and of kinds that do not go together.
    { arbitrary: fc.oneof(requestOf('GET', mutation), requestOf('POST', query)), weight: 1 },
    {
      arbitrary: fc.oneof(batchOf('POST', fc.oneof(query, mutation)), batchOf('GET', fc.oneof(query, mutation))),
      weight: 1,
    },
  );
}

const inputOf = ({ schema, examples }: Procedure, vocabulary: Vocabulary): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { arbitrary: mutated(validJson(examples, toArbitrary(schema, vocabulary))), weight: 12 },
    { arbitrary: nastyValue, weight: 1 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  );

const others = { credential, headers: someHeaders, type: contentType('application/json') };

const requestOf = (method: 'GET' | 'POST', call: fc.Arbitrary<Call>): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({ ...others, call })
    .map(({ call: { path, input }, ...rest }) => toRequest(method, `/trpc/${path}`, input, rest));

const batchOf = (method: 'GET' | 'POST', call: fc.Arbitrary<Call>): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      ...others,
      calls: fc.oneof(
        { arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }), weight: 9 },
        { arbitrary: call.map((one) => Array.from({ length: tooManyCalls }, () => one)), weight: 1 },
      ),
    })
    .map(({ calls, ...rest }) => {
      const inputs = calls.flatMap(({ input }, place) => (input === undefined ? [] : [`"${place}":${input}`]));
      const path = `/trpc/${calls.map((one) => one.path).join(',')}?batch=1`;
      return toRequest(method, path, `{${inputs.join(',')}}`, rest);
    });

type Others = Pick<FuzzRequest, 'credential' | 'headers'> & { readonly type: FuzzRequest['headers'] };

function toRequest(method: 'GET' | 'POST', path: string, input: string | undefined, { type, ...rest }: Others) {
  const common = { method, credential: rest.credential, isChunked: false };
  if (method === 'POST') return shown({ ...common, path, headers: [...type, ...rest.headers], body: input ?? null });
  const mark = path.includes('?') ? '&' : '?';
  const text = encodeURIComponent(input?.toWellFormed() ?? '').slice(0, maxQueryLength);
  return shown({
    ...common,
    path: input === undefined ? path : `${path}${mark}input=${text}`,
    headers: rest.headers,
    body: null,
  });
}
