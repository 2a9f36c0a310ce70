// The least work of express for the same requests: one HGETALL, one HSET, an empty tRPC procedure.

import type { AddressInfo } from 'node:net';
import { createRedisClient } from '@auction-tiers/store';
import { initTRPC } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express from 'express';
import { z } from 'zod';
import { bareKey, readBareSettings } from './bare-settings.ts';

const Fields = z.record(z.string(), z.json());

const { redisUrl } = readBareSettings();
const client = createRedisClient(redisUrl, { connectMs: 2000, commandMs: 2000 });
await client.connect();
let lastId = 0;

const { router, procedure } = initTRPC.create();
/** Checks nothing: the least work of a procedure. */
const unchecked = (body: unknown) => body;
const empty = router({ auction: router({ run: procedure.input(unchecked).mutation(() => null) }) });

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use('/trpc', createExpressMiddleware({ router: empty }));
app.get('/ym-auction-tier', async ({ query: { id } }, response) => {
  response.json(await client.hgetall(bareKey(typeof id === 'string' ? id : '')));
});
app.post('/ym-auction-tier', express.json(), async (request, response) => {
  const id = `new:${++lastId}`;
  const fields = Object.entries(Fields.parse(request.body)).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  await client.hset(bareKey(id), Object.fromEntries(fields));
  response.json({ id });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
