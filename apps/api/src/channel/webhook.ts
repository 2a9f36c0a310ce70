import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP } from 'node:net';
import { ForbiddenHost, isInside, literalOf, lookupWithin, requireAllowedLiteral } from './host.ts';

const patienceMs = 10_000;
const msPerS = 1000;

interface Webhook {
  readonly url: string;
  readonly key: string;
  /** The id of the message, equal for every attempt to send it. */
  readonly id: string;
  readonly body: string;
  readonly nowMs: number;
}

/** The signature of a body: the HMAC-SHA256 of `<timestamp>.<body>`. */
export const signatureOf = (key: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;

/** Sends a webhook once, without redirects. Returns why it was not taken; null: it was. Throws `ForbiddenHost`. */
export async function sendWebhook({ url, key, id, body, nowMs }: Webhook, allowed: BlockList): Promise<string | null> {
  const address = new URL(url);
  requireAllowedLiteral(address, allowed);
  const timestamp = String(Math.floor(nowMs / msPerS));
  const request = address.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(patienceMs);
  let leadsInside = isIP(literalOf(address)) !== 0 && isInside(literalOf(address));
  const told = (problem: string) => (leadsInside ? notTaken : problem);
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = request(address, {
        method: 'POST',
        // A kept connection would lead to an address that was checked long ago.
        agent: false,
        lookup: lookupWithin(allowed, (found) => (leadsInside ||= isInside(found))),
        signal,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'auction-tiers',
          'auction-tiers-id': id,
          'auction-tiers-timestamp': timestamp,
          'auction-tiers-signature': signatureOf(key, timestamp, body),
        },
      });
      sending.on('response', (response) => {
        resolve(response.statusCode ?? 0);
        // The answer's body is not needed, and may be long.
        response.destroy();
      });
      sending.on('error', reject);
      sending.end(body);
    });
    return status >= 200 && status < 300 ? null : told(`it answered ${status}`);
  } catch (error) {
    if (error instanceof ForbiddenHost) throw error;
    if (signal.aborted) return told(`it did not answer within ${patienceMs / msPerS} seconds`);
    return told(causeOf(error, address.hostname));
  }
}

/** Of a network that the operator has opened a member learns only whether a message was taken: not what answers there. */
const notTaken = 'it did not take the message';

function causeOf(error: unknown, host: string): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host ${host} cannot be found`;
  if (code === 'ECONNREFUSED') return `the host ${host} refuses the connection`;
  return `the connection to ${host} failed`;
}
