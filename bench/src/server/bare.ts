// The least work for the same requests: node:http that parses a body and answers with as many bytes as requested;
// express with one HGETALL or one HSET.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRedisClient } from '@auction-tiers/store';
import express from 'express';

const client = createRedisClient(process.env['REDIS_URL'] ?? '', { connectMs: 2000, commandMs: 2000 });
await client.connect();
let lastId = 0;

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/tier', async ({ query: { id } }, response) => {
  response.json(await client.hgetall(`bench:tier:${typeof id === 'string' ? id : ''}`));
});
app.post('/tier', express.json(), async (request, response) => {
  const id = `new:${++lastId}`;
  const fields = Object.entries(request.body as object).map(([name, value]) => [name, JSON.stringify(value)]);
  await client.hset(`bench:tier:${id}`, Object.fromEntries(fields) as Record<string, string>);
  response.json({ id });
});

function answerAuctions(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const bytes = Number(request.headers['x-answer-bytes']);
    const headers = { 'content-type': 'application/json', 'content-length': String(bytes) };
    response.writeHead(typeof parsed === 'object' ? 200 : 400, headers).end('x'.repeat(bytes));
  });
}

const server = createServer((request, response) => {
  if (request.url?.startsWith('/auction') === true) answerAuctions(request, response);
  else void app(request, response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
