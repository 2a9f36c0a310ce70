import * as fc from 'fast-check';
import { mcpPath } from '../../src/doors/mcp/mcp-door.ts';
import { tools } from '../../src/doors/mcp/tools.ts';
import { document } from '../fixture/api-document.ts';
import { toArbitrary, vocabularyOf } from '../fixture/schema-arbitrary.ts';
import { type FuzzRequest, type Headers, shown } from './client.ts';
import { type JsonText, mutated, printJson, toJsonText } from './edit.ts';
import { contentType, credential, someHeaders } from './header.ts';
import { nastyStrings } from './nasty.ts';
import { validJson } from './rest-request.ts';
import type { Procedure } from './trpc-request.ts';

const toCall = (name: string, sent: JsonText): JsonText => ({
  entries: [
    ['jsonrpc', '"2.0"'],
    ['id', '1'],
    ['method', '"tools/call"'],
    [
      'params',
      {
        entries: [
          ['name', JSON.stringify(name)],
          ['arguments', sent],
        ],
      },
    ],
  ],
});

const clientInfo = { name: 'fuzz', version: '1' };
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };

/** Messages that call no tool. */
const others = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
  { jsonrpc: '2.0', id: 'a', method: 'tools/list' },
  { jsonrpc: '2.0', id: 2, method: 'resources/list' },
  { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'auction-tiers://glossary' } },
  { jsonrpc: '2.0', id: 3, method: 'ping' },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 4, result: {} },
].map(toJsonText);

/** What a client says that it takes, which the protocol asks for. */
const accepts: fc.Arbitrary<Headers> = fc.oneof(
  { arbitrary: fc.constant<Headers>([['accept', 'application/json, text/event-stream']]), weight: 40 },
  { arbitrary: fc.constant<Headers>([]), weight: 1 },
);

/** Calls of every tool and other messages, alone and in batches, which were valid before they were changed. */
export function mcpRequests(procedures: readonly Procedure[]): fc.Arbitrary<FuzzRequest> {
  const callsOf = tools.flatMap(({ name, procedure, recorded }) => {
    const found = procedures.find(({ path }) => path === procedure);
    if (found === undefined) throw new Error(`There is no procedure ${procedure}.`);
    const { schema, examples } = found;
    const drawn = toArbitrary(schema, vocabularyOf({ ...document, ...schema }, document));
    // One that is valid waits for its result; what they take is sent to the other doors.
    const sent = recorded === 'simulation' ? fc.constant<JsonText>({ entries: [] }) : validJson(examples, drawn);
    const weight = recorded === 'simulation' ? 1 : found.type === 'mutation' ? 12 : 4;
    return [{ arbitrary: sent.map((one) => toCall(name, one)), weight }];
  });
  const message = fc.oneof(
    { arbitrary: fc.oneof(...callsOf), weight: 12 },
    { arbitrary: fc.constantFrom(...others), weight: 3 },
    { arbitrary: fc.constantFrom(...nastyStrings).map((name) => toCall(name, { entries: [] })), weight: 1 },
  );
  const body = fc.oneof(
    { arbitrary: mutated(message), weight: 24 },
    { arbitrary: mutated(fc.array(message, { maxLength: 3 }).map((items) => ({ items }))), weight: 1 },
    { arbitrary: message.map((one) => printJson({ items: Array.from({ length: 21 }, () => one) })), weight: 1 },
  );
  return fc
    .record({ credential, accept: accepts, headers: someHeaders, type: contentType('application/json'), body })
    .map(({ accept, headers, type, ...rest }) =>
      shown({
        ...rest,
        method: 'POST',
        path: mcpPath,
        headers: [...type, ...accept, ...headers],
        isChunked: false,
      }),
    );
}
