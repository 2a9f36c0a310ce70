import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from './ask.ts';
import { type RedisConfig, removeUnfinished, writeConfig } from './data-folder.ts';
import { isNearlyFull, refusingArguments, watchSpace } from './disk-space.ts';
import { cutUnfinishedTransaction } from './unfinished-transaction.ts';

const logName = 'redis.log';
const pollMs = 5;
const stopLimitMs = 10_000;

/** A Redis process that answers. `exited` resolves with how it ended. */
export type RedisProcess = { readonly pid: number; readonly exited: Promise<string> };

export type Launched =
  | { readonly ok: true; readonly redis: RedisProcess }
  | { readonly ok: false; readonly reason: 'no_socket' | 'failed'; readonly issue: string };

/**
 * Starts the server in the folder and waits until it has loaded its data and answers.
 *
 * @param released aborted when the server is no longer needed, ready or not: shuts it down
 */
export async function launch(
  file: string,
  folder: string,
  config: RedisConfig,
  released: AbortSignal,
): Promise<Launched> {
  if (released.aborted) return { ok: false, reason: 'failed', issue: 'Redis was stopped before it started.' };
  const log = openSync(join(folder, logName), 'a', 0o600);
  const logStart = fstatSync(log).size;
  removeUnfinished(folder);
  cutUnfinishedTransaction(folder);
  const isFull = await isNearlyFull(folder);
  const child = spawn(file, [writeConfig(folder, config), ...(isFull ? refusingArguments : [])], {
    cwd: folder,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const gone = new AbortController();
  const exited = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      gone.abort();
      resolve(reason);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `ended by ${signal}`));
  });
  released.addEventListener('abort', () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), stopLimitMs).unref();
  });

  while (!gone.signal.aborted && !(await ask(config, 'PING', gone.signal))?.includes('+PONG')) await wait(pollMs);
  if (gone.signal.aborted || child.pid === undefined) {
    const said = readFileSync(join(folder, logName)).subarray(logStart).toString();
    const lastLine = said.trim().split('\n').at(-1) ?? '';
    return {
      ok: false,
      reason: /unix socket/i.test(said) ? 'no_socket' : 'failed',
      issue: `Redis did not start (${await exited}): ${lastLine} See ${folder}/${logName}.`,
    };
  }

  void watchSpace(folder, config, isFull, gone.signal);
  return { ok: true, redis: { pid: child.pid, exited } };
}
