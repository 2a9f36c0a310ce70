import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { programInOneFile } from '@auction-tiers/tools/program';
import type { Environment } from '../fixture/instance.ts';

/** Of this process's own environment: where programs are, and where Node keeps what it has compiled. */
const inherited = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
const source = resolve(import.meta.dirname, '../../src/main.ts');
const main = await programInOneFile(source);

/** How a process ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The service as a process of its own, with these settings and no others. */
export class MainProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';

  /** `isFromSources`: it loads its modules one by one, as users start it. */
  constructor(environment: Environment, isFromSources = false) {
    const program = isFromSources ? source : main;
    const args = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', program];
    const env = { ...inherited, HOST: '127.0.0.1', PORT: '0', DEMO_DAYS: '0', ...environment };
    this.#child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.ended = once(this.#child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** What it has written to standard output, once that matches the pattern. */
  printed(pattern: RegExp): Promise<string> {
    return this.#wait(() => this.#stdout, pattern);
  }

  logged(pattern: RegExp): Promise<string> {
    return this.#wait(() => this.#stderr, pattern);
  }

  /** Resolves with the address when it serves. */
  async ready(): Promise<string> {
    const text = await this.printed(/^ready http:\/\/\S+$/m);
    return /^ready (\S+)$/m.exec(text)?.[1] ?? '';
  }

  /** Where it answers scrapes, once it serves. */
  async metricsUrl(): Promise<string> {
    const pattern = /^ {2}Metrics for Prometheus are at (\S+)$/m;
    return pattern.exec(await this.printed(pattern))?.[1] ?? '';
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it in order, or, where it does not listen, at once. */
  async stop(): Promise<Ended> {
    this.kill('SIGINT');
    const limit = setTimeout(() => this.kill('SIGKILL'), 15_000);
    const ended = await this.ended;
    clearTimeout(limit);
    return ended;
  }

  async #wait(read: () => string, pattern: RegExp): Promise<string> {
    const isOver = this.ended.then(({ stdout, stderr, code }) => {
      throw new Error(`it ended with ${code} before it said ${pattern}:\n${stdout}\n${stderr}`);
    });
    isOver.catch(() => undefined);
    while (!pattern.test(read())) {
      const heard = new AbortController();
      const said = [this.#child.stdout, this.#child.stderr].map((stream) =>
        once(stream!, 'data', { signal: heard.signal }),
      );
      await Promise.race([...said, isOver]);
      heard.abort();
      await Promise.allSettled(said);
    }
    return read();
  }
}
