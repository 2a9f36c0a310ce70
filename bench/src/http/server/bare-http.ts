// The least that answers an auction over HTTP: node:http, which parses the body and writes an answer of a given size.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBareOrder } from './bare-order.ts';

const { answerBytes } = readBareOrder();
const answer = JSON.stringify('x'.repeat(answerBytes - 2));
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(answerBytes) };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(typeof body === 'object' ? 200 : 400, headers).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
