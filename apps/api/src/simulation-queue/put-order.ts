import type { SimulationOrder } from '@auction-tiers/contract';
import type { Client } from '@auction-tiers/store';
import { inSlices, jsonPieces } from '../slice/slice.ts';

/** Characters of a part of an order: the client of Redis copies each command twice, in one turn of the event loop. */
const partLength = 256 * 1024;

/** The order of a job expires after this, even if the job still waits. */
const orderSeconds = 7 * 24 * 60 * 60;

/** Puts an order under a key, in parts. No worker reads it before its job is in the queue. */
export async function putOrder(client: Client, key: string, order: SimulationOrder): Promise<void> {
  const [first = '', ...others] = await inSlices(orderParts(order));
  let byteCount = first.length;
  await client.set(key, first, 'EX', orderSeconds);
  for (const part of others) {
    byteCount += part.length;
    // Where a failover has lost the parts before, the key that this one makes is to expire too.
    const [appended] = (await client.multi().append(key, part).expire(key, orderSeconds).exec()) ?? [];
    if (appended?.[1] !== byteCount) throw new Error(`Redis has lost a part of ${key}`);
  }
}

/** The JSON of an order in parts of `partLength` characters or somewhat more; the last may have less. */
function* orderParts(order: SimulationOrder): Generator<undefined, Buffer[], undefined> {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of jsonPieces(order)) {
    text += piece;
    yield;
    if (text.length < partLength) continue;
    parts.push(Buffer.from(text));
    text = '';
  }
  return [...parts, Buffer.from(text)];
}
