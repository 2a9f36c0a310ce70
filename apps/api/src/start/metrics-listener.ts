import type { RequestListener } from 'node:http';
import { metricsType } from '../metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { type Listening, listen } from './listen.ts';

/** The port where `METRICS_PORT` is not set; a service on a free port has its metrics on one as well. */
const usualPort = 9464;

type Address = Pick<Settings, 'PORT' | 'METRICS_PORT' | 'METRICS_HOST'>;

/**
 * Answers scrapes on a separate address, which a proxy does not pass on: metrics show load and versions, and a scraper
 * has no credential. Rejects where the address is not available.
 */
export async function listenForMetrics(
  { PORT, METRICS_PORT: port = PORT === 0 ? 0 : usualPort, METRICS_HOST: HOST }: Address,
  text: () => Promise<string>,
): Promise<Listening> {
  const answer: RequestListener = (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics') response.writeHead(404).end('Metrics are at /metrics\n');
    else if (!isRead) response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else {
      text().then(
        (found) => response.writeHead(200, { 'content-type': metricsType }).end(found),
        (error: unknown) => response.writeHead(503).end(`${String(error)}\n`),
      );
    }
  };
  return listen(answer, { PORT: port, HOST }, { names: { port: 'METRICS_PORT', host: 'METRICS_HOST' } });
}
