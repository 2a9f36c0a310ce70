import { createClient } from '@auction-tiers/client';
import { describe, expect, test } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The changes that a client takes from these streams, one after the other, each of these pieces. */
async function changesFrom(streams: readonly (readonly Uint8Array[])[], count: number): Promise<string[]> {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  const answers = streams.map((pieces) => new Response(ReadableStream.from(pieces), { headers }));
  const client = createClient({
    url: 'http://service.invalid',
    apiKey: 'k',
    fetch: () => Promise.resolve(answers.shift() ?? Response.error()),
    retry: { wait: () => Promise.resolve() },
  });
  const found: string[] = [];
  for await (const { id, data } of client.changeLog.follow.subscribe()) {
    found.push(`${id} ${data.user}`);
    if (found.length === count) break;
  }
  return found;
}

const change = (id: string, user: string) => `data: {"user":"${user}"}\nid: ${id}\n\n`;

const streams: readonly (readonly [what: string, text: string])[] = [
  ['as the service writes them', change('1-1', 'Zoë') + change('1-2', '日本')],
  ['with two line feeds at the end of an event', `${change('1-1', 'Zoë')}\n\n${change('1-2', '日本')}\n`],
  ['with carriage returns and line feeds', (change('1-1', 'Zoë') + change('1-2', '日本')).replaceAll('\n', '\r\n')],
  ['with carriage returns alone', `${change('1-1', 'Zoë') + change('1-2', '日本')}: end\n`.replaceAll('\n', '\r')],
  ['after a byte order mark', `\uFEFF${change('1-1', 'Zoë')}${change('1-2', '日本')}`],
  [
    'between comments and fields that are not known',
    `: hello\nretry: 10\nodd\n${change('1-1', 'Zoë')}:\n${change('1-2', '日本')}`,
  ],
  ['with data on several lines', `data: {"user":\ndata:"Zoë"}\nid: 1-1\n\n${change('1-2', '日本')}`],
  ['without spaces after the colons', (change('1-1', 'Zoë') + change('1-2', '日本')).replaceAll(': ', ':')],
  [
    'with an id that was set before, by an event without data',
    `${change('1-1', 'Zoë')}event: restore-id\nid: 1-2\n\ndata: {"user":"日本"}\n\n`,
  ],
  [
    'with an id that is none, for it holds a NUL',
    `id: 1-1\n\ndata: {"user":"Zoë"}\nid: x\0\n\n${change('1-2', '日本')}`,
  ],
];

describe('events are read', () => {
  test.for(streams)('%s, whole', async ([, text]) => {
    expect(await changesFrom([[bytes(text)]], 2)).toEqual(['1-1 Zoë', '1-2 日本']);
  });

  test.for(streams)('%s, byte by byte', async ([, text]) => {
    const pieces = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
    expect(await changesFrom([pieces], 2)).toEqual(['1-1 Zoë', '1-2 日本']);
  });

  test('but for one that is cut off', async () => {
    const cut = bytes(`${change('1-1', 'Zoë')}data: {"user":"half"}\nid: 1-2\n`);
    const whole = bytes(change('1-2', '日本'));
    expect(await changesFrom([[cut], [whole]], 2)).toEqual(['1-1 Zoë', '1-2 日本']);
  });
});
