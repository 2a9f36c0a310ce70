import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendLongJson } from '../../src/doors/http/long-json.ts';
import { countTurns, pass } from '../fixture/turns.ts';

/** Answers every request with a value; `follow` sees the answer first. */
async function serve(value: object, follow: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => {
    follow(response);
    void sendLongJson(response, value);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Longer than a slice, together: what a write takes differs between machines. */
const writeMs = 0.2;
const mostSliceMs = 10;

const rows = Array.from({ length: 60_000 }, (_, at) => ({ id: at, name: `row ${at}`, text: 'x'.repeat(200) }));

test('a long answer is written in more than one turn of the event loop', async () => {
  const turns = countTurns();
  let pieceCount = 0;
  const written = new Set<number>();
  const url = await serve({ rows }, (response) => {
    const write = response.write.bind(response) as (piece: Uint8Array) => boolean;
    response.write = (piece: Uint8Array) => {
      written.add(turns.count);
      pieceCount++;
      pass(writeMs);
      return write(piece);
    };
  });
  const answer = await fetch(url);
  const text = await answer.text();
  expect(Number(answer.headers.get('content-length'))).toBe(text.length);
  expect(JSON.parse(text)).toEqual({ rows });
  expect(pieceCount * writeMs).toBeGreaterThan(mostSliceMs);
  expect(written.size).toBeGreaterThan(1);
});

test('a long answer whose client disconnects is left', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ServerResponse>();
  const url = await serve({ rows }, begin);
  const leave = new AbortController();
  const asking = fetch(url, { signal: leave.signal });
  const response = await begun;
  leave.abort();
  await expect(asking).rejects.toThrow();
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});
