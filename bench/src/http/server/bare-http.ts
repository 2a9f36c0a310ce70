// The least work to answer an auction over HTTP: node:http parses the body and writes an answer of a given size.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBareSettings } from './bare-settings.ts';

const { answerBytes } = readBareSettings();
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
