import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { AddressOf } from './client.ts';

/** Logs each request with `"access":true` once it ends: its path, but not its query, which may hold search terms. */
export function logAccess(listener: RequestListener, addressOf: AddressOf, log: Logger): RequestListener {
  // Has its own level: an operator who sets ACCESS_LOG wants its lines.
  const lines = log.level === 'silent' ? log : log.child({ access: true }, { level: 'info' });
  return (request, response) => {
    const cameMs = performance.now();
    const { method, url = '' } = request;
    const address = addressOf(request);
    response.once('close', () => {
      lines.info(
        {
          method,
          path: url.split('?', 1)[0],
          status: response.headersSent ? response.statusCode : null,
          isWhole: response.writableFinished,
          ms: Math.round((performance.now() - cameMs) * 1000) / 1000,
          address,
          request_id: response.getHeader('x-request-id') ?? request.headers['x-request-id'],
        },
        'answered',
      );
    });
    listener(request, response);
  };
}
