import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouter } from '@auction-tiers/contract';
import { createHandlers } from '../src/handler/handlers.ts';
import { createApp } from '../src/rest/app.ts';
import { readSettings } from '../src/settings/settings.ts';
import { firstStart } from '../src/start/first-start.ts';
import { Health } from '../src/start/health.ts';
import { listen } from '../src/start/listen.ts';
import { createLog } from '../src/start/log.ts';
import { type Opened, openService } from '../src/start/open.ts';
import { createSend, type Send } from './request.ts';

/** One entry of credentials.json. */
export interface Person {
  readonly role: 'admin' | 'seller';
  readonly member_id?: number;
  readonly username: string;
  readonly password: string;
  readonly api_key: string;
}

export interface People {
  readonly admin: Person;
  readonly seller1: Person;
  readonly seller2: Person;
}

/** A service that listens, in this process. */
export interface Instance {
  readonly url: string;
  readonly people: People;
  readonly opened: Opened;
  /** Sends requests, as the first demo seller unless told otherwise. */
  readonly send: Send;
  close(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** Without a worker for simulations, and without limits, for a test makes in a second what a person makes in a minute. */
const usual = {
  PORT: '0',
  DEMO: '1',
  LOG_LEVEL: 'error',
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  SIMULATION_WORKER: '0',
};

/** Opens the service as main.ts does, on a free port. */
export async function openInstance(environment: Environment, throttleWindowS?: number): Promise<Instance> {
  const result = readSettings({ ...usual, ...environment });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const { settings } = result;
  const log = createLog(settings);
  const opened = await openService(settings, log, throttleWindowS);
  const handlers = createHandlers(opened);
  const router = createRouter(handlers);
  await firstStart(opened, router, settings);
  const { authenticator, throttle } = opened;
  const app = createApp({ router, handlers, authenticator, throttle, health: new Health(opened.follower), log });
  const server = await listen(app, settings);
  const people = await readPeople(settings.DATA_DIR);
  return {
    url: server.url,
    people,
    opened,
    send: createSend(server.url, people.seller1.api_key),
    async close() {
      opened.follower.endWaits();
      await server.stop();
      await opened.close();
    },
  };
}

/** Who the first start made. */
export async function readPeople(dataDir: string): Promise<People> {
  const people = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Person[];
  const [admin, seller1, seller2] = people;
  if (admin === undefined || seller1 === undefined || seller2 === undefined) {
    throw new Error(`credentials.json names ${people.length} people, not an administrator and two sellers`);
  }
  return { admin, seller1, seller2 };
}
