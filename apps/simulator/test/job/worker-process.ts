import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { nodeEnvironment, nodeOptions } from '../fixture/run-simulator.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * A `simulate worker` in a process of its own, which the test may kill and which ends with it. It counts as dead after
 * three seconds: on a machine with much to do a living one may say nothing for one.
 */
export class WorkerProcess {
  #printed = '';
  #onPrint: () => void = () => {};
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  constructor(folder: string, redisUrl: string) {
    const child = spawn(process.execPath, [...nodeOptions, main, 'worker', '--dead-after', '3'], {
      cwd: folder,
      env: { ...nodeEnvironment, REDIS_URL: redisUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#printed += text;
      this.#onPrint();
    });
    this.#child = child;
    this.#ended = once(child, 'close');
    onTestFinished(async () => {
      await this.end('SIGKILL');
    });
  }

  get printed(): string {
    return this.#printed;
  }

  /** Waits until it has printed something. */
  async prints(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#printed)) await new Promise<void>((resolve) => (this.#onPrint = resolve));
  }

  /** Gives its exit code, null if a signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> {
    this.#child.kill(signal);
    const [exitCode] = await this.#ended;
    return exitCode;
  }
}
