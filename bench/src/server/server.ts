import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceFlags } from '@auction-tiers/tools/service';
import { WrongAnswer } from '../suite/suite.ts';
import type { Usage } from './report.ts';

/** A server in a separate process. */
export interface Server {
  readonly url: string;
  readonly usage: () => Promise<Usage>;
  readonly stop: () => Promise<void>;
}

/** The address and the credential of a seller. */
export interface Seller {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The service as started by its users, and the demo's first seller. */
export type Service = Server & Seller;

type Settings = Readonly<Record<string, string>>;

const report = new URL('report.ts', import.meta.url).href;
const program = join(import.meta.dirname, '../../../apps/api/src/main.ts');
const usual = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', DEMO_DAYS: '0', DRAIN_MS: '0' };
export const noLimits = {
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_WRITE_MB: '0',
  MAX_TIERS_PER_MEMBER: '1000000',
  MAX_MEMBER_MB: '1000000',
};

/** Starts a program that prints `ready URL` when it serves. */
export async function startServer(file: string, settings: Settings): Promise<Server> {
  const child = spawn(process.execPath, [...serviceFlags, '--import', report, file], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, address] = /^ready (\S+)$/m.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`${file} ended before it served.\n${printed}`)));
  });
  const usage = async () => {
    const answer = once(child, 'message') as Promise<[Usage]>;
    child.send('usage');
    return (await answer)[0];
  };
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { url, usage, stop };
}

/** Starts the service with these settings, in a new folder that is removed with it. */
export async function startService(redisUrl: string, settings: Settings): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
  const server = await startServer(program, { ...usual, REDIS_URL: redisUrl, DATA_DIR: folder, ...settings });
  const people = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as {
    readonly role: string;
    readonly api_key: string;
  }[];
  const authorization = people.find(({ role }) => role === 'seller')!.api_key;
  const headers = { authorization, 'content-type': 'application/json' };
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, headers, stop };
}

/** Sends one request to the service. Returns the answer's content under a name. Throws if the service refuses. */
export async function ask<Data>(
  { url, headers }: Seller,
  name: string,
  path: string,
  body?: object,
  method = 'POST',
): Promise<Data> {
  const sent = body === undefined ? {} : { method, body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { headers, ...sent });
  const { response } = (await answer.json()) as { response: Readonly<Record<string, unknown>> };
  if (answer.status === 200) return response[name] as Data;
  throw new WrongAnswer(`${path}: HTTP ${answer.status}, ${JSON.stringify(response).slice(0, 500)}`);
}
