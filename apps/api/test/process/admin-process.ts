import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from '../fixture/instance.ts';
import type { Ended } from './main-process.ts';

/** What `npm run admin` runs. */
const entry = resolve(import.meta.dirname, '../../../../tools/admin/main.ts');

/** Runs an admin command in processes of its own, with nothing on standard input, to its end; `encoding`: of its output. */
export async function runAdminProcess(
  args: readonly string[],
  environment: Environment,
  encoding: 'utf8' | 'binary' = 'utf8',
): Promise<Ended> {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', entry];
  const { NODE_COMPILE_CACHE: cache, PATH: path = '' } = process.env;
  const env = { PATH: path, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }), ...environment };
  const child = spawn(process.execPath, [...flags, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout.setEncoding(encoding)),
    text(child.stderr),
    ended,
  ]);
  return { code, signal, stdout, stderr };
}
