import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from './package.ts';

const program = join(import.meta.dirname, 'awake-process.mjs');

/** Ends what keeps the processors awake. */
export type LetSleep = () => Promise<void>;

/**
 * Keeps every processor from sleeping while latencies are measured, until the function that it gives is called or this
 * process ends. A virtual machine whose processor sleeps gives it back to the host, and gets it again late (decision 60).
 * The work that keeps a processor awake has the policy SCHED_IDLE, with which it runs only where nothing else would. Gives
 * undefined where the system has no such policy: outside of Linux, or without `chrt`.
 */
export async function keepAwake(): Promise<LetSleep | undefined> {
  const { execPath, platform, env } = process;
  const chrt = platform === 'linux' ? findOnPath('chrt', env['PATH'] ?? '') : undefined;
  if (chrt === undefined) return undefined;
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(chrt, ['--idle', '0', execPath, program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  const letSleep = async () => void (await Promise.all(children.map(end)));
  try {
    await Promise.all(children.map(begun));
    return letSleep;
  } catch (error) {
    await letSleep();
    throw error;
  }
}

async function begun(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('a process that was to keep a processor awake has ended');
  });
  await Promise.race([once(child, 'message'), ended]);
  // It ends again when it is no longer needed.
  ended.catch(() => {});
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
