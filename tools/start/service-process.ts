import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { serviceFlags } from '../service/service-flags.ts';

/** The running service. `exited` resolves with its exit code, or 128 + the number of the signal that ended it. */
export type ServiceProcess = {
  readonly exited: Promise<number>;
  /** SIGTERM: continues for the drain time, for load balancers. SIGINT: only answers accepted requests. */
  stop(signal: 'SIGTERM' | 'SIGINT'): void;
  kill(): void;
};

/**
 * Starts a TypeScript program of this repository from its source, on the Node that runs this one.
 *
 * It gets a process group of its own: Ctrl-C reaches every process of the terminal's group at once, and this process
 * must decide the order of the stop.
 */
export function startService(entry: string, env: NodeJS.ProcessEnv): ServiceProcess {
  const followParent = pathToFileURL(`${import.meta.dirname}/follow-parent.mjs`).href;
  const child = spawn(process.execPath, [...serviceFlags, '--import', followParent, entry], {
    detached: process.platform !== 'win32',
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  return { exited, stop: (signal) => child.kill(signal), kill: () => child.kill('SIGKILL') };
}
