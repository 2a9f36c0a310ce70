import type { IncomingMessage, RequestListener } from 'node:http';
import { ServiceError } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import { Exchange } from './http/exchange.ts';

/**
 * Refuses requests that a proxy in front may have understood otherwise than Node does: with several Host headers (400; Node
 * takes the first), and with a transfer coding other than chunked (501; Node reads the body as it is). RFC 9112, 3.2 and 6.1.
 */
export function refuseOddRequests(log: Logger, next: RequestListener): RequestListener {
  return (request, response) => {
    const isCoded = !/^chunked$/i.test(request.headers['transfer-encoding']?.trim() ?? 'chunked');
    if (!isCoded && hostsOf(request) < 2) {
      next(request, response);
      return;
    }
    response.setHeader('connection', 'close');
    if (isCoded) response.writeHead(501).end();
    else
      new Exchange(request, response, null, log).fail(
        new ServiceError('invalid', 'host is sent several times, allowed: once'),
      );
  };
}

/** By their length first: this is done for every auction. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
