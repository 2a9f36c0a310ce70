import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { run as start } from '../fixture/process.ts';
import { readJson, repository } from '../../workspace/package.ts';

type Credential = { readonly member_id?: number; readonly api_key: string };

/** The whole service as `npm start` runs it, to test a client against. */
export type DemoService = {
  readonly url: string;
  /** Of its metrics. */
  readonly metricsUrl: string;
  /** The key of the demo's first seller. */
  readonly apiKey: string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the service on a free port and a Redis of its own, with the demo's data.
 *
 * @param dir an existing folder, for its data
 */
export async function startDemoService(dir: string): Promise<DemoService> {
  const data = await mkdtemp(join(dir, 'data-'));
  const env = { ...process.env, REDIS_URL: '', DATA_DIR: data, PORT: '0', DEMO: '1', DEMO_DAYS: '0', WORKERS: '1' };
  const service = start(join(repository, 'tools/start/main.ts'), [], env);
  const stop = async () => {
    service.child.kill('SIGINT');
    await service.exitCode;
  };
  try {
    const [, url = ''] = await service.said(/ready (http:\S+)/);
    const [, metricsUrl = ''] = await service.said(/Metrics for Prometheus are at (http:\S+)/);
    const people = readJson(join(data, 'credentials.json')) as readonly Credential[];
    return { url, metricsUrl, apiKey: people.find((person) => person.member_id === 1)?.api_key ?? '', stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
