import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Answer = (request: IncomingMessage, response: ServerResponse, number: number) => void;

/** A real server on a free port; `answer` hears of the requests, numbered from 1. It ends with the test. */
export async function serve(answer: Answer) {
  const bodies: string[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => answer(request, response, bodies.push(body)));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, stop };
}
