import { createRouter } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { z } from 'zod';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { document, operations } from '../fixture/api-document.ts';
import { type Schema, toArbitrary, vocabularyOf } from '../fixture/schema-arbitrary.ts';
import type { TestService } from '../fixture/service.ts';
import { type FuzzRequest, shown } from './client.ts';
import { mutated, nastyValue } from './edit.ts';
import { contentType, credential, someHeaders } from './header.ts';
import { nastyValues, oddNames, oddQueries } from './nasty.ts';
import { anyMethod, rawRequests } from './raw-request.ts';
import { takesPassword, validJson } from './rest-request.ts';

/** One procedure of the router. */
export interface Procedure {
  readonly path: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly schema: Schema;
  /** Inputs that it takes, made of the examples of the document. */
  readonly examples: readonly unknown[];
}

/** What reads an input: a zod definition, or anything that parses. */
interface Input {
  parse(value: unknown): unknown;
}

interface Definition {
  readonly _def: { readonly type: Procedure['type']; readonly inputs: readonly Input[] };
}

const ids = [{ id: 1 }, { id: 5 }, { id: 1, member_id: 1 }, { id: 5, member_id: 1 }];

/** Every procedure that the service has, as the router of its contract tells. */
export function proceduresOf({ opened }: TestService): readonly Procedure[] {
  const { _def: router } = createRouter(createHandlers(opened));
  const { procedures } = router as unknown as { readonly procedures: Readonly<Record<string, Definition>> };
  const bodies = operations.flatMap((operation) => operation.bodies);
  const examples = bodies.flatMap((body) => body.examples.map(({ value }) => value));
  const inputs = [
    ...ids,
    ...examples.flatMap((example) => [
      example,
      ...ids.flatMap((id) => [
        { ...id, changes: example },
        { ...id, file: example },
        { ym_profile_id: id.id, draft: example, log: { kind: 'synthetic', auctions: 10, bids: 2, seed: 's' } },
      ]),
    ]),
  ];
  return Object.entries(procedures).map(([path, { _def: definition }]) => {
    const [input = z.undefined()] = definition.inputs;
    const isTaken = (value: unknown) => takes(input, value);
    return {
      path,
      type: definition.type,
      // An input that is no zod definition has the schema of the documented body whose examples it accepts.
      schema:
        input instanceof z.ZodType
          ? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
          : (bodies.find((body) => body.examples.some(({ value }) => isTaken(value)))?.schema ?? {}),
      examples: inputs.filter(isTaken),
    };
  });
}

function takes(input: Input, value: unknown): boolean {
  try {
    input.parse(value);
    return true;
  } catch {
    return false;
  }
}

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
export function trpcRequests(procedures: readonly Procedure[]): fc.Arbitrary<FuzzRequest> {
  const callOf = (one: Procedure) => ({
    arbitrary: inputOf(one).map((input): Call => ({ path: one.path, input })),
    weight: takesPassword(one.examples) ? 1 : 8,
  });
  const query = fc.oneof(...procedures.filter(({ type }) => type !== 'mutation').map(callOf));
  const mutation = fc.oneof(...procedures.filter(({ type }) => type === 'mutation').map(callOf));
  return fc.oneof(
    { arbitrary: requestOf('GET', query), weight: 4 },
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

const inputOf = ({ schema, examples }: Procedure): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    {
      arbitrary: mutated(validJson(examples, toArbitrary(schema, vocabularyOf({ ...document, ...schema }, document)))),
      weight: 12,
    },
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
      const inputs = calls.flatMap(({ input }, index) => (input === undefined ? [] : [`"${index}":${input}`]));
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

/** Requests to every procedure and to names that are none, of which no part has to be sensible. */
export function trpcRawRequests(procedures: readonly Procedure[]): fc.Arbitrary<FuzzRequest> {
  const names = procedures.map(({ path }) => path);
  const subscriptions = procedures.filter(({ type }) => type === 'subscription').map(({ path }) => path);
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...names), weight: 3 },
    { arbitrary: fc.constantFrom(...subscriptions), weight: 1 },
    { arbitrary: fc.constantFrom(...oddNames), weight: 3 },
  );
  const inputs = nastyValues.map((value) => `?input=${encodeURIComponent(value).slice(0, 8000)}`);
  const query = fc.oneof(fc.constantFrom(...oddQueries), fc.constantFrom(...inputs));
  const line = fc.record({
    method: fc.oneof({ arbitrary: fc.constantFrom('GET', 'POST'), weight: 6 }, { arbitrary: anyMethod, weight: 1 }),
    path: fc.tuple(name, query).map(([one, text]) => `/trpc/${one}${text}`),
  });
  return rawRequests(line);
}
