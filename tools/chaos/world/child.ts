import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { serviceFlags } from '../../service/service-flags.ts';

const followParent = pathToFileURL(join(import.meta.dirname, '../../start/follow-parent.mjs')).href;
/** A shell script that kills its program when its standard input is closed, also by a crash of this process. */
const keeper =
  'exec 3<&0; "$0" "$@" </dev/null & pid=$!; (cat <&3 >/dev/null; kill -KILL $pid) 2>/dev/null & wait $pid';

export type Variables = Readonly<Record<string, string>>;

/** A program under test. Its output goes to a log file; it ends when this process ends, however that happens. */
export class Child {
  readonly process: ChildProcess;
  /** The lines of its output. */
  readonly lines: string[] = [];
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  isRunning = true;

  private constructor(child: ChildProcess, logFile: string) {
    this.process = child;
    const log = createWriteStream(logFile, { flags: 'a' });
    let begun = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        if (this.isRunning) log.write(text);
        const lines = (begun + text).split('\n');
        begun = lines.pop() ?? '';
        this.lines.push(...lines);
      });
    }
    this.exited = once(child, 'exit').then(([code, signal]) => {
      this.isRunning = false;
      log.end();
      return signal === null ? `exit code ${String(code)}` : `ended by ${String(signal)}`;
    });
  }

  /** A TypeScript program of this repository, with the flags that the service is started with. */
  static node(file: string, environment: Variables, logFile: string): Child {
    const env = { PATH: process.env['PATH'], ...environment };
    const flags = [...serviceFlags, '--import', followParent];
    return new Child(
      spawn(process.execPath, [...flags, file], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
      logFile,
    );
  }

  /** Another program. */
  static program(file: string, args: readonly string[], logFile: string): Child {
    return new Child(spawn('sh', ['-c', keeper, file, ...args], { stdio: 'pipe' }), logFile);
  }

  /** Kills the program with SIGKILL, and resolves when it has ended. */
  async kill(): Promise<void> {
    if (this.process.stdin === null) this.process.kill('SIGKILL');
    else this.process.stdin.end();
    await this.exited;
  }
}

/** Resolves when the condition holds. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, limitMs = 120_000): Promise<void> {
  const deadlineMs = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`within ${limitMs} ms it did not come about that ${what}`);
    await wait(20);
  }
}
