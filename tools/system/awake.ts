import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from './package.ts';

const program = join(import.meta.dirname, 'awake-process.mjs');

/** The file of Linux by which a program says how long a processor may take to wake up, while it keeps the file open. */
const latencyFile = '/dev/cpu_dma_latency';
/** Names the driver that puts idle processors to sleep; without one Linux does not heed the file. */
const driverFile = '/sys/devices/system/cpu/cpuidle/current_driver';

/** Ends what keeps the processors awake. */
export type LetSleep = () => Promise<void>;

/**
 * Keeps every processor from sleeping while latencies are measured, until the function that it gives is called or this
 * process ends. A virtual machine whose processor sleeps gives it back to the host, and gets it again late (decision 60).
 * Gives undefined where neither way is there.
 */
export const keepAwake = async (): Promise<LetSleep | undefined> => forbidSleep() ?? (await keepBusy());

/** Has Linux let idle processors wait in place of sleeping. Gives undefined where it does not, or this user may not ask. */
export function forbidSleep(): LetSleep | undefined {
  try {
    if (readFileSync(driverFile, 'utf8').trim() === 'none') return undefined;
    const file = openSync(latencyFile, 'w');
    writeSync(file, Int32Array.of(0));
    return async () => closeSync(file);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM', 'ENODEV'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Gives each processor work of the policy SCHED_IDLE, which runs only where nothing else would. Gives undefined where the
 * system has no such policy: outside of Linux, or without `chrt`.
 */
export async function keepBusy(): Promise<LetSleep | undefined> {
  const command = toIdleCommand([process.execPath, program]);
  if (command === undefined) return undefined;
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
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

type Command = readonly [program: string, ...args: string[]];

/**
 * The command that runs another one with the policy SCHED_IDLE: all its threads, only where no other program would run.
 * Undefined where the system has no such policy.
 */
export function toIdleCommand(command: Command): Command | undefined {
  const { platform, env } = process;
  const chrt = platform === 'linux' ? findOnPath('chrt', env['PATH'] ?? '') : undefined;
  return chrt === undefined ? undefined : [chrt, '--idle', '0', ...command];
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
