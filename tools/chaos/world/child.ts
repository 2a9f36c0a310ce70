import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { serviceFlags } from '../../service/service-flags.ts';

const followParent = pathToFileURL(join(import.meta.dirname, '../../start/follow-parent.mjs')).href;
/** Ends a program of any kind when its standard input is closed, and so with this process, however that ends. */
const keeper =
  'exec 3<&0; "$0" "$@" </dev/null & pid=$!; (cat <&3 >/dev/null; kill -KILL $pid) 2>/dev/null & wait $pid';

export type Variables = Readonly<Record<string, string>>;

/** Of this process's own environment: where programs are, and where Node keeps what it has compiled. */
const inherited: Variables = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

/** A program under test. Its output goes to a log file, and it ends with this process, however that ends. */
export class Child {
  readonly #child: ChildProcess;
  readonly #log: WriteStream;
  #line = '';
  #onLine: (line: string) => void = () => undefined;
  isRunning = true;
  /** How it ended. */
  readonly exited: Promise<string>;

  private constructor(child: ChildProcess, logFile: string) {
    this.#child = child;
    this.#log = createWriteStream(logFile, { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    }
    this.exited = once(child, 'exit').then(([code, signal]) => {
      this.isRunning = false;
      this.#log.end();
      return signal === null ? `exit code ${String(code)}` : `ended by ${String(signal)}`;
    });
  }

  /** A TypeScript program of this repository, with the flags that the service is started with. */
  static node(file: string, args: readonly string[], environment: Variables, logFile: string): Child {
    const child = spawn(process.execPath, [...serviceFlags, '--import', followParent, file, ...args], {
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new Child(child, logFile);
  }

  /** Another program. A signal to `pid` reaches what keeps it, not the program. */
  static program(file: string, args: readonly string[], environment: Variables, logFile: string): Child {
    const child = spawn('sh', ['-c', keeper, file, ...args], {
      env: { ...inherited, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return new Child(child, logFile);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Calls the function for each line that the program prints from now on. */
  onLine(take: (line: string) => void): void {
    this.#onLine = take;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills a program that has a keeper. */
  closeInput(): void {
    this.#child.stdin?.end();
  }

  #take(text: string): void {
    if (this.isRunning) this.#log.write(text);
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#onLine(line);
  }
}

/** Kills a process by its id. One that has ended already is no error. */
export function killProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
